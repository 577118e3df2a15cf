#!/usr/bin/env python3
"""gate.py BUILD=PROGRAM...: holds instructions and allocations per value against thresholds.tsv. The builds are
omit-frame-pointers and frame-pointers, of streams-bench, and library, whose rows go through libstreams.so.

Ends with 1 if a row rose by more than 3 %, if one has no threshold, or could not be measured. A row that fell by more
than 3 % is shown, so that its threshold can follow: with --accept [ROW...] what was measured becomes the threshold.
Needs valgrind. Counts do not depend on what else the machine does, so no run is repeated.
"""
import os
import re
import sys

import callgrind

SLACK = 0.03
# Marginal costs within a family of sizes may differ so much: a cliff is a factor of 2 and more.
GROWTH = 1.5
TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'thresholds.tsv')
COLUMNS = ['row', 'goal', 'instructions', 'goal with frame pointers', 'instructions with frame pointers',
           'goal of allocations', 'allocations']
# Where goal and threshold stand. The library is built without frame pointers; its rows are its own.
BUILDS = {'omit-frame-pointers': (1, 2), 'frame-pointers': (3, 4), 'library': (1, 2)}


def read_table():
    with open(TABLE, encoding='utf-8') as table:
        lines = table.read().splitlines()
    comments = [line for line in lines if line.startswith('#')]
    cells = [line.split('\t') for line in lines if line and not line.startswith('#')]
    if cells[0] != COLUMNS or any(len(row) != len(COLUMNS) for row in cells):
        raise callgrind.Failed(f'{TABLE}: the columns must be {COLUMNS}')
    return comments, {row[0]: row for row in cells[1:]}


def number(cell):
    return None if cell == '-' else float(cell.replace(',', ''))


def measure(program):
    names, counted = callgrind.measure(program)
    if '7-4' in counted and '7-0' in counted:
        four, none = counted['7-4'], counted['7-0']
        names['7'] = 'one AnyPublisher: a quarter of what four cost'
        counted['7'] = tuple((a - b) / 4 for a, b in zip(four, none))
    return names, counted


def verdict(measured, threshold, goal):
    """What is to be said of a figure, and whether it fails."""
    if threshold is None:
        return 'NO THRESHOLD', True
    if measured is None:
        return 'NOT MEASURED', True
    over = f', goal {goal:g} missed' if goal is not None and measured > goal else ''
    if measured > threshold * (1 + SLACK) + 0.01:
        return 'RISEN' + over, True
    if measured < threshold * (1 - SLACK) - 0.01:
        return 'fell: tighten the threshold' + over, False
    return 'ok' + over, False


def show(row, goal, threshold, measured, said, name):
    def cell(value, width):
        return ('-' if value is None else f'{value:,.1f}').rjust(width)
    change = f'{(measured / threshold - 1) * 100:+.1f} %' if measured is not None and threshold else '-'
    print(f'{row:20} {cell(goal, 8)} {cell(threshold, 10)} {cell(measured, 10)} {change:>9}  {said:36} {name}')


def families(counted):
    """Rows NAME-SIZE with three sizes: name, what one unit more costs at first and at last."""
    sizes = {}
    for row, (instructions, _) in counted.items():
        if match := re.fullmatch(r'(.+)-(\d+)', row):
            sizes.setdefault(match[1], []).append((int(match[2]), instructions))
    for name, points in sizes.items():
        points.sort()
        if len(points) >= 3:
            steps = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in zip(points, points[1:])]
            yield name, [size for size, _ in points], steps[0], steps[-1]


def accept(rows, results, comments, table):
    order = []
    for build, (_, column) in BUILDS.items():
        names, counted = results[build]
        order += [row for row in names if row not in order]
        for row in counted:
            if not rows or row in rows:
                cells = table.setdefault(row, [row] + ['-'] * (len(COLUMNS) - 1))
                cells[column] = f'{counted[row][0]:.1f}'
                allocations = max(other[row][1] for _, other in results.values() if row in other)
                cells[6] = f'{abs(allocations):.2f}'.rstrip('0').rstrip('.')
    order.insert(order.index('8'), order.pop(order.index('7')))
    with open(TABLE, 'w', encoding='utf-8') as out:
        for line in comments + ['\t'.join(COLUMNS)] + ['\t'.join(table[row]) for row in order if row in table]:
            print(line, file=out)


def main(arguments):
    programs = dict(argument.split('=', 1) for argument in arguments if '=' in argument)
    if set(programs) != set(BUILDS):
        sys.exit(__doc__)
    comments, table = read_table()
    results = {build: measure(program) for build, program in programs.items()}
    if '--accept' in arguments:
        known = {row for names, _ in results.values() for row in names}
        accept([argument for argument in arguments if argument in known], results, comments, table)
        comments, table = read_table()
    failed, fallen, missed = [], [], []
    strangers = [row for row in table if not any(row in names for names, _ in results.values())]
    for build, (goal_column, column) in BUILDS.items():
        names, counted = results[build]
        kinds = [('instructions', 0, goal_column, column), ('allocations', 1, 5, 6)]
        for kind, index, goal_column, column in kinds:
            print(f'\n{kind} per value, {build}')
            print(f'{"row":20} {"goal":>8} {"threshold":>10} {"measured":>10} {"change":>9}  verdict')
            for row in list(names) + (strangers if build == 'omit-frame-pointers' else []):
                cells = table.get(row)
                goal, threshold = (number(cells[goal_column]), number(cells[column])) if cells else (None, None)
                measured = counted[row][index] if row in counted else None
                said, fails = verdict(measured, threshold, goal)
                # Nothing to say of what allocates nothing and shall not.
                if kind == 'instructions' or fails or threshold or goal is not None:
                    show(row, goal, threshold, measured, said, names.get(row, 'no such row'))
                where = f'{row} ({kind}, {build})'
                if fails:
                    failed.append(f'{where}: {said}' + (f', {threshold:,.1f} → {measured:,.1f}' if measured and threshold else ''))
                if said.startswith('fell'):
                    fallen.append(f'{where}: {threshold:,.1f} → {measured:,.1f}')
                if 'missed' in said:
                    missed.append(f'{where}: {measured:,.1f}, goal {goal:,g}')
        print(f'\ngrowth, {build}')
        for name, sizes, first, last in families(counted):
            said = 'ok' if last <= first * GROWTH else 'CLIFF'
            print(f'{name:20} one more costs {first:10,.1f} at {sizes[0]}, {last:10,.1f} at {sizes[-1]}  {said}')
            if said != 'ok':
                failed.append(f'{name} ({build}): one more costs {first:.1f}, then {last:.1f}')
    for title, rows in [('goals missed', missed), ('fell by more than 3 %: scripts/bench --accept', fallen),
                        ('FAILED', failed)]:
        if rows:
            print(f'\n{title}:', *rows, sep='\n  ')
    if failed:
        return 1
    print('\nno row rose by more than 3 %')
    return 0


if __name__ == '__main__':
    try:
        sys.exit(main(sys.argv[1:]))
    except callgrind.Failed as failure:
        sys.exit(f'measuring failed: {failure}')
