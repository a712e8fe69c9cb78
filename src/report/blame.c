#include "report/blame.h"

#include <ctype.h>
#include <string.h>

static bool is_word(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

// Going back from the end: whose steps they are.
struct looking {
  uint32_t line;    // of the step that was asked about last
  uint32_t thread;  // that the end is a step of
  uint32_t depth;   // of the activation in which it ends
  bool is_finished; // that activation had not begun: what follows is not its
};

// The line that the step belongs to.
static uint32_t line_of(const struct lane *lane, uint32_t step) {
  while (step > 0 && lane->steps.at[step].kind != STEP_LINE)
    step--;
  return step;
}

static uint32_t thread_at(const struct lane *lane, uint32_t line) {
  return lane->steps.count ? lane->steps.at[line].thread : 0;
}

static struct looking end_of(const struct lane *lane) {
  uint32_t last = lane->steps.count ? lane->steps.count - 1 : 0;
  uint32_t line = lane->steps.count ? line_of(lane, last) : 0;
  return (struct looking){
      .line = line,
      .thread = thread_at(lane, line),
      .depth = lane->steps.count ? lane->steps.at[last].depth : 0};
}

// Is it a step of the activation in which it ends? Asked from the end on.
static bool is_in_end(struct looking *end, const struct lane *lane,
                      uint32_t step) {
  if (step < end->line)
    end->line = line_of(lane, step);
  if (thread_at(lane, end->line) != end->thread)
    return false;
  uint32_t depth = lane->steps.at[step].depth;
  end->is_finished |= depth < end->depth;
  return !end->is_finished && depth == end->depth;
}

// The value that the variable was given last, by the name that the function
// has for it; or none. A local is that of the activation in which it ends.
static struct name last_value(const struct result *result,
                              const struct lane *lane, const char *function,
                              const char *variable) {
  struct strbuf own = {0};
  strbuf_format(&own, "%s::%s", function, variable);
  struct name named = intern_lookup(result->names, strbuf_text(&own));
  struct name plain = intern_lookup(result->names, variable);
  struct name value = {0};
  strbuf_release(&own);
  struct looking end = end_of(lane);
  for (uint32_t i = lane->steps.count; i-- > 0 && name_is_none(value);) {
    const struct step *step = &lane->steps.at[i];
    bool is_own = is_in_end(&end, lane, i);
    if (step->kind == STEP_VALUE && !name_is_none(step->text) &&
        ((is_own && name_equal(step->text, named)) ||
         name_equal(step->text, plain)))
      value = step->value;
  }
  return value;
}

// The next variable of the text: `s.x` and `a[3]` as they are.
static const char *next_variable(const char *text, struct strbuf *variable) {
  strbuf_clear(variable);
  while (*text && !isalpha((unsigned char)*text) && *text != '_')
    text +=
        isdigit((unsigned char)*text) ? strspn(text, "0123456789xXuUlL") : 1;
  while (is_word(*text) || (*text == '.' && is_word(text[1])))
    strbuf_char(variable, *text++);
  return text;
}

static bool is_listed(const struct name_vec *list, struct name name) {
  for (uint32_t i = 0; i < list->count; i++)
    if (name_equal(list->at[i], name))
      return true;
  return false;
}

// Of what the text mentions.
static void tell_values(const struct result *result, const struct lane *lane,
                        const struct result_row *row, struct name text,
                        struct strbuf *out) {
  enum { MOST = 6 };
  struct strbuf variable = {0};
  struct name_vec told = {0};
  const char *function = name_text(result->names, row->function);
  const char *rest = name_text(result->names, text);
  for (rest = next_variable(rest, &variable);
       variable.length && told.count < MOST;
       rest = next_variable(rest, &variable)) {
    struct name value =
        last_value(result, lane, function, strbuf_text(&variable));
    struct name name = intern_lookup(result->names, strbuf_text(&variable));
    if (name_is_none(value) || name_is_none(name) || is_listed(&told, name))
      continue;
    strbuf_format(out, "%s%s is %s", told.count ? ", " : ": ",
                  strbuf_text(&variable), name_text(result->names, value));
    name_vec_push(&told, name);
  }
  name_vec_release(&told);
  strbuf_release(&variable);
}

static bool begins_with(const char *text, const char *word) {
  return !strncmp(text, word, strlen(word));
}

static struct name last_line(const struct lane *lane) {
  uint32_t i = lane->steps.count;
  while (i > 0 && lane->steps.at[i - 1].kind != STEP_LINE)
    i--;
  return i ? lane->steps.at[i - 1].text : (struct name){0};
}

// What was computed is in the line, which the text of the row does not repeat.
static bool is_about_line(const struct result_row *row) {
  return !strcmp(row->property, "no-overflow") ||
         !strcmp(row->property, "no-div0");
}

static void tell_what(const struct result *result,
                      const struct execution *execution,
                      const struct result_row *row, struct strbuf *out) {
  const struct lane *lane = &execution->lanes.at[0];
  strbuf_add(out, name_text(result->names, execution->what));
  if (is_about_line(row))
    tell_values(result, lane, row, last_line(lane), out);
}

// Without a word of whoever ran it: an assertion fails, other rows are about
// what must not be reached.
static void tell_row(const struct result *result,
                     const struct execution *execution,
                     const struct result_row *row, struct strbuf *out) {
  const char *text = name_text(result->names, row->text);
  bool is_assertion = begins_with(text, "assert");
  size_t length = strlen(text);
  bool is_call = length > 2 && !strcmp(text + length - 2, "()") &&
                 !strcmp(row->property, "unreach-call");
  if (!is_assertion && !is_call)
    return;
  strbuf_format(out, "%s %s", text,
                is_assertion ? "fails" : "is reached, and must not be");
  if (is_assertion)
    tell_values(result, &execution->lanes.at[0], row, row->text, out);
}

void blame_print(const struct result *result, const struct execution *execution,
                 struct strbuf *out) {
  bool has_row = execution->ending == ENDING_VIOLATED &&
                 execution->row < result->rows.count && execution->lanes.count;
  const struct result_row *row =
      has_row ? &result->rows.at[execution->row] : NULL;
  bool is_told = !name_is_none(execution->what);
  if (is_told && row && row->property)
    tell_what(result, execution, row, out);
  else if (is_told)
    strbuf_add(out, name_text(result->names, execution->what));
  else if (row && row->property)
    tell_row(result, execution, row, out);
}
