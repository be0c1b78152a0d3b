// What Swift cannot reach in libedit: its variadic calls, and signal handlers around them.
#ifndef CEDITLINE_H
#define CEDITLINE_H

#include <histedit.h>
#include <stdint.h>

/// One editor on one terminal. All calls come from one thread.
typedef struct ceditline ceditline;

typedef struct {
  void *owner;
  /// The completion key was pressed; answers one of the CC_ codes of histedit.h.
  int (*complete)(void *owner);
  /// About 20 times a second while waiting for a key.
  void (*idle)(void *owner);
} ceditline_callbacks;

enum ceditline_status {
  CEDITLINE_LINE,
  CEDITLINE_INTERRUPTED,
  CEDITLINE_END,
  CEDITLINE_FAILED,
};

/// NULL, with errno set, when `input` is no terminal or memory is short. The descriptors stay the caller's.
ceditline *ceditline_open(
    const char *program, int input, int output, ceditline_callbacks callbacks);
void ceditline_close(ceditline *editor);

/// Reads one line. Bytes between two \1 in the prompt take no room on the screen.
/// The code points live until the next call; they carry the final newline, if one was typed.
enum ceditline_status ceditline_read(
    ceditline *editor, const char *prompt, const int32_t **scalars, int *count, int *error);

/// Sets what stands at the right edge of the line from the next `ceditline_read` on, until what is
/// typed reaches it; marked like a prompt.
void ceditline_set_status(ceditline *editor, const char *text);

/// Takes what was typed and not read yet, for the lines read from now on, so that a question that is
/// asked in another way does not get it.
void ceditline_set_aside(ceditline *editor);

/// Drops what was set aside.
void ceditline_drop_aside(ceditline *editor);

/// Reads the line that answers a question, as `ceditline_read` does. What was typed before it was asked is
/// no answer: it comes as if it were typed for the lines read after it. Ctrl-C drops it.
enum ceditline_status ceditline_ask(
    ceditline *editor, const char *prompt, const int32_t **scalars, int *count, int *error);

/// The line being edited, in code points, for use inside a callback.
const int32_t *ceditline_buffer(ceditline *editor, int *count, int *cursor);

/// Replaces the `count` code points before the cursor; 0 when the line cannot grow any more.
int ceditline_replace(ceditline *editor, int count, const char *text);

/// How many columns a code point takes on the terminal.
int ceditline_width(uint32_t scalar);

/// Writes below the line being edited; the caller then answers CC_REDISPLAY.
void ceditline_print(ceditline *editor, const char *text);

/// Writes above the line being edited and draws the line again.
void ceditline_print_above(ceditline *editor, const char *text);

void ceditline_history_resize(ceditline *editor, int size);
void ceditline_history_clear(ceditline *editor);
void ceditline_history_add(ceditline *editor, const char *line);

/// Lets a program have all of a terminal: keys come as they are pressed, and what was on the screen is
/// set aside. Signals that end the program put the terminal in order first.
/// 0, or the errno of what could not be done; the terminal is then as it was.
int fullscreen_enter(int input, int output);

/// Puts the terminal in order; does nothing where that was done.
void fullscreen_leave(void);

#endif
