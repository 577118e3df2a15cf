"""Runs a program of rows under callgrind: instructions and allocations per value."""
import glob
import os
import re
import subprocess
import sys
import tempfile

ALLOCATORS = {'malloc', 'calloc', 'realloc', 'posix_memalign', 'aligned_alloc', 'memalign', '_mid_memalign'}


def allocates(name):
    # What comes again within itself has an apostrophe and a number, a specialised copy a dot and a word.
    return name.split("'")[0].split('.')[0] in ALLOCATORS


class Failed(Exception):
    pass


def read(path):
    """What one dump says: its label, the instructions, the calls of functions that allocate."""
    label, instructions, allocations = None, None, 0
    names, caller, called = {}, '', ''
    with open(path, encoding='utf-8', errors='replace') as dump:
        for line in dump:
            if line.startswith('desc: Trigger: Client Request: '):
                label = line.rstrip('\n').split(': ', 3)[3]
            elif line.startswith('totals: '):
                instructions = int(line.split()[1])
            elif line.startswith(('fn=', 'cfn=')):
                number, name = re.match(r'c?fn=\((\d+)\)(?: (.*))?', line).groups()
                if name:
                    names[number] = name
                if line[0] == 'c':
                    called = names[number]
                else:
                    caller = names[number]
            elif line.startswith('calls='):
                # One allocator may call another: one allocation all the same.
                if allocates(called) and not allocates(caller):
                    allocations += int(line[6:].split()[0])
    return label, instructions, allocations


def measure(program):
    """{row: (instructions, allocations) per value}, from the difference of two run lengths."""
    listed = subprocess.run([program, '--counted'], capture_output=True, text=True, check=True).stdout.splitlines()
    rows = dict(line.split('\t', 1) for line in listed)
    if len(rows) != len(listed):
        raise Failed(f'{program}: two rows have the same name')
    # Names bound at the start, and hashes that do not change, so that every run counts the same.
    environment = dict(os.environ, SWIFT_BACKTRACE='enable=no', SWIFT_DETERMINISTIC_HASHING='1', LD_BIND_NOW='1')
    with tempfile.TemporaryDirectory() as folder:
        ran = subprocess.run(
            ['valgrind', '--tool=callgrind', f'--callgrind-out-file={folder}/out', program, '--count'],
            capture_output=True, text=True, env=environment)
        if ran.returncode:
            print(ran.stdout, ran.stderr, sep='\n', file=sys.stderr)
            raise Failed(f'{program} ended with {ran.returncode}')
        counted = {}
        for path in glob.glob(f'{folder}/out*'):
            label, instructions, allocations = read(path)
            if label and instructions is not None:
                row, length = label.split('\t')
                counted.setdefault(row, {})[int(length)] = (instructions, allocations)
    result = {}
    for row in rows:
        runs = sorted(counted.get(row, {}).items())
        if len(runs) == 2:
            (short, few), (long, many) = runs
            result[row] = tuple((b - a) / (long - short) for a, b in zip(few, many))
    return rows, result
