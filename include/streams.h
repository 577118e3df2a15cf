#ifndef STREAMS_H
#define STREAMS_H
#include <stdint.h>
uint32_t streams_version(void);
#endif
