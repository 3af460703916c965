// The types of Windows without its words `near` and `far`, which are names of variables here.
#pragma once
#include_next <windef.h>
#undef near
#undef far
#undef NEAR
#undef FAR
#define NEAR
#define FAR
