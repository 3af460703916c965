// POSIX's settings of a console: whether it shows what is typed.
#pragma once

using tcflag_t = unsigned long;
struct termios {
  tcflag_t c_lflag;
};
constexpr tcflag_t ECHO = 4;  // as Windows has it in the mode of a console
constexpr int TCSAFLUSH = 0;

int tcgetattr(int stream, termios* settings);
int tcsetattr(int stream, int when, const termios* settings);
