/* The C API is implemented in Swift (Sources/StreamsC). This file makes SwiftPM track include/streams.h,
   so that the Swift side is built anew when the header changes. */
#include "streams.h"
