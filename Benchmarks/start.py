#!/usr/bin/env python3
"""start.py PROGRAM...: how long each takes from its start to its end, by turns, in milliseconds: the least and the
median of the time that passes, and of the processor's.
"""
import os
import sys
import time

ROUNDS = 300


def start(program, nothing):
    """Milliseconds that pass, and of the processor."""
    actions = [(os.POSIX_SPAWN_DUP2, nothing, 1)]
    began = time.perf_counter()
    child = os.posix_spawn(program, [program], os.environ, file_actions=actions)
    _, status, used = os.wait4(child, 0)
    passed = time.perf_counter() - began
    if status:
        sys.exit(f'{program} ended with {os.waitstatus_to_exitcode(status)}')
    return passed * 1e3, (used.ru_utime + used.ru_stime) * 1e3


def main(programs):
    nothing = os.open(os.devnull, os.O_WRONLY)
    times = {program: [] for program in programs}
    for _ in range(ROUNDS):
        for program in programs:
            times[program].append(start(program, nothing))
    print('| program | ms, least | ms, median | of the processor, least | median |')
    print('|---|---|---|---|---|')
    for program in programs:
        passed, used = (sorted(column) for column in zip(*times[program]))
        figures = [passed[0], passed[ROUNDS // 2], used[0], used[ROUNDS // 2]]
        print(f'| {os.path.basename(program)} |', ' | '.join(f'{figure:.2f}' for figure in figures), '|')


if __name__ == '__main__':
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1:])
