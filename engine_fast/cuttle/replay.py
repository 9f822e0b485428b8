"""One game of a match again, decision by decision.

Game g of a seed follows from its two numbers, so the transcript of a game is made by playing it
once more through the single steps, asking the same policies with the same streams.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine_fast.cuttle.notation import format_position, move_text
from engine_fast.cuttle.play import Match
from engine_fast.cuttle.series import play_series_chunk
from engine_fast.cuttle.steps import LiveGame
from engine_fast.policies import PolicyError


@dataclass(frozen=True)
class Decision:
    """One written decision: the position it was made in, who made it, what was chosen."""

    position: str
    phase: str
    side: str
    move: str


@dataclass(frozen=True)
class Transcript:
    """A whole game: the dealt position, its decisions, where it ended.

    `game` is its number, in a match of several games the match's; `place` its place there. `seats`
    names the policies at A and B.
    """

    game: int
    place: int
    seats: tuple[str, str]
    start: str
    decisions: tuple[Decision, ...]
    final: str
    winner: str
    turns: int


def transcript(match: Match, seed: int, game_index: int, place: int = 0) -> Transcript:
    """Play game `game_index` of `seed`, or that match's game at `place`, again and write it down.

    Raises
    ------
    PolicyError
        If a policy answers an index out of range.
    """
    game, random = LiveGame.deal(match.rules, seed, game_index, place)
    seated = (match.first, match.second)[:: -1 if (game_index + place) % 2 else 1]
    start = format_position(game.record)
    decisions = []
    while not game.winner:
        legal = game.legal_array().copy()
        legal.flags.writeable = False
        side = game.to_act
        policy = seated[side]
        stream = random[side : side + 1]
        index = policy.function(game.view(side)[0], legal, len(legal), policy.vector, stream)
        if not 0 <= index < len(legal):
            raise PolicyError(
                f"{policy.short} answered {index} of {len(legal)} moves in game {game_index}"
            )
        move = int(legal[index])
        here = format_position(game.record)
        decisions.append(Decision(here, game.phase, "AB"[side], move_text(move)))
        game.play(move)
    return Transcript(
        game=game_index,
        place=place,
        seats=(seated[0].text, seated[1].text),
        start=start,
        decisions=tuple(decisions),
        final=format_position(game.record),
        winner=game.winner,
        turns=int(np.int64(game.record["turns"][0])),
    )


def transcripts(match: Match, seed: int, index: int) -> tuple[Transcript, ...]:
    """Play game `index` again, or all games of match `index` where rules make matches of several.

    Raises
    ------
    PolicyError
        If a policy answers an index out of range.
    """
    if not match.rules.wins_needed:
        return (transcript(match, seed, index),)
    start = index - index % 2
    both = play_series_chunk(match, seed, start, start + 2, np.zeros(1, dtype=np.uint8))
    games = int(both["games"][index - start])
    return tuple(transcript(match, seed, index, place) for place in range(games))
