#define _GNU_SOURCE
#include "Signals.h"

#include <stddef.h>

static const int watched[] = {SIGINT, SIGWINCH, SIGCONT, SIGTSTP, SIGQUIT, SIGTERM, SIGHUP};
enum { watched_count = sizeof watched / sizeof watched[0], first_passed_on = 3 };

static volatile sig_atomic_t noted[watched_count];
static struct sigaction programs_own[watched_count];

static void take_note(int signal_number) {
  for (int i = 0; i < watched_count; i++) {
    if (watched[i] == signal_number) noted[i] = 1;
  }
}

static void watch(int i) {
  struct sigaction action = {.sa_handler = take_note};
  sigemptyset(&action.sa_mask);
  sigaction(watched[i], &action, &programs_own[i]);
  if (programs_own[i].sa_handler == SIG_IGN && watched[i] != SIGINT) {
    sigaction(watched[i], &programs_own[i], NULL);
  }
}

void signals_watch(void) {
  for (int i = 0; i < watched_count; i++) {
    noted[i] = 0;
    watch(i);
  }
}

void signals_unwatch(void) {
  for (int i = 0; i < watched_count; i++) sigaction(watched[i], &programs_own[i], NULL);
  int signal_number;
  while ((signal_number = signals_take_passed_on()) != 0) raise(signal_number);
}

int signals_take(int signal_number) {
  for (int i = 0; i < watched_count; i++) {
    if (watched[i] == signal_number && noted[i]) {
      noted[i] = 0;
      return 1;
    }
  }
  return 0;
}

int signals_take_passed_on(void) {
  for (int i = first_passed_on; i < watched_count; i++) {
    if (signals_take(watched[i])) return watched[i];
  }
  return 0;
}

void signals_pass_on(int signal_number) {
  for (int i = 0; i < watched_count; i++) {
    if (watched[i] != signal_number) continue;
    sigaction(signal_number, &programs_own[i], NULL);
    raise(signal_number);
    watch(i);
  }
}
