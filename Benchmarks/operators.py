#!/usr/bin/env python3
"""operators.py PROGRAM DOCS: measures a row for each operator and writes the costs into the tables of DOCS.

Ends with 1 if an operator has no row, or a row no operator.
"""
import sys

import callgrind


def names(cell):
    """What stands between backticks."""
    return cell.split('`')[1::2]


def main(program, path):
    with open(path, encoding='utf-8') as text:
        lines = text.read().splitlines()
    _, counted = callgrind.measure(program)
    left, missing, column = set(counted), [], None
    for index, line in enumerate(lines):
        cells = [cell.strip() for cell in line.strip('|').split('|')]
        if line.startswith('| operator | file |'):
            column = cells.index('cost')
        # A dash says that no value passes.
        elif line.startswith('| `') and cells[column] != '-':
            found = [name for name in names(cells[0]) if name in counted]
            if found:
                left.difference_update(found)
                # One row may have several names: the dearest counts.
                cells[column] = f'{max(counted[name][0] for name in found):,.0f}'.replace(',', '')
                lines[index] = '| ' + ' | '.join(cells) + ' |'
            else:
                missing.append(cells[0])
    with open(path, 'w', encoding='utf-8') as text:
        print(*lines, sep='\n', file=text)
    print(f'{len(counted)} rows measured')
    if missing:
        print('operators without a row in Benchmarks/Sources/streams-operators:', *missing, sep='\n  ')
    if left:
        print('rows without an operator in docs/operators.md:', *sorted(left), sep='\n  ')
    return 1 if missing or left else 0


if __name__ == '__main__':
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    try:
        sys.exit(main(*sys.argv[1:]))
    except callgrind.Failed as failure:
        sys.exit(f'measuring failed: {failure}')
