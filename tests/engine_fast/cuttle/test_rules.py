"""Positions aimed at single sentences of the rules, above all at their fine points.

Each case names its sentence; results were worked out from the rules by hand. Format of the fields:
rules, position, moves, then what must hold: `result` (the whole position), `legal_exactly`,
`legal`, `illegal`, `winner`.
"""

from __future__ import annotations

from typing import Any

import pytest

from engine_fast.cuttle.golden import run_case

CASES: dict[str, tuple[str, str, list[str], dict[str, Any]]] = {
    "one action put each side nearer, the mover wins first": (
        "cuttlecards",
        "A 6c/Ts3s8h(Jc)/- B 4h/8d/Kc deck 3c",
        ["oneoff 6c"],
        # The stolen 8 goes home: A 13, B 16 without its king.
        {"result": "A -/3sTs/- B 4h/8d8h/- deck 3c scrap 6cJcKc turn B", "winner": ""},
    ),
    "an even chain resolves after its twos lie in the scrap, so a 3 may take them": (
        "classic",
        "A 3c2c/-/- B 2d4d/-/- deck 5c6c scrap Ks",
        ["oneoff 3c", "counter 2d", "counter 2c"],
        {"legal_exactly": ["take 2c", "take 2d", "take Ks"]},
    ),
    "the 3 itself can never be taken": (
        "classic",
        "A 3c/-/- B 4d/-/- deck 5c6c scrap KsQs",
        ["oneoff 3c"],
        {"legal_exactly": ["take Ks", "take Qs"], "illegal": ["take 3c"]},
    ),
    "a 3 with one card in the scrap takes it unasked": (
        "classic",
        "A 3c/-/- B 4d/-/- deck 5c6c scrap Ks",
        ["oneoff 3c"],
        {"result": "A Ks/-/- B 4d/-/- deck 5c6c scrap 3c turn B"},
    ),
    "a 3 on an empty scrap is illegal though its own chain might fill it": (
        "classic",
        "A 3c2c/-/- B 2d/-/- deck 5c6c",
        [],
        {"illegal": ["oneoff 3c"]},
    ),
    "threes only in the scrap: illegal where a 3 fetches no 3": (
        "cuttlecards",
        "A 3c/-/- B 4d/-/- deck 5c6c scrap 3d3h",
        [],
        {"legal_exactly": ["draw", "points 3c"]},
    ),
    "the right to answer an own-target 2 belongs to the rival": (
        "classic",
        "A 2c/8h/Kc B 2d/-/- deck 5c6c",
        ["oneoff 2c Kc"],
        {"legal_exactly": ["counter 2d", "accept"]},
    ),
    "twos_only: a 2 played by the Queen's owner, opening": (
        "classic",
        "A 2c4c/-/Qc B 2d/-/Kd deck 5c6c",
        ["oneoff 2c Kd"],
        {"result": "A 4c/-/Qc B 2d/-/- deck 5c6c scrap 2cKd turn B"},
    ),
    "twos_only: other one-offs of hers stay answerable, her counter does not": (
        "classic",
        "A 2c4c/-/Qc B 2d2h/-/- deck 5c6c",
        ["oneoff 4c", "counter 2d", "counter 2c"],
        # A's counter cannot be answered: the 4 resolves, B holds one card and loses it.
        {"result": "A -/-/Qc B -/-/- deck 5c6c scrap 2c2d2h4c turn B"},
    ),
    "all: nothing of hers can be answered": (
        "cuttlecards",
        "A 4c/-/Qc B 2d2h5h/-/- deck 5c6c",
        ["oneoff 4c"],
        {"legal_exactly": ["discard 2d", "discard 2h", "discard 5h"]},
    ),
    "community: a Queen hinders no answer": (
        "community",
        "A 2c/-/Qc B 2d/-/Kd deck 5c6c",
        ["oneoff 2c Kd"],
        {"legal_exactly": ["counter 2d", "accept"]},
    ),
    "a cancelled one-off goes to the scrap with its twos, nothing happens": (
        "classic",
        "A Ac/-/- B 2d/Th/- deck 5c6c",
        ["oneoff Ac", "counter 2d"],
        {"result": "A -/-/- B -/Th/- deck 5c6c scrap Ac2d turn B"},
    ),
    "a cancelled community 8 ends no exposure": (
        "community",
        "A 8c/-/- B 2d/Th/- deck 5c6c scrap 8d exposed A",
        ["oneoff 8c", "counter 2d"],
        {"result": "A -/-/- B -/Th/- deck 5c6c scrap 2d8c8d turn B exposed A"},
    ),
    "a community 8 ends the older exposure, whoever played it": (
        "community",
        "A 8c/-/- B 4d/Th/- deck 5c6c scrap 8d exposed A",
        ["oneoff 8c"],
        {"result": "A -/-/- B 4d/Th/- deck 5c6c scrap 8c8d turn B exposed B"},
    ),
    "a 6 does not end an exposure": (
        "community",
        "A 6c/-/- B 4d/Th/Kd deck 5c7c scrap 8d exposed A",
        ["oneoff 6c"],
        {"result": "A -/-/- B 4d/Th/- deck 5c7c scrap 6c8dKd turn B exposed A"},
    ),
    "glasses_expose=self opens the hand of the side that plays the 8": (
        "community+glasses_expose=self",
        "A 8c4c/-/- B 4d/Th/- deck 5c6c",
        ["oneoff 8c"],
        {"result": "A 4c/-/- B 4d/Th/- deck 5c6c scrap 8c turn B exposed A"},
    ),
    "an ace scraps all points of both with their jacks, permanents stay": (
        "classic",
        "A Ac/8h(Jc)2s/Kc B 4d/Th/8d deck 5c6c",
        ["oneoff Ac"],
        {"result": "A -/-/Kc B 4d/-/8d deck 5c6c scrap Ac2s8hThJc turn B"},
    ),
    "a 6 scraps every permanent; two jacks leave a card where it is, one sends it home": (
        "classic",
        "A 6c/8h(Jc)9h(JdJh)/Kc B 4d/Th(Js)/8dQd deck 5c7c",
        ["oneoff 6c"],
        {"result": "A -/9hTh/- B 4d/8h/- deck 5c7c scrap 6c8dJcJdJhJsQdKc turn B"},
    ),
    "each removal of a jack flips control, also from the middle of a stack": (
        "classic",
        "A 2c/-/- B 4d/9h(JdJhJs)/- deck 5c7c",
        ["oneoff 2c Jh"],
        {"result": "A -/9h(JdJs)/- B 4d/-/- deck 5c7c scrap 2cJh turn B"},
    ),
    "a jack returned by 9 goes to the controller before the flip": (
        "classic",
        "A 9c/-/- B 4d/9h(JdJhJs)/- deck 5c7c",
        ["oneoff 9c Js"],
        {"result": "A -/9h(JdJh)/- B 4dJs/-/- deck 5c7c scrap 9c turn B"},
    ),
    "an own jack lifted by an own 2 gives the card back": (
        "classic",
        "A 2c/9h(Jd)/- B 4d/-/Qc deck 5c7c",
        ["oneoff 2c Jd"],
        {"result": "A -/-/- B 4d/9h/Qc deck 5c7c scrap 2cJd turn B"},
    ),
    "own Queens never hinder own 2s; the rival's other cards hide behind his Queen": (
        "classic",
        "A 2c/-/QcKc B 4d/9h(Jd)/QdKd deck 5c7c",
        [],
        {
            "legal_exactly": [
                "draw",
                "points 2c",
                "oneoff 2c Qc",
                "oneoff 2c Kc",
                "oneoff 2c Qd",
            ]
        },
    ),
    "several Queens without pair_all: each of them may be hit, nothing else": (
        "classic+own_targets=no",
        "A 9c/-/- B 4d/Th/QdQhKd8d deck 5c7c",
        [],
        {"legal_exactly": ["draw", "points 9c", "oneoff 9c Qd", "oneoff 9c Qh"]},
    ),
    "pair_all: with two Queens nothing, with one she alone": (
        "cuttlecards",
        "A 9c2c/-/- B 4d/Th/QdQhKd deck 5c7c",
        [],
        {"legal_exactly": ["draw", "points 9c", "points 2c"]},
    ),
    "pair_all, one Queen": (
        "cuttlecards",
        "A 9c2c/-/- B 4d/Th/QdKd deck 5c7c",
        [],
        {"legal_exactly": ["draw", "points 9c", "points 2c", "oneoff 9c Qd", "oneoff 2c Qd"]},
    ),
    "two_hits_queen=no covers own Queens too": (
        "classic+two_hits_queen=no",
        "A 2c/-/QcKc B 4d/-/Qd deck 5c7c",
        [],
        {"legal_exactly": ["draw", "points 2c", "oneoff 2c Kc"]},
    ),
    "own_targets with a board nine: own permanents only, no own points": (
        "cuttlecards+own_targets=yes",
        "A 9c/8s5h(Jd)/Kc B 4d/7h/- deck 5c7c",
        [],
        {
            "legal_exactly": [
                "draw",
                "points 9c",
                "scuttle 9c 7h",
                "oneoff 9c Kc",
                "oneoff 9c Jd",
                "oneoff 9c 7h",
            ]
        },
    ),
    "community 9: jacks on a returned point card are scrapped": (
        "community",
        "A 9c/-/- B 4d/Th(JdJh)/- deck 5c7c",
        ["oneoff 9c Th"],
        {"result": "A -/-/- B 4dTh/-/- deck 5c7c scrap 9cJdJh turn B"},
    ),
    "community queen: no scuttle, no second queen, no jack": (
        "community",
        "A TcQcJc/-/Qs B 4d/8h/Qd deck 5c7c",
        [],
        {"legal_exactly": ["draw", "points Tc", "oneoff Tc"]},
    ),
    "classic queen does not stop scuttles": (
        "classic",
        "A TcJc/-/- B 4d/8h/Qd deck 5c7c",
        [],
        {"legal_exactly": ["draw", "points Tc", "scuttle Tc 8h"]},
    ),
    "queen_blocks_jack=no": (
        "community+queen_blocks_jack=no",
        "A Jc/-/- B 4d/8h/Qd deck 5c7c",
        [],
        {"legal_exactly": ["draw", "jack Jc 8h"]},
    ),
    "a 4 takes two of choice, or all of them": (
        "classic",
        "A 4c/-/- B KdQd/-/- deck 5c7c",
        ["oneoff 4c", "discard Kd"],
        {"result": "A -/-/- B -/-/- deck 5c7c scrap 4cQdKd turn B"},
    ),
    "a 4 against an empty hand is legal in classic": (
        "classic",
        "A 4c/-/- B -/-/- deck 5c7c",
        ["oneoff 4c"],
        {"result": "A -/-/- B -/-/- deck 5c7c scrap 4c turn B"},
    ),
    "and illegal in cuttlecards, like 5 and 7 on an empty stock; A and 6 stay legal": (
        "cuttlecards",
        "A 4c5c7cAc6c/-/- B -/-/-",
        [],
        {
            "legal_exactly": [
                "pass",
                "points Ac",
                "points 4c",
                "points 5c",
                "points 6c",
                "points 7c",
                "oneoff Ac",
                "oneoff 6c",
            ]
        },
    ),
    "fours_draw with empty_effects=illegal: nothing to do means an empty stock": (
        "cuttlecards+fours_draw",
        "A 4c4d/-/- B -/-/- deck 5c",
        ["oneoff 4c"],
        {"result": "A 4d/-/- B 5c/-/- scrap 4c turn B"},
    ),
    "fours_draw, empty stock": (
        "cuttlecards+fours_draw",
        "A 4d/-/- B 5c/-/-",
        [],
        {"illegal": ["oneoff 4d"], "legal": ["points 4d", "pass"]},
    ),
    "5 draws two, or what there is": (
        "classic",
        "A 5c/-/- B 4d/-/- deck Kc",
        ["oneoff 5c"],
        {"result": "A Kc/-/- B 4d/-/- scrap 5c turn B"},
    ),
    "cuttlecards 5: the discard comes first, the 5 lies in the scrap already": (
        "cuttlecards",
        "A 5c4c3c/-/- B 4d/-/- deck KcQcJcTc",
        ["oneoff 5c"],
        {"result": "A 3c4c/-/- B 4d/-/- deck KcQcJcTc scrap 5c turn A pending discard 1 five"},
    ),
    "cuttlecards 5 with an empty hand draws three": (
        "cuttlecards",
        "A 5c/-/- B 4d/-/- deck KcQcJcTc",
        ["oneoff 5c"],
        {"result": "A JcQcKc/-/- B 4d/-/- deck Tc scrap 5c turn B"},
    ),
    "a one-off from a 7 opens its own chain, the 7 is scrapped after it": (
        "classic",
        "A 7c/-/- B 2d4d5d/-/- deck 4c5c",
        ["oneoff 7c", "accept", "oneoff 4c"],
        {"result": "A -/-/- B 2d4d5d/-/- deck 5c turn B pending oneoff 4c counters - sevens 7c"},
    ),
    "a 7 turned up by a 7": (
        "classic",
        "A 7c/-/- B 4d/8s/- deck 7d9dKc",
        ["oneoff 7c", "oneoff 7d", "scuttle 9d 8s"],
        {"result": "A -/-/- B 4d/-/- deck Kc scrap 7c7d8s9d turn B"},
    ),
    "an outer 7 is not in the scrap for a 3 that it turned up": (
        "classic",
        "A 7c/-/- B 4d/-/- deck 3d9d scrap KcQc",
        ["oneoff 7c", "oneoff 3d"],
        {"legal_exactly": ["take Kc", "take Qc"]},
    ),
    "a 3 turned up without a scrap can only be laid for points": (
        "classic",
        "A 7c/-/- B 4d/-/- deck 3d9d",
        ["oneoff 7c"],
        {"result": "A -/3d/- B 4d/-/- deck 9d scrap 7c turn B"},
    ),
    "cuttlecards: a 3 turned up may take the 7": (
        "cuttlecards",
        "A 7c/-/- B 4d/-/- deck 3d9dKc",
        ["oneoff 7c", "oneoff 3d"],
        {"result": "A 7c/-/- B 4d/-/- deck 9dKc scrap 3d turn B"},
    ),
    "a jack from a 7 without a rival point card goes on an own one": (
        "classic",
        "A 7c/Th4h/- B 4d/-/- deck Jc9d",
        ["oneoff 7c"],
        {"legal_exactly": ["jack Jc Th", "jack Jc 4h"]},
    ),
    "all rival points protected: none is eligible": (
        "classic",
        "A 7c/Th/- B 4d/9h/Qd deck Jc9d",
        ["oneoff 7c"],
        {"result": "A -/-/- B 4d/9hTh(Jc)/Qd deck 9d scrap 7c turn B"},
    ),
    "a jack from a 7 with no point card at all is scrapped": (
        "classic",
        "A 7c/-/Kc B 4d/-/- deck Jc9d",
        ["oneoff 7c"],
        {"result": "A -/-/Kc B 4d/-/- deck 9d scrap 7cJc turn B"},
    ),
    "community: that jack is scrapped": (
        "community",
        "A 7c/Th/- B 4d/-/- deck Jc9d",
        ["oneoff 7c"],
        {"result": "A -/Th/- B 4d/-/- deck 9d scrap 7cJc turn B"},
    ),
    "community: a second Queen turned up cannot be laid": (
        "community",
        "A 7c/Th/Qs B 4d/-/- deck Qc9d",
        ["oneoff 7c"],
        {"result": "A -/Th/Qs B 4d/-/- deck 9d scrap 7cQc turn B"},
    ),
    "cuttlecards: of two unplayable cards one of choice is scrapped, the other goes back": (
        "cuttlecards",
        "A 7c/Th/- B 4d/-/- deck JcJd9d",
        ["oneoff 7c", "discard Jd"],
        {"result": "A -/Th/- B 4d/-/- deck Jc9d scrap 7cJd turn B"},
    ),
    "cuttlecards: the other card is back before an inner 7 turns up": (
        "cuttlecards",
        "A 7c/Th/- B 4d/-/- deck Kc7d9d8s",
        ["oneoff 7c", "oneoff 7d"],
        {"result": "A -/Th/- B 4d/-/- deck 8s scrap 7c7d turn A pending seven - 9dKc"},
    ),
    "cuttlecards: an inner 5 on an otherwise empty stock draws the card put back": (
        "cuttlecards",
        "A 7c/Th/- B 4d/-/- deck 5cKd",
        ["oneoff 7c", "oneoff 5c"],
        {"result": "A Kd/Th/- B 4d/-/- scrap 5c7c turn B"},
    ),
    "cuttlecards: the last card alone, a 5 on an empty stock is illegal": (
        "cuttlecards",
        "A 7c/Th/- B 4d/-/- deck 5c",
        ["oneoff 7c"],
        {"result": "A -/5cTh/- B 4d/-/- scrap 7c turn B"},
    ),
    "the fourth King wins on being laid, also through a 7": (
        "cuttlecards",
        "A 7c/-/KcKdKh B 4d/-/- deck Ks9d",
        ["oneoff 7c", "royal Ks"],
        {"winner": "A"},
    ),
    "classic: the fourth King still needs five points": (
        "classic",
        "A Ks/4h/KcKdKh B 4d/-/- deck 9d",
        ["royal Ks"],
        {"winner": "", "result": "A -/4h/KcKdKhKs B 4d/-/- deck 9d turn B"},
    ),
    "own_action: points brought home by the rival win after the own next action only": (
        "classic",
        "A 6c/9h(Jc)/- B 4d/TsAs2s/- deck 9d",
        ["oneoff 6c"],
        {"winner": "", "legal": ["draw", "points 4d"]},
    ),
    "any_action: they win at once": (
        "cuttlecards",
        "A 6c/9h(Jc)/- B 4d/TsAs2s/- deck 9d",
        ["oneoff 6c"],
        {"winner": "B"},
    ),
    "own_action: an own ace spoils the win": (
        "classic",
        "A Ac/9h8hTd/- B 4d/Ts/- deck 9d",
        ["oneoff Ac"],
        {"winner": ""},
    ),
    "a win asks for no discard down to the hand limit": (
        "cuttlecards+hand_limit=1",
        "A TcKdKsQs/Th2h/- B 4d/Ts/- deck 9d",
        ["points Tc"],
        {"winner": "A", "result": "A QsKdKs/2hThTc/- B 4d/Ts/- deck 9d"},
    ),
    "draw by passes comes before the hand limit": (
        "cuttlecards+hand_limit=1",
        "A 4c5c/-/- B 4d/Ts/- passes 2",
        ["pass"],
        {"winner": "draw"},
    ),
    "hand limit after a pass": (
        "cuttlecards+hand_limit=1",
        "A 4c5c/-/- B 4d/Ts/-",
        ["pass"],
        {"result": "A 4c5c/-/- B 4d/Ts/- turn A passes 1 pending discard 1 limit"},
    ),
    "a frozen card may not be played in its holder's next turn": (
        "cuttlecards",
        "A 9c/-/- B 4d/Ts/- deck 9dKc",
        ["oneoff 9c Ts"],
        {"legal_exactly": ["draw", "points 4d"], "illegal": ["points Ts"]},
    ),
    "and is thawed in the turn after": (
        "cuttlecards",
        "A 9c4s/-/- B 4d/Ts/- deck 9dKc",
        ["oneoff 9c Ts", "draw", "draw"],
        {"legal": ["points Ts"]},
    ),
    "as an answer in that turn neither": (
        "cuttlecards",
        "A 4c2s/-/- B Ac2h/-/- deck 9dKc turn B frozen 2h",
        ["oneoff Ac", "counter 2s"],
        # B may not answer with the frozen 2: the ace is cancelled.
        {"result": "A 4c/-/- B 2h/-/- deck 9dKc scrap Ac2s turn A"},
    ),
    "nine=board freezes nothing": (
        "community",
        "A 9c/-/- B 4d/Ts/- deck 9dKc",
        ["oneoff 9c Ts"],
        {"legal": ["points Ts", "oneoff Ts"]},
    ),
    "community 10: the rival discards one of choice": (
        "community",
        "A Tc/-/- B 4d5d/Ts/- deck 9dKc",
        ["oneoff Tc"],
        {"legal_exactly": ["discard 4d", "discard 5d"]},
    ),
    "scuttle_tie=suit needs the higher suit": (
        "classic",
        "A 8d/-/- B 4d/8c8h/- deck 9dKc",
        [],
        {"legal": ["scuttle 8d 8c"], "illegal": ["scuttle 8d 8h"]},
    ),
    "community: equal ranks do not scuttle": (
        "community",
        "A 8s/-/- B 4d/8c7s/- deck 9dKc",
        [],
        {"legal": ["scuttle 8s 7s"], "illegal": ["scuttle 8s 8c"]},
    ),
    "a scuttled card takes its jacks to the scrap": (
        "classic",
        "A 9c/-/- B 4d/8c(JcJd)/- deck 9dKc",
        ["scuttle 9c 8c"],
        {"result": "A -/-/- B 4d/-/- deck 9dKc scrap 8c9cJcJd turn B"},
    ),
    "forced: no pass while there is a play": (
        "community",
        "A 8s/-/- B 4d/8c/-",
        [],
        {"illegal": ["pass"], "legal": ["points 8s"]},
    ),
    "forced: the turn without a play is a pass and counts": (
        "community",
        "A Js/-/- B Jd/-/-",
        ["pass", "pass"],
        {"winner": "draw"},
    ),
    "forced: the pass is an own action for the win check": (
        "community",
        "A Js/TcTdAc/- B 4d/-/Qc passes 1",
        ["pass"],
        {"winner": "A"},
    ),
    "classic: with a stock there is no pass": (
        "classic",
        "A Js/-/- B Jd/-/- deck 5c",
        [],
        {"legal_exactly": ["draw"]},
    ),
    "quick: the goal is 15, one king keeps 14": (
        "classic+quick",
        "A 5c/Tc/- B Jd/-/- deck 6c",
        ["points 5c"],
        {"winner": "A"},
    ),
    "sudden death: the rival has the first of two turns, then the side that emptied the stock": (
        "classic+sudden_death",
        "A 4c/-/- B 4d/-/- deck 6c",
        ["draw", "points 4d", "points 4c"],
        {"winner": "draw"},
    ),
    "sudden death: a win in the last turn": (
        "classic+sudden_death",
        "A 4c/TsTh/- B 4d/-/- deck 6c",
        ["draw", "points 4d", "points 6c"],
        {"winner": "A"},
    ),
    "sudden death: passes may draw earlier": (
        "classic+sudden_death+draw_after=1",
        "A 4c/TsTh/- B 4d/-/- deck 6c",
        ["draw", "pass"],
        {"winner": "draw"},
    ),
    "an empty hand is no loss": (
        "classic",
        "A 4c/-/- B -/-/- deck 6c7c",
        ["points 4c"],
        {"winner": "", "legal_exactly": ["draw"]},
    ),
}


@pytest.mark.parametrize("sentence", CASES)
def test_sentence(sentence: str) -> None:
    rules, position, moves, claims = CASES[sentence]
    case = {"id": sentence, "rules": rules, "position": position, "moves": moves, **claims}
    faults = run_case(case)
    assert not faults, "\n".join([f"{sentence}\n{rules}: {position} {moves}", *faults])
