// The address of a local socket.
#pragma once
#include <winsock2.h>
// Behind it.
#include <afunix.h>
