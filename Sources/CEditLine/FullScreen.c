#define _GNU_SOURCE
#include "CEditLine.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// The signals that end a program unless it takes care of them, faults of its own among them. SIGINT
// is the program's own affair: at a terminal in this mode it is no key.
static const int deadly[] = {SIGTERM, SIGHUP,  SIGQUIT, SIGPIPE, SIGABRT, SIGILL,
                             SIGTRAP, SIGBUS,  SIGFPE,  SIGSEGV, SIGXCPU, SIGALRM};
enum { deadly_count = sizeof deadly / sizeof deadly[0] };

static struct sigaction programs_own[deadly_count];
static struct sigaction programs_stop;
static struct termios former;
static int input_end, output_end;
static volatile sig_atomic_t is_entered;

// The alternate screen, no cursor, no wrapping of long lines; and back.
static const char entry[] = "\033[?1049h\033[?25l\033[?7l\033[2J";
static const char farewell[] = "\033[?7h\033[?25h\033[?1049l";

static int put(const char *text) {
  size_t rest = strlen(text);
  while (rest > 0) {
    ssize_t count = write(output_end, text, rest);
    if (count < 0 && errno != EINTR && errno != EAGAIN) return errno;
    if (count > 0) {
      text += count;
      rest -= (size_t)count;
    }
  }
  return 0;
}

/// Does only what a signal's handler may do.
static void restore(void) {
  if (!is_entered) return;
  is_entered = 0;
  put(farewell);
  tcsetattr(input_end, TCSADRAIN, &former);
}

static void restore_and_pass_on(int signal_number) {
  int error = errno;
  restore();
  for (int i = 0; i < deadly_count; i++) {
    if (deadly[i] == signal_number) sigaction(signal_number, &programs_own[i], NULL);
  }
  // It comes when the handler returns, as the program would have got it.
  raise(signal_number);
  errno = error;
}

int fullscreen_enter(int input, int output) {
  if (is_entered) return EBUSY;
  if (tcgetattr(input, &former) != 0) return errno;
  input_end = input;
  output_end = output;
  struct termios raw = former;
  raw.c_iflag &= ~(tcflag_t)(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON);
  raw.c_lflag &= ~(tcflag_t)(ECHO | ICANON | IEXTEN | ISIG);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;

  struct sigaction action = {.sa_handler = restore_and_pass_on};
  sigfillset(&action.sa_mask);
  for (int i = 0; i < deadly_count; i++) {
    sigaction(deadly[i], NULL, &programs_own[i]);
    if (programs_own[i].sa_handler != SIG_IGN) sigaction(deadly[i], &action, NULL);
  }
  // Whoever stops the program from elsewhere would be left with half a terminal.
  struct sigaction ignore = {.sa_handler = SIG_IGN};
  sigaction(SIGTSTP, &ignore, &programs_stop);

  is_entered = 1;
  int error = tcsetattr(input, TCSADRAIN, &raw) != 0 ? errno : put(entry);
  if (error != 0) fullscreen_leave();
  return error;
}

void fullscreen_leave(void) {
  if (!is_entered) return;
  restore();
  for (int i = 0; i < deadly_count; i++) sigaction(deadly[i], &programs_own[i], NULL);
  sigaction(SIGTSTP, &programs_stop, NULL);
}
