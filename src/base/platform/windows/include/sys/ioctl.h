// POSIX's question for the size of a console.
#pragma once

struct winsize {
  unsigned short ws_row, ws_col;
};
constexpr unsigned long TIOCGWINSZ = 1;

int ioctl(int stream, unsigned long question, winsize* size);
