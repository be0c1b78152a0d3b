// The signals that concern a program while it edits a line: taken note of, acted on between keys.
#ifndef CEDITLINE_SIGNALS_H
#define CEDITLINE_SIGNALS_H

#include <signal.h>

/// Installs handlers that only take note, without SA_RESTART. A signal the program ignores
/// stays ignored, but for SIGINT, which always clears the line.
void signals_watch(void);

/// Puts the program's own handlers back and hands them what was noted and not acted on.
void signals_unwatch(void);

/// Whether the signal came in since it was last asked about.
int signals_take(int signal_number);

/// A noted signal that stops or ends the program by default, or 0.
int signals_take_passed_on(void);

/// Lets the program's own handler have the signal. Returns when the program goes on.
void signals_pass_on(int signal_number);

#endif
