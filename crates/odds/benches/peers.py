"""The four reference problems with icepool or dyce: peers.py icepool|dyce

One JSON line a problem: CPU microseconds a query over 100 different parameter sets, each asked once, and the sum of
all squared probabilities, by which the answers are compared with ours. Imports are not counted.
"""

import json
import sys
import time


def parameters(i):
    return {
        "a": (4 + i % 16, 3 + (i // 16) % 4, 2 + (i // 7) % 5),
        "b": (i % 10 - 5, (i // 10) % 10 - 5),
        "c": (4 + i % 17, (i // 17) % 6),
        "d": (4 + i % 17, (i // 17) % 6),
    }


def after(stands, disordered, face, plus):
    """One round of problem d."""
    if stands == 0 or face == 1:
        return (stands, False)
    score = face + plus + (1 if disordered else 0)
    if score <= 4:
        loss = 0
    elif score <= 6:
        loss, disordered = (1 if disordered else 0), True
    elif score <= 8:
        loss = 1
    else:
        loss, disordered = (1 if score == 9 else 2), True
    left = max(0, stands - loss)
    return (left, disordered and left > 0)


def icepool_problems():
    from icepool import Die, d

    def a(n, hit, save):
        wound = d(6).reroll([1], depth=1).map(lambda face: (d(6) < save) if face >= hit else False)
        return list((n @ wound).probabilities())

    def b(own, other):
        return [((2 @ d(6) + own) - (2 @ d(6) + other)).probability(">=", 5)]

    def c(n, plus):
        # Wins and ties packed into one number: icepool is seven times slower with a vector of the two.
        one = ((d(8) + plus) - d(8)).map(lambda margin: 100 if margin > 0 else (1 if margin == 0 else 0))
        return list((n @ one).probabilities())

    def chain(stands, plus):
        def step(left, disordered):
            return d(10).map(lambda face: after(left, disordered, face, plus))

        return list(Die([(stands, False)]).map(step, star=True, repeat=10).probabilities())

    return dict(a=a, b=b, c=c, d=chain)


def dyce_problems():
    import warnings

    warnings.simplefilter("ignore")
    from fractions import Fraction

    from dyce import H, expand

    def listed(odds):
        return [chance for _, chance in odds.probability_items()]

    def a(n, hit, save):
        d6 = H(6)
        die = expand(lambda roll: d6 if roll.outcome == 1 else roll.outcome, d6)
        unsaved = d6.lt(save)
        return listed(n @ expand(lambda roll: unsaved if roll.outcome >= hit else False, die))

    def b(own, other):
        odds = ((2 @ H(6) + own) - (2 @ H(6) + other)).ge(5)
        return [odds.get(True, 0) / odds.total]

    def c(n, plus):
        one = ((H(8) + plus) - H(8)).apply(lambda margin: 100 if margin > 0 else (1 if margin == 0 else 0))
        return listed(n @ one)

    def chain(stands, plus):
        d10, odds = H(10), H({(stands, False): 1})

        def step(roll):
            return d10.apply(lambda face: after(*roll.outcome, face, plus))

        for _ in range(10):
            odds = expand(step, odds, min_path_probability=Fraction(0))
        return listed(odds)

    return dict(a=a, b=b, c=c, d=chain)


def main():
    problems = {"icepool": icepool_problems, "dyce": dyce_problems}[sys.argv[1]]()
    for name, ask in problems.items():
        asked = [parameters(i)[name] for i in range(100)]
        start = time.process_time()
        answers = [ask(*parameters) for parameters in asked]
        spent = time.process_time() - start
        squares = sum(float(chance) ** 2 for answer in answers for chance in answer)
        print(json.dumps(dict(problem=name, us=spent / len(asked) * 1e6, squares=squares)))


main()
