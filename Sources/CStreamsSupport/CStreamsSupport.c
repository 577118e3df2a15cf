#include "CStreamsSupport.h"

_Thread_local streams_thread_state_t streams_this_thread;
