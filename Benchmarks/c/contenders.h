/* The rows of pipelines.h once more, without Streams: the same callbacks over the same values. */
#ifndef CONTENDERS_H
#define CONTENDERS_H

#include <stddef.h>
#include <stdint.h>

/* Hand-written: nodes behind function pointers. What speed there is to be had. */
int64_t chain_one_by_one(size_t count);
int64_t chain_batches(size_t count);
int64_t chain_lines(size_t lines);
int64_t chain_buffer(size_t lines);

/* GObjects that emit a signal for each value, which the next one is connected to. */
int64_t signals_one_by_one(size_t count);
int64_t signals_batches(size_t count);
int64_t signals_lines(size_t lines);
int64_t signals_buffer(size_t lines);

#endif
