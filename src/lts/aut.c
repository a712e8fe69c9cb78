// The `.aut` reader and writer; the format is described in file.h.
//
// The reader goes line by line and keeps nothing but the transitions, 12 bytes
// each: large files are bounded by their transitions, not by their text.
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lts/file.h"
#include "lts/internal.h"

// A header may announce this many states that no transition mentions; beyond
// that it is taken for damaged rather than trusted with our memory.
enum { SPARE_STATES = 1000000 };

struct aut {
  const struct lts_reader *reader;
  const char *path;
  const char *line; // current line, without its end
  const char *end;
  const char *at; // next character
  uint32_t line_number;
  struct lts_builder builder;
  uint64_t announced; // transitions
  struct action last; // the label of the previous line, often the next one
};

// Reports at a character of the current line and returns false.
static bool complain(struct aut *aut, const char *where, const char *what) {
  struct position position = {intern(aut->reader->names, aut->path),
                              aut->line_number,
                              (uint32_t)(where - aut->line) + 1};
  diag_report(aut->reader->diag, SEVERITY_ERROR, position, "%s", what);
  return false;
}

static void skip_blanks(struct aut *aut) {
  while (aut->at < aut->end &&
         (*aut->at == ' ' || *aut->at == '\t' || *aut->at == '\r'))
    aut->at++;
}

static bool expect(struct aut *aut, char wanted, const char *what) {
  skip_blanks(aut);
  if (aut->at == aut->end || *aut->at != wanted)
    return complain(aut, aut->at, what);
  aut->at++;
  return true;
}

static bool read_number(struct aut *aut, uint64_t limit, const char *what,
                        const char *too_large, uint64_t *number) {
  skip_blanks(aut);
  const char *begin = aut->at;
  uint64_t value = 0;
  for (; aut->at < aut->end && *aut->at >= '0' && *aut->at <= '9'; aut->at++)
    if (value <= UINT32_MAX)
      value = 10 * value + (uint64_t)(*aut->at - '0');
  if (aut->at == begin)
    return complain(aut, begin, what);
  if (value >= limit)
    return complain(aut, begin, too_large);
  *number = value;
  return true;
}

static bool expect_end(struct aut *aut, const char *what) {
  skip_blanks(aut);
  return aut->at == aut->end || complain(aut, aut->at, what);
}

// Header

static bool read_word(struct aut *aut, const char *word) {
  skip_blanks(aut);
  size_t length = strlen(word);
  if ((size_t)(aut->end - aut->at) < length || memcmp(aut->at, word, length))
    return complain(aut, aut->at,
                    "expected `des (initial, transitions, states)`");
  aut->at += length;
  return true;
}

static bool check_sizes(struct aut *aut, const char *where, uint64_t initial,
                        uint64_t states) {
  if (!states)
    return complain(aut, where, "an LTS has at least one state");
  if (initial >= states)
    return complain(aut, where,
                    "the initial state is not below the number of "
                    "states");
  if (states > 2 * aut->announced + 1 + SPARE_STATES)
    return complain(aut, where,
                    "far more states than the transitions can "
                    "mention");
  return true;
}

static bool read_header(struct aut *aut) {
  uint64_t initial, states;
  if (!read_word(aut, "des") || !expect(aut, '(', "expected `(` after `des`") ||
      !read_number(aut, STATE_NONE, "expected the number of the initial state",
                   "the number of the initial state is too large", &initial) ||
      !expect(aut, ',', "expected `,` after the initial state") ||
      !read_number(aut, STATE_NONE, "expected the number of transitions",
                   "too many transitions (limit: 2^32 - 2)", &aut->announced) ||
      !expect(aut, ',', "expected `,` after the number of transitions"))
    return false;
  skip_blanks(aut);
  const char *where = aut->at;
  if (!read_number(aut, STATE_NONE, "expected the number of states",
                   "too many states (limit: 2^32 - 2)", &states) ||
      !expect(aut, ')', "expected `)` after the number of states") ||
      !expect_end(aut, "text after the header") ||
      !check_sizes(aut, where, initial, states))
    return false;
  lts_builder_states(&aut->builder, (uint32_t)states);
  lts_builder_initial(&aut->builder, (uint32_t)initial);
  return true;
}

// Labels

static const char *control_character(const char *from, const char *to) {
  for (; from < to; from++)
    if ((unsigned char)*from < ' ' && *from != '\t')
      return from;
  return NULL;
}

static bool same_label(const struct aut *aut, const char *from, size_t length) {
  if (action_is_none(aut->last))
    return false;
  const char *text = action_text(aut->reader->actions, aut->last);
  return !strncmp(text, from, length) && !text[length];
}

static bool intern_label(struct aut *aut, const char *from, const char *to,
                         struct action *action) {
  if (from == to)
    return complain(aut, from, "an empty label");
  const char *control = control_character(from, to);
  if (control)
    return complain(aut, control, "a control character in a label");
  if (!same_label(aut, from, (size_t)(to - from)))
    aut->last =
        action_intern_bytes(aut->reader->actions, from, (size_t)(to - from));
  *action = aut->last;
  return true;
}

static bool read_quoted(struct aut *aut, struct action *action) {
  const char *begin = aut->at + 1;
  const char *close = memrchr(begin, '"', (size_t)(aut->end - begin));
  if (!close)
    return complain(aut, aut->at, "no closing quote on this line");
  aut->at = close + 1;
  return intern_label(aut, begin, close, action);
}

static bool read_unquoted(struct aut *aut, struct action *action) {
  const char *begin = aut->at;
  const char *close = memrchr(begin, ',', (size_t)(aut->end - begin));
  if (!close)
    return complain(aut, aut->end, "expected `,` after the label");
  aut->at = close;
  while (close > begin && (close[-1] == ' ' || close[-1] == '\t'))
    close--;
  if (close == begin + 1 && *begin == 'i') {
    *action = action_tau;
    return true;
  }
  return intern_label(aut, begin, close, action);
}

static bool read_label(struct aut *aut, struct action *action) {
  skip_blanks(aut);
  if (aut->at < aut->end && *aut->at == '"')
    return read_quoted(aut, action);
  return read_unquoted(aut, action);
}

// Transitions

static bool read_state(struct aut *aut, const char *what, uint32_t *state) {
  uint64_t number;
  if (!read_number(aut, aut->builder.state_count, what,
                   "no such state: the header announces fewer", &number))
    return false;
  *state = (uint32_t)number;
  return true;
}

static bool read_transition(struct aut *aut) {
  struct lts_edge edge;
  if (aut->builder.edges.count == aut->announced)
    return complain(aut, aut->at, "more transitions than the header announces");
  if (!expect(aut, '(', "expected a transition `(from, \"label\", to)`") ||
      !read_state(aut, "expected the number of a state", &edge.from) ||
      !expect(aut, ',', "expected `,` after the source state") ||
      !read_label(aut, &edge.action) ||
      !expect(aut, ',', "expected `,` after the label") ||
      !read_state(aut, "expected the number of the target state", &edge.to) ||
      !expect(aut, ')', "expected `)` after the target state") ||
      !expect_end(aut, "text after a transition"))
    return false;
  lts_edge_vec_push(&aut->builder.edges, edge);
  return true;
}

static bool read_line(struct aut *aut) {
  skip_blanks(aut);
  if (aut->at == aut->end)
    return true;
  return aut->builder.state_count ? read_transition(aut) : read_header(aut);
}

static bool next_line(struct aut *aut, FILE *in, char **line, size_t *size) {
  ssize_t length = getline(line, size, in);
  if (length < 0)
    return false;
  if ((*line)[length - 1] == '\n')
    length--;
  aut->line = aut->at = *line;
  aut->end = *line + length;
  aut->line_number++;
  return true;
}

static bool check_complete(struct aut *aut, FILE *in) {
  aut->line = aut->at = "";
  aut->line_number++;
  if (ferror(in)) {
    diag_file(aut->reader->diag, SEVERITY_ERROR, aut->path, "%s",
              strerror(errno));
    return false;
  }
  if (!aut->builder.state_count)
    return complain(aut, aut->at,
                    "the file ends before `des (initial, transitions, "
                    "states)`");
  return aut->builder.edges.count == aut->announced ||
         complain(aut, aut->at,
                  "the file ends before the announced number of transitions");
}

struct lts *lts_read_aut(const struct lts_reader *reader, const char *path,
                         FILE *in) {
  struct aut aut = {.reader = reader, .path = path};
  lts_builder_init(&aut.builder, reader->actions);
  char *line = NULL;
  size_t size = 0;
  bool ok = true;
  while (ok && next_line(&aut, in, &line, &size))
    ok = read_line(&aut);
  ok = ok && check_complete(&aut, in);
  free(line);
  if (ok)
    return lts_builder_finish(&aut.builder);
  lts_builder_release(&aut.builder);
  return NULL;
}

// Writing

static char *put_number(char *at, uint32_t number) {
  char digits[10];
  int count = 0;
  do
    digits[count++] = (char)('0' + number % 10);
  while (number /= 10);
  while (count)
    *at++ = digits[--count];
  return at;
}

// A line break in a label would end the line: it becomes a blank.
static void put_label(const char *text, FILE *out) {
  if (!strpbrk(text, "\n\r")) {
    fputs(text, out);
    return;
  }
  for (; *text; text++)
    putc(*text == '\n' || *text == '\r' ? ' ' : *text, out);
}

static void write_step(const struct lts *lts, uint32_t from,
                       const struct lts_step *step, FILE *out) {
  char buffer[32];
  char *at = buffer;
  *at++ = '(';
  at = put_number(at, from);
  memcpy(at, ", \"", 3);
  fwrite(buffer, 1, (size_t)(at + 3 - buffer), out);
  put_label(action_text(lts->actions, step->action), out);
  at = buffer;
  memcpy(at, "\", ", 3);
  at = put_number(at + 3, step->target);
  memcpy(at, ")\n", 2);
  fwrite(buffer, 1, (size_t)(at + 2 - buffer), out);
}

void lts_write_aut(const struct lts *lts, FILE *out) {
  struct row_sorter sorter;
  row_sorter_init(&sorter, lts);
  fprintf(out, "des (%u, %u, %u)\n", lts->initial, lts->step_count,
          lts->state_count);
  for (uint32_t s = 0; s < lts->state_count; s++) {
    struct lts_step_range range = row_sorter_row(&sorter, s);
    for (const struct lts_step *step = range.begin; step < range.end; step++)
      write_step(lts, s, step, out);
  }
  row_sorter_release(&sorter);
}
