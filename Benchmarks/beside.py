#!/usr/bin/env python3
"""beside.py PROGRAM: what each contender for a row costs per value, as a table: nanoseconds of processor time (all by
turns in one run, the least and the median), instructions and allocations (under callgrind).
"""
import subprocess
import sys

import callgrind


def main(program):
    timed = subprocess.run([program, '--ns'], capture_output=True, text=True, check=True).stdout.splitlines()
    _, counted = callgrind.measure(program)
    print('| row | contender | ns, least | ns, median | instructions | allocations |')
    print('|---|---|---|---|---|---|')
    for line in timed:
        row, least, median, name = line.split('\t')
        instructions, allocations = counted[row]
        row, contender = row.split(':')
        title = f'{row} {name}' if name else ''
        print(f'| {title} | {contender} | {least} | {median} | {instructions:,.1f} | {abs(allocations):.2f} |')


if __name__ == '__main__':
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        main(sys.argv[1])
    except (callgrind.Failed, subprocess.CalledProcessError) as failure:
        sys.exit(f'measuring failed: {failure}')
