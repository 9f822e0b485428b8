"""What moves do: from a legal move to the next decision.

`apply` takes the state to the next point where somebody has a choice; decisions inside an action
with one legal move (a take from one card, a discard of the last) are made on the way. The rules'
order at the end of an action is kept in `finish_action`.
"""

from __future__ import annotations

import numpy as np

from engine_fast.cards import (
    ACE,
    DECK_SIZE,
    EIGHT,
    EIGHTS,
    FIVE,
    FOUR,
    KINGS,
    NINE,
    NO_CARD,
    SIX,
    TEN,
    THREE,
    TWO,
    bit,
    rank_of,
)
from engine_fast.cards import (
    JACK as JACK_RANK,
)
from engine_fast.cards import (
    SEVEN as SEVEN_RANK,
)
from engine_fast.cuttle.moves import (
    ACCEPT,
    COUNTER,
    DISCARD_CARD,
    DRAW,
    JACK,
    PASS,
    POINTS,
    ROYAL,
    SCUTTLE,
    answers,
    card_of,
    list_turned_up,
    takeable,
    target_of,
    verb_of,
)
from engine_fast.cuttle.state import (
    BY_CAP,
    BY_FIVE,
    BY_GOAL,
    BY_LIMIT,
    BY_PASSES,
    BY_RIVAL,
    BY_SUDDEN_DEATH,
    DISCARD,
    MAIN,
    NO_SUDDEN_DEATH,
    OVER,
    RESPOND,
    SEVEN,
    TAKE,
    UNFINISHED,
    WIN_A,
    on_goal,
)
from engine_fast.cuttle.state import (
    DRAW as DRAWN,
)
from engine_fast.jit import helper, lowest, popcount


@helper
def draw_cards(game, rules, side, count):
    """Draw up to `count` cards from the stock."""
    for _ in range(count):
        if game.top < DECK_SIZE:
            card = bit(game.deck[game.top])
            game.hand[side] |= card
            if game.top_known > 0:
                game.known[side] |= card
                game.top_known -= 1
            game.top += 1
    note_empty_stock(game, rules)


@helper
def note_empty_stock(game, rules):
    """Open sudden death when the stock has run out: two full turns follow this one."""
    if rules.sudden_death and game.top == DECK_SIZE and game.last == NO_SUDDEN_DEATH:
        game.last = 2


@helper
def flip(game, point):
    """Move a point card with all jacks on it to the other side."""
    moved = bit(point)
    game.points[0] ^= moved
    game.points[1] ^= moved
    for suit in range(4):
        if game.jack_on[suit] == point:
            game.jacks[0] ^= bit(4 * JACK_RANK + suit)
            game.jacks[1] ^= bit(4 * JACK_RANK + suit)


@helper
def lift_point(game, side, point):
    """Take a point card off the table; jacks on it are scrapped."""
    game.points[side] &= ~bit(point)
    if game.jacks[side]:
        for suit in range(4):
            if game.jack_on[suit] == point:
                jack = bit(4 * JACK_RANK + suit)
                game.jack_on[suit] = NO_CARD
                game.jacks[side] &= ~jack
                game.scrap |= jack


@helper
def end_glasses(game, side):
    """Keep what a side has seen of the rival's hand when his glasses go."""
    game.known[1 - side] |= game.hand[1 - side]


@helper
def lift_permanent(game, card):
    """Take a permanent off the table and return the side that controlled it.

    A jack's point card goes over to the other side with what still lies on it.
    """
    side = np.int64(((game.royals[1] | game.jacks[1]) & bit(card)) != 0)
    if rank_of(card) == JACK_RANK:
        suit = card & 3
        point = game.jack_on[suit]
        game.jack_on[suit] = NO_CARD
        game.jacks[side] &= ~bit(card)
        flip(game, point)
    else:
        if rank_of(card) == EIGHT:
            end_glasses(game, side)
        game.royals[side] &= ~bit(card)
    return side


@helper
def scrap_points(game):
    """Ace: scrap all point cards of both sides with the jacks on them."""
    game.scrap |= game.points[0] | game.points[1] | game.jacks[0] | game.jacks[1]
    for side in range(2):
        game.points[side] = 0
        game.jacks[side] = 0
    for suit in range(4):
        game.jack_on[suit] = NO_CARD


@helper
def scrap_permanents(game):
    """Six: scrap every permanent of both sides; stolen cards go home by the parity of jacks."""
    jacks = game.jacks[0] | game.jacks[1]
    for side in range(2):
        if game.royals[side] & EIGHTS:
            end_glasses(game, side)
        game.scrap |= game.royals[side]
        game.royals[side] = 0
        game.jacks[side] = 0
    if jacks:
        game.scrap |= jacks
        for suit in range(4):
            point = game.jack_on[suit]
            game.jack_on[suit] = NO_CARD
            if point != NO_CARD:
                game.points[0] ^= bit(point)
                game.points[1] ^= bit(point)


@helper
def lay_king(game, side):
    """Count the most kings a side had in play."""
    kings = popcount(game.royals[side] & KINGS)
    if kings > game.kings_most[side]:
        game.kings_most[side] = kings


@helper
def ask_answer(game, rules, side):
    """Let `side` answer what the rival played, if it can; else close the chain."""
    if answers(game, rules, side):
        game.phase = RESPOND
        game.to_act = side
        return False
    return True


@helper
def ask_discard(game, side, owed, reason):
    """Ask `side` for up to `owed` discards; return whether none is to be chosen."""
    held = popcount(game.hand[side])
    game.owed = min(owed, held)
    game.reason = reason
    if held <= 1 and game.owed > 0:
        game.scrap |= game.hand[side]
        game.hand[side] = 0
        game.owed = 0
    if game.owed == 0:
        return True
    game.phase = DISCARD
    game.to_act = side
    return False


@helper
def open_hand(game, rules):
    """A one-off 8: end every exposure and open a hand until the next one-off 8."""
    for side in range(2):
        if game.exposed[side]:
            game.known[side] |= game.hand[side]
            game.exposed[side] = 0
    shown = game.mover if rules.expose_self else 1 - game.mover
    game.exposed[shown] = 1


@helper
def turn_up(game, rules):
    """A 7: turn up the top card, or two, for the mover to play one."""
    wanted = 2 if rules.seven_two else 1
    count = min(wanted, DECK_SIZE - game.top)
    for index in range(count):
        game.turned[index] = game.deck[game.top + index]
    game.turned_up = count
    game.top += count
    game.top_known = max(0, game.top_known - count)
    note_empty_stock(game, rules)
    game.phase = SEVEN
    game.to_act = game.mover


@helper
def place_turned(game, rules, card):
    """Take `card` from what a 7 turned up; the other card, if there is one, goes back on top."""
    if game.turned_up == 2:
        other = game.turned[0] if game.turned[1] == card else game.turned[1]
        game.top -= 1
        game.deck[game.top] = other
        game.top_known += 1
        # The stock has that card again, so it did not run out.
        game.last = NO_SUDDEN_DEATH
    game.turned_up = 0
    game.turned[0] = NO_CARD
    game.turned[1] = NO_CARD
    game.phase = MAIN


@helper
def resolve(game, rules):
    """Carry out the pending one-off; return whether the action is complete."""
    side = game.mover
    rival = 1 - side
    card = game.pending
    target = game.target
    rank = rank_of(card)
    game.target = NO_CARD
    if rank == THREE:
        choices = takeable(game, rules)
        if popcount(choices) > 1:
            game.phase = TAKE
            game.to_act = side
            return False
        take(game, lowest(choices))
        return True
    game.pending = NO_CARD
    if rank == SEVEN_RANK:
        if rules.seven_two:
            game.scrap |= bit(card)
        else:
            game.sevens[game.sevens_waiting] = card
            game.sevens_waiting += 1
        if game.top == DECK_SIZE:
            return True
        turn_up(game, rules)
        return False
    done = True
    if rank == ACE:
        scrap_points(game)
    elif rank == TWO:
        lift_permanent(game, target)
        game.scrap |= bit(target)
    elif rank == NINE:
        return_card(game, rules, target)
    elif rank == FOUR:
        if rules.fours_draw:
            draw_cards(game, rules, rival, 2)
        else:
            game.scrap |= bit(card)
            done = ask_discard(game, rival, 2, BY_RIVAL)
    elif rank == FIVE:
        if rules.discard_draw:
            game.scrap |= bit(card)
            done = ask_discard(game, side, 1, BY_FIVE)
            if done:
                draw_cards(game, rules, side, 3)
        else:
            draw_cards(game, rules, side, 2)
    elif rank == SIX:
        scrap_permanents(game)
    elif rank == EIGHT:
        open_hand(game, rules)
    elif rank == TEN:
        game.scrap |= bit(card)
        done = ask_discard(game, rival, 1, BY_RIVAL)
    game.scrap |= bit(card)
    return done


@helper
def take(game, card):
    """A 3 fetches `card`; then the 3 is scrapped."""
    side = game.mover
    game.scrap = (game.scrap & ~bit(card)) | bit(game.pending)
    game.hand[side] |= bit(card)
    game.known[side] |= bit(card)
    game.pending = NO_CARD


@helper
def return_card(game, rules, target):
    """A 9 returns a board card to the hand of the side that controls it."""
    if (game.points[0] | game.points[1]) & bit(target):
        side = np.int64((game.points[1] & bit(target)) != 0)
        lift_point(game, side, target)
    else:
        side = lift_permanent(game, target)
    game.hand[side] |= bit(target)
    game.known[side] |= bit(target)
    if rules.nine_board == 2:
        game.freezing |= bit(target)


@helper
def close_chain(game, rules):
    """Scrap the twos of a chain; cancel the one-off or carry it out."""
    cancelled = game.chain & 1
    game.scrap |= game.counters
    game.counters = 0
    game.chain = 0
    if cancelled:
        game.scrap |= bit(game.pending)
        game.pending = NO_CARD
        game.target = NO_CARD
        return True
    return resolve(game, rules)


@helper
def play_card(game, rules, side, verb, card, target):
    """Lay a card that has left the hand; return whether the action is complete."""
    if verb == POINTS:
        game.points[side] |= bit(card)
        if game.first_to_score == NO_CARD:
            game.first_to_score = side
    elif verb == SCUTTLE:
        lift_point(game, 1 - side, target)
        game.scrap |= bit(card) | bit(target)
    elif verb == ROYAL:
        game.royals[side] |= bit(card)
        lay_king(game, side)
    elif verb == JACK:
        holder = np.int64((game.points[1] & bit(target)) != 0)
        game.jack_on[card & 3] = target
        game.jacks[holder] |= bit(card)
        flip(game, target)
    else:
        game.pending = card
        game.target = target
        if ask_answer(game, rules, 1 - side):
            return close_chain(game, rules)
        return False
    return True


@helper
def finish_action(game, rules):
    """End an action: sevens, thaw, win, draw by passes, hand limit; return whether none is owed."""
    side = game.mover
    while game.sevens_waiting > 0:
        game.sevens_waiting -= 1
        game.scrap |= bit(game.sevens[game.sevens_waiting])
    game.phase = MAIN
    if game.frozen | game.freezing:
        # The mover's cards frozen before this turn thaw; those frozen by this action wait.
        game.frozen = (game.frozen & ~game.hand[side]) | game.freezing
        game.frozen &= game.hand[0] | game.hand[1]
        game.freezing = 0
    if on_goal(game, rules, side):
        return win(game, side)
    # The waiting side counts too where no turn can follow.
    no_turn_follows = game.last == 0 or game.turns + 1 >= rules.turn_cap
    if (rules.any_action or no_turn_follows) and on_goal(game, rules, 1 - side):
        return win(game, 1 - side)
    if game.passes >= rules.draw_after:
        return end_game(game, DRAWN, BY_PASSES)
    over = popcount(game.hand[side]) - rules.hand_limit
    if over > 0:
        return ask_discard(game, side, over, BY_LIMIT)
    return True


@helper
def end_game(game, winner, ending):
    """Record how the game ended; return False, as no turn follows."""
    game.turns += 1
    game.winner = winner
    game.ending = ending
    game.phase = OVER
    return False


@helper
def win(game, side):
    """Record a win by goal."""
    return end_game(game, WIN_A + side, BY_GOAL)


@helper
def end_turn(game, rules):
    """After an action: sudden death, turn cap, next turn."""
    if game.last == 0:
        end_game(game, DRAWN, BY_SUDDEN_DEATH)
        return
    if game.turns + 1 >= rules.turn_cap:
        end_game(game, UNFINISHED, BY_CAP)
        return
    game.turns += 1
    if game.last > 0:
        game.last -= 1
    game.mover = 1 - game.mover
    game.to_act = game.mover
    game.phase = MAIN


@helper
def advance(game, rules, complete, out):
    """Run on to the next decision, or the end. `out` is scratch for move lists.

    `complete` tells that the card in play is done with. A turned-up card with one legal play is
    played, one with none is scrapped.
    """
    while True:
        if not complete:
            if game.phase != SEVEN:
                return
            count = list_turned_up(game, rules, out)
            if count > 1:
                return
            if count == 1:
                complete = play_turned(game, rules, out[0])
                continue
            card = np.int64(game.turned[0])
            place_turned(game, rules, card)
            game.scrap |= bit(card)
        if finish_action(game, rules):
            end_turn(game, rules)
        return


@helper
def play_turned(game, rules, move):
    """Play a card that a 7 turned up; return whether it is done with."""
    card = card_of(move)
    place_turned(game, rules, card)
    if verb_of(move) == DISCARD_CARD:
        game.scrap |= bit(card)
        return True
    return play_card(game, rules, game.mover, verb_of(move), card, target_of(move))


@helper
def discard(game, rules, card):
    """Make one owed discard; return whether the card in play is done with."""
    side = game.to_act
    game.hand[side] &= ~bit(card)
    game.scrap |= bit(card)
    game.owed -= 1
    if not ask_discard(game, side, game.owed, game.reason):
        return False
    if game.reason == BY_FIVE:
        draw_cards(game, rules, side, 3)
    return True


@helper
def apply_move(game, rules, move, out):
    """Play a legal move and run on to the next decision or the end of the game.

    `out` (`int32[MOST_MOVES]`) is scratch and is overwritten.
    """
    verb = verb_of(move)
    card = card_of(move)
    side = game.to_act
    phase = game.phase
    if phase == MAIN:
        complete = True
        if verb == PASS:
            game.passes += 1
        else:
            game.passes = 0
            if verb == DRAW:
                draw_cards(game, rules, side, 1)
            else:
                game.hand[side] &= ~bit(card)
                complete = play_card(game, rules, side, verb, card, target_of(move))
    elif phase == RESPOND:
        if verb == COUNTER:
            game.hand[side] &= ~bit(card)
            game.counters |= bit(card)
            game.chain_cards[game.chain] = card
            game.chain += 1
            complete = ask_answer(game, rules, 1 - side)
        else:
            complete = True
        if complete:
            game.phase = MAIN
            complete = close_chain(game, rules)
    elif phase == TAKE:
        take(game, card)
        complete = True
    elif phase == SEVEN:
        complete = play_turned(game, rules, move)
    else:
        complete = discard(game, rules, card)
        if complete and game.reason == BY_LIMIT:
            end_turn(game, rules)
            return
    advance(game, rules, complete, out)


@helper
def settle(game, rules, out):
    """Make the forced decisions of a position that was given in the middle of an action."""
    if game.phase == RESPOND and not answers(game, rules, game.to_act):
        apply_move(game, rules, np.int32(ACCEPT | (NO_CARD << 8) | (NO_CARD << 16)), out)
    elif game.phase == TAKE and popcount(takeable(game, rules)) == 1:
        take(game, lowest(takeable(game, rules)))
        advance(game, rules, True, out)
    elif game.phase == DISCARD:
        if ask_discard(game, game.to_act, game.owed, game.reason):
            if game.reason == BY_FIVE:
                draw_cards(game, rules, game.to_act, 3)
            if game.reason == BY_LIMIT:
                end_turn(game, rules)
            else:
                advance(game, rules, True, out)
    elif game.phase == SEVEN:
        advance(game, rules, False, out)
