"""Writes icepool.json: random pools of nine kinds with the exact odds that icepool gives them.

    python3 -m venv venv && venv/bin/pip install icepool==2.1.3 && venv/bin/python make_icepool.py > icepool.json

Every case has its kind, its dice and `odds`: [outcome, "part/whole"], outcomes as lists of whole numbers.
The seed is fixed, so the file comes out the same each time.
"""

import json
import random

from icepool import Die, Vector, d, z

CASES_A_KIND = 32
pick = random.Random(1776)


def die(sides):
    """A die by its number of sides; 0 is the ten-sided one whose 0 is zero."""
    return z(10) if sides == 0 else d(sides)


def written(odds):
    """icepool's die as [outcome, ratio]; an outcome that is one number becomes a list of one."""
    found = []
    for outcome in odds.outcomes():
        listed = [int(part) for part in outcome] if isinstance(outcome, (tuple, Vector)) else [int(outcome)]
        found.append([listed, str(odds.probability("==", outcome))])
    return found


def some_sides():
    return pick.choice([4, 6, 6, 6, 8, 10, 10, 12, 0])


def some_lot(most_trials, most_dice=1, again=True):
    sides = some_sides()
    faces = list(range(10)) if sides == 0 else list(range(1, sides + 1))
    rolled_again = []
    if again and pick.random() < 0.6:
        rolled_again = sorted(pick.sample(faces, pick.choice([1, 1, 1, 2])))
    return dict(trials=pick.randint(1, most_trials), dice=pick.randint(1, most_dice), sides=sides,
                plus=pick.choice([0, 0, 0, -1, 1, 2]), again=rolled_again)


def value(lot):
    """One trial of a lot."""
    one = die(lot["sides"])
    if lot["again"]:
        one = one.reroll(lot["again"], depth=1)
    return lot["dice"] @ one + lot["plus"]


def some_hit(lot):
    """A least value that can be hit and missed."""
    values = value(lot).outcomes()
    return pick.choice(values[1:])


def band(cuts, score):
    found = 0
    for start, number in cuts:
        if score >= start:
            found = number
    return found


def pool(lot=None):
    lot = lot or some_lot(24, most_dice=2)
    lot["hit"] = some_hit(lot)
    return dict(lot=lot), lot["trials"] @ (value(lot) >= lot["hit"])


def saves():
    lot, save = some_lot(20), some_lot(1)
    lot["hit"], save["hit"] = some_hit(lot), some_hit(save)
    fails = value(save) < save["hit"]
    return dict(lot=lot, save=save), lot["trials"] @ value(lot).map(lambda x: fails if x >= lot["hit"] else False)


def bands():
    lot = some_lot(8, most_dice=2)
    values = value(lot).outcomes()
    starts = sorted(pick.sample(values, min(len(values), pick.randint(2, 3))))
    numbers = pick.choice([[1, 2, 3], [1, 0, 1], [2, 1, 0], [1, 0, 2]])
    cuts = list(zip(starts, numbers))
    lot["cuts"] = cuts
    n = 1 + max(number for _, number in cuts)
    one = value(lot).map(lambda x: Vector(int(band(cuts, x) == at) for at in range(n)))
    return dict(lot=lot), lot["trials"] @ one


def mixed():
    """Two lots with their own dice and bands, their hits added."""
    lots = [some_lot(8), some_lot(8)]
    for lot in lots:
        lot["hit"] = some_hit(lot)
    first, second = [lot["trials"] @ (value(lot) >= lot["hit"]) for lot in lots]
    return dict(lots=lots), first + second


def opposed(own=None, other=None):
    own, other = own or some_lot(1, most_dice=4), other or some_lot(1, most_dice=4)
    return dict(own=own, other=other), value(own) - value(other)


def roll_off():
    own, other = some_lot(1, most_dice=2), some_lot(1, most_dice=2)
    return dict(own=own, other=other), (value(own) - value(other)).reroll([0], depth="inf")


def pairs():
    own, other = some_lot(12, again=False), some_lot(1, again=False)
    other["trials"] = own["trials"]
    one = (value(own) - value(other)).map(lambda x: Vector((int(x > 0), int(x == 0))))
    return dict(own=own, other=other), own["trials"] @ one


def faces():
    sides = pick.choice([3, 4, 6, 6])
    n = pick.randint(1, {3: 6, 4: 5, 6: 4}[sides])
    return dict(sides=sides, trials=n), d(sides).pool(n).expand()


def chain(rounds=None):
    """A state (stands, disordered) thrown through a chart round by round: by score, stands lost and what becomes of the order."""
    sides = pick.choice([6, 10, 10, 8])
    starts = sorted(pick.sample(range(2, sides + 3), 4))
    rows = [[start, pick.choice([0, 1, 1, 2]), pick.choice(["kept", "lost", "won"])] for start in starts]
    stands, rounds, plus = pick.randint(2, 14), rounds or pick.randint(1, 10), pick.choice([0, 0, 1, 2])

    def step(left, disordered):
        if left == 0:
            return Die([(0, 0)])

        def read(face):
            loss, order = 0, "kept"
            for start, row_loss, row_order in rows:
                if face + disordered * plus >= start:
                    loss, order = row_loss, row_order
            now = max(0, left - loss)
            return (now, {"kept": disordered, "lost": 1, "won": 0}[order] if now else 0)

        return die(sides).map(read)

    odds = Die([(stands, 0)])
    for _ in range(rounds):
        odds = odds.map(step, star=True)
    return dict(sides=sides, rows=rows, stands=stands, rounds=rounds, plus=plus), odds


def great():
    """Cases whose whole has more than 128 bits."""
    lot = dict(trials=50, dice=1, sides=10, plus=0, again=[1])
    own, other = [dict(trials=1, dice=dice, sides=6, plus=0, again=[]) for dice in (26, 25)]
    return [("pool", pool(lot)), ("opposed", opposed(own, other)), ("chain", chain(rounds=50))]


def main():
    kinds = [pool, saves, bands, mixed, opposed, roll_off, pairs, faces, chain]
    cases = [(kind.__name__, kind()) for kind in kinds for _ in range(CASES_A_KIND)] + great()
    lines = [json.dumps(dict(kind=name, **case, odds=written(odds)), separators=(",", ":")) for name, (case, odds) in cases]
    print("[\n" + ",\n".join(lines) + "\n]")


main()
