/* Shapes whose cost must grow as the work grows, through C: the names of Sources/streams-bench/ShapeRows.swift. */
#ifndef SHAPES_H
#define SHAPES_H

#include <stddef.h>
#include <stdint.h>

int64_t map_1(size_t count);
int64_t map_3(size_t count);
int64_t map_12(size_t count);
int64_t zip_nested_1(size_t count);
int64_t zip_nested_2(size_t count);
int64_t zip_nested_4(size_t count);
int64_t flat_map_nested_1(size_t count);
int64_t flat_map_nested_2(size_t count);
int64_t flat_map_nested_3(size_t count);
int64_t subject_1(size_t count);
int64_t subject_10(size_t count);
int64_t subject_1000(size_t count);
/* Makes a pipeline of three operators, subscribes and cancels, so many times. */
int64_t make_and_cancel(size_t count);
/* Subscribes to a pipeline that is there and cancels. */
int64_t subscribe_and_cancel(size_t count);

#endif
