#include "CStreamsSupport.h"
