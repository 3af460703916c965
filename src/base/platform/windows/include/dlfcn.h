// Libraries that are loaded while the program runs (memory.cpp).
#pragma once
#define RTLD_NOW 2
#define RTLD_LOCAL 0
void* dlopen(const char* name, int flags);
void* dlsym(void* library, const char* name);
