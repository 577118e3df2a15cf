/* What starting with libstreams costs: one value through the library. Beside hello.cpp. */
#include <stdio.h>
#include <streams.h>

static streams_demand_t show(void *context, streams_value_t value) {
  (void)context;
  printf("hello %lld\n", (long long)streams_int_of(value));
  return 0;
}

int main(void) {
  streams_cancellable_release(streams_sink(streams_range(1, 1), show, NULL, NULL, NULL));
  return 0;
}
