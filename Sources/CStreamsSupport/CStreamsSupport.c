#define _GNU_SOURCE /* PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP */
#include "CStreamsSupport.h"

#include <pthread.h>

_Thread_local streams_thread_state_t streams_this_thread;

/* libuv ends its pool of threads in a destructor, that is in exit(), and aborts when a loop in another thread then gives
   it work. The destructor here runs before libuv's, which the library or program needs: it takes the lock for good. The
   other threads wait for the end of the process in streams_pool_enter(). */
static pthread_mutex_t pool = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

bool streams_pool_enter(void) { return pthread_mutex_lock(&pool) == 0; }

void streams_pool_leave(void) { pthread_mutex_unlock(&pool); }

__attribute__((destructor)) static void close_pool(void) { pthread_mutex_lock(&pool); }
