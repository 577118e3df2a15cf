/* The rows of the contract that go through C, as a program would write them. */
#ifndef PIPELINES_H
#define PIPELINES_H

#include <stddef.h>
#include <stdint.h>

int64_t send_one_by_one(size_t count);  /* C1: subject → map → filter → subscriber */
int64_t count_up(size_t count);         /* C2: range → map → filter → subscriber */
int64_t send_batches(size_t count);     /* C3: as C1, 256 at a time */
int64_t cut_lines(size_t lines);        /* C4: chunks → lines → map → filter → subscriber */
int64_t cut_and_buffer(size_t lines);   /* C4-buffer: the same, and a buffer that its reader keeps up with */

#endif
