#define _GNU_SOURCE
#include "CEditLine.h"
#include "Signals.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

_Static_assert(sizeof(wchar_t) == sizeof(int32_t), "a wide character is a code point");

struct ceditline {
  EditLine *edit;
  History *history;
  FILE *input;
  FILE *output;
  const char *prompt;
  /// What stands at the right edge while a command is typed.
  char *status;
  ceditline_callbacks callbacks;
  int64_t last_idle;
  int interrupted;
  /// What was typed before a question, which is for the lines after it.
  char *aside;
  size_t aside_start, aside_length;
  int is_question;
  /// The bytes so far of a character of several.
  mbstate_t partial_key;
};

enum { idle_milliseconds = 50 };

static ceditline *owner_of(EditLine *edit) {
  void *editor = NULL;
  el_get(edit, EL_CLIENTDATA, &editor);
  return editor;
}

static char *current_prompt(EditLine *edit) {
  return (char *)owner_of(edit)->prompt;
}

static unsigned char complete(EditLine *edit, int key) {
  (void)key;
  ceditline *editor = owner_of(edit);
  return (unsigned char)editor->callbacks.complete(editor->callbacks.owner);
}

static char *current_status(EditLine *edit) {
  ceditline *editor = owner_of(edit);
  return editor->is_question || editor->status == NULL ? (char *)"" : editor->status;
}

/// Draws the line again from the first column, as nothing on the screen can be relied on.
static void redraw(ceditline *editor, const char *above) {
  fputc('\r', editor->output);
  el_set(editor->edit, EL_ECHOTC, "-s", "cd", NULL);
  if (above != NULL) fputs(above, editor->output);
  el_set(editor->edit, EL_REFRESH);
}

/// Acts on the signals that came in. Their handlers only take note, because libedit's own
/// (EL_SIGNAL) allocate memory, which may deadlock when the signal lands inside an idle call,
/// and pass the signal on to the whole process group.
static int settle_signals(ceditline *editor) {
  if (signals_take(SIGINT)) return -1;
  int changed = 0, signal_number;
  while ((signal_number = signals_take_passed_on()) != 0) {
    el_set(editor->edit, EL_PREP_TERM, 0);
    signals_pass_on(signal_number);
    el_set(editor->edit, EL_PREP_TERM, 1);
    changed = 1;
  }
  if (signals_take(SIGCONT)) {
    // Whoever was in front meanwhile may have left the terminal in another mode.
    el_set(editor->edit, EL_PREP_TERM, 0);
    el_set(editor->edit, EL_PREP_TERM, 1);
    changed = 1;
  }
  if (signals_take(SIGWINCH)) {
    el_resize(editor->edit);
    changed = 1;
  }
  if (changed) redraw(editor, NULL);
  return 0;
}

static int64_t milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void drop_aside(ceditline *editor) {
  free(editor->aside);
  editor->aside = NULL;
  editor->aside_start = editor->aside_length = 0;
}

/// Takes what was typed and not read yet from the terminal.
static void set_aside(ceditline *editor) {
  struct pollfd waiting = {.fd = fileno(editor->input), .events = POLLIN};
  char bytes[1024];
  while (poll(&waiting, 1, 0) > 0 && (waiting.revents & POLLIN) != 0) {
    ssize_t got = read(waiting.fd, bytes, sizeof bytes);
    if (got <= 0) return;
    char *grown = realloc(editor->aside, editor->aside_length + (size_t)got);
    if (grown == NULL) return;
    memcpy(grown + editor->aside_length, bytes, (size_t)got);
    editor->aside = grown;
    editor->aside_length += (size_t)got;
  }
}

/// Gives the next byte: one that was set aside, unless a question is being asked, or else one from
/// the terminal, waiting a moment for it.
///
/// Returns 1, 0 at the end of the input, or -1 with errno EAGAIN or EINTR where none came.
static ssize_t next_byte(ceditline *editor, char *byte) {
  if (editor->is_question || editor->aside == NULL) {
    // The time-out also bounds the wait for a signal that came before it, or to another thread.
    struct pollfd waiting = {.fd = fileno(editor->input), .events = POLLIN};
    int ready = poll(&waiting, 1, idle_milliseconds);
    if (ready == 0) errno = EAGAIN;
    return ready <= 0 ? -1 : read(waiting.fd, byte, 1);
  }
  *byte = editor->aside[editor->aside_start++];
  if (editor->aside_start == editor->aside_length) drop_aside(editor);
  return 1;
}

/// Takes the next key if all its bytes are there, and keeps those of a part of one.
///
/// Returns as `next_byte` does.
static int next_key(ceditline *editor, wchar_t *key) {
  char byte;
  ssize_t got;
  while ((got = next_byte(editor, &byte)) == 1) {
    size_t used = mbrtowc(key, &byte, 1, &editor->partial_key);
    if (used == (size_t)-2) continue;
    if (used == (size_t)-1) {
      editor->partial_key = (mbstate_t){0};
      *key = 0xFFFD;
    }
    return 1;
  }
  return (int)got;
}

static int read_key(EditLine *edit, wchar_t *key) {
  ceditline *editor = owner_of(edit);
  for (;;) {
    if (settle_signals(editor) != 0) {
      editor->interrupted = 1;
      errno = EINTR;
      return -1;
    }
    if (milliseconds() - editor->last_idle >= idle_milliseconds) {
      editor->callbacks.idle(editor->callbacks.owner);
      editor->last_idle = milliseconds();
    }
    int got = next_key(editor, key);
    if (got >= 0 || (errno != EAGAIN && errno != EINTR)) return got;
  }
}

/// Opens the terminal again, to read without waiting: `poll` cannot promise a byte, since a
/// Ctrl-C discards what was typed before it, and the read would then miss the Ctrl-C.
///
/// The flag must not be set on the given descriptor, which other programs share. A terminal that
/// belongs to another user cannot be opened again, and is read as it is.
static int own_input(int input) {
  char name[32];
  snprintf(name, sizeof name, "/proc/self/fd/%d", input);
  int opened = open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  return opened >= 0 ? opened : fcntl(input, F_DUPFD_CLOEXEC, 3);
}

static void bind_completion(EditLine *edit) {
  el_set(edit, EL_BIND, "^I", "complete-word", NULL);
}

ceditline *ceditline_open(
    const char *program, int input, int output, ceditline_callbacks callbacks) {
  if (!isatty(input) || !isatty(output)) return NULL;
  setlocale(LC_CTYPE, "");
  if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0) setlocale(LC_CTYPE, "C.UTF-8");

  ceditline *editor = calloc(1, sizeof *editor);
  if (editor == NULL) return NULL;
  editor->callbacks = callbacks;
  editor->prompt = "";
  int input_copy = own_input(input);
  int output_copy = fcntl(output, F_DUPFD_CLOEXEC, 3);
  if (input_copy >= 0) editor->input = fdopen(input_copy, "r");
  if (editor->input == NULL && input_copy >= 0) close(input_copy);
  if (output_copy >= 0) editor->output = fdopen(output_copy, "w");
  if (editor->output == NULL && output_copy >= 0) close(output_copy);
  if (editor->input != NULL && editor->output != NULL) {
    editor->edit = el_init(program, editor->input, editor->output, editor->output);
    editor->history = history_init();
  }
  if (editor->edit == NULL || editor->history == NULL) {
    int error = errno;
    ceditline_close(editor);
    errno = error;
    return NULL;
  }

  EditLine *edit = editor->edit;
  el_set(edit, EL_CLIENTDATA, editor);
  el_set(edit, EL_PROMPT_ESC, current_prompt, '\1');
  el_set(edit, EL_RPROMPT_ESC, current_status, '\1');
  el_set(edit, EL_EDITOR, "emacs");
  el_set(edit, EL_HIST, history, editor->history);
  el_set(edit, EL_GETCFN, read_key);
  el_set(edit, EL_ADDFN, "complete-word", "Complete the word before the cursor", complete);
  bind_completion(edit);
  el_source(edit, NULL);
  // Choosing vi keys in .editrc starts from a fresh key map.
  const char *keys = NULL;
  el_get(edit, EL_EDITOR, &keys);
  if (keys == NULL || strcmp(keys, "emacs") != 0) bind_completion(edit);
  return editor;
}

void ceditline_close(ceditline *editor) {
  if (editor->edit != NULL) el_end(editor->edit);
  if (editor->history != NULL) history_end(editor->history);
  if (editor->input != NULL) fclose(editor->input);
  if (editor->output != NULL) fclose(editor->output);
  free(editor->aside);
  free(editor->status);
  free(editor);
}

void ceditline_set_status(ceditline *editor, const char *text) {
  free(editor->status);
  editor->status = strdup(text);
}

void ceditline_set_aside(ceditline *editor) {
  // Until its line has an end the terminal would give nothing otherwise.
  el_set(editor->edit, EL_PREP_TERM, 1);
  set_aside(editor);
  el_set(editor->edit, EL_PREP_TERM, 0);
}

void ceditline_drop_aside(ceditline *editor) {
  drop_aside(editor);
}

enum ceditline_status ceditline_ask(
    ceditline *editor, const char *prompt, const int32_t **scalars, int *count, int *error) {
  // Until its line has an end the terminal would give nothing otherwise.
  el_set(editor->edit, EL_PREP_TERM, 1);
  set_aside(editor);
  editor->is_question = 1;
  enum ceditline_status status = ceditline_read(editor, prompt, scalars, count, error);
  editor->is_question = 0;
  if (status == CEDITLINE_INTERRUPTED) drop_aside(editor);
  return status;
}

enum ceditline_status ceditline_read(
    ceditline *editor, const char *prompt, const int32_t **scalars, int *count, int *error) {
  editor->prompt = prompt;
  editor->interrupted = 0;
  editor->partial_key = (mbstate_t){0};
  editor->last_idle = milliseconds();
  signals_watch();
  // libedit would show the prompt first, and the terminal would handle keys typed just then.
  el_set(editor->edit, EL_PREP_TERM, 1);
  errno = 0;
  *count = 0;
  *scalars = (const int32_t *)el_wgets(editor->edit, count);
  *error = errno;
  // A Ctrl-C that came after the last key.
  if (signals_take(SIGINT)) editor->interrupted = 1;
  signals_unwatch();
  editor->prompt = "";
  if (editor->interrupted) {
    fputs("^C\n", editor->output);
    fflush(editor->output);
    return CEDITLINE_INTERRUPTED;
  }
  if (*scalars != NULL && *count > 0) return CEDITLINE_LINE;
  // EIO is what reading from a terminal that hung up gives.
  if (*count != 0 && *error != EIO && *error != 0) return CEDITLINE_FAILED;
  // libedit leaves the cursor after the ^D.
  fputc('\n', editor->output);
  fflush(editor->output);
  return CEDITLINE_END;
}

const int32_t *ceditline_buffer(ceditline *editor, int *count, int *cursor) {
  const LineInfoW *line = el_wline(editor->edit);
  *count = (int)(line->lastchar - line->buffer);
  *cursor = (int)(line->cursor - line->buffer);
  return (const int32_t *)line->buffer;
}

int ceditline_replace(ceditline *editor, int count, const char *text) {
  if (count > 0) el_deletestr(editor->edit, count);
  return *text == '\0' || el_insertstr(editor->edit, text) == 0;
}

int ceditline_width(uint32_t scalar) {
  int width = wcwidth((wchar_t)scalar);
  return width > 0 ? width : 0;
}

void ceditline_print(ceditline *editor, const char *text) {
  fputs(text, editor->output);
}

void ceditline_print_above(ceditline *editor, const char *text) {
  redraw(editor, text);
}

void ceditline_history_resize(ceditline *editor, int size) {
  HistEvent event;
  history(editor->history, &event, H_SETSIZE, size);
}

void ceditline_history_clear(ceditline *editor) {
  HistEvent event;
  history(editor->history, &event, H_CLEAR);
}

void ceditline_history_add(ceditline *editor, const char *line) {
  HistEvent event;
  history(editor->history, &event, H_ENTER, line);
}
