#include "program/formula_text.h"

#include <stdlib.h>
#include <string.h>

#include "term/print.h"

// Copies the text up to the next quoted symbol. That symbol, or null.
static const char *copy_to_symbol(const char *text, struct strbuf *out) {
  size_t length = strcspn(text, "|");
  strbuf_bytes(out, text, length);
  return text[length] ? text + length : NULL;
}

static const char *behind_symbol(const char *symbol) {
  const char *end = strchr(symbol + 1, '|');
  return end ? end + 1 : symbol + strlen(symbol);
}

static const char earlier_mark[] = "@|";

static bool is_marked(const char *symbol) {
  const char *end = behind_symbol(symbol);
  size_t length = strlen(earlier_mark);
  return (size_t)(end - symbol) > length &&
         !strncmp(end - length, earlier_mark, length);
}

// The number behind the last such mark of the symbol, or UINT32_MAX.
static uint32_t number_behind(const char *symbol, char mark) {
  const char *end = behind_symbol(symbol) - is_marked(symbol), *at = end;
  while (at > symbol && *at != mark)
    at--;
  char *rest;
  unsigned long number = strtoul(at + 1, &rest, 10);
  bool is_number = *at == mark && rest > at + 1 && rest + 1 == end;
  return is_number && number < UINT32_MAX ? (uint32_t)number : UINT32_MAX;
}

// Of which variable it is the earlier value; 0: of none.
static uint32_t find_earlier(const struct program *program, struct term t,
                             const struct term *earlier) {
  for (uint32_t i = 1; earlier && i < program->variables.count; i++)
    if (term_equal(earlier[i], t))
      return i;
  return 0;
}

static void add_symbol(const struct program *program, const char *symbol,
                       const struct term *earlier, struct strbuf *out) {
  struct term t = term_variable_at(program->terms, number_behind(symbol, '#'));
  uint32_t before = find_earlier(program, t, earlier);
  const char *mark = behind_symbol(symbol);
  while (*mark != '#')
    mark--;
  strbuf_bytes(out, symbol, (size_t)(mark - symbol));
  if (before)
    strbuf_format(out, ".%u%s", before, earlier_mark);
  else
    strbuf_format(out, ".%u|", program_variable_of(program, t).id);
}

void formula_text_print_both(const struct program *program, struct term t,
                             const struct term *earlier, struct strbuf *out) {
  struct strbuf text = {0};
  term_print_smt(program->terms, t, &text);
  const char *symbol = copy_to_symbol(strbuf_text(&text), out);
  for (; symbol; symbol = copy_to_symbol(behind_symbol(symbol), out))
    add_symbol(program, symbol, earlier, out);
  strbuf_release(&text);
}

void formula_text_print(const struct program *program, struct term t,
                        struct strbuf *out) {
  formula_text_print_both(program, t, NULL, out);
}

bool formula_text_resolve_both(const struct program *program, const char *text,
                               const struct term *earlier, struct strbuf *out) {
  const char *symbol = copy_to_symbol(text, out);
  for (; symbol; symbol = copy_to_symbol(behind_symbol(symbol), out)) {
    uint32_t id = number_behind(symbol, '.');
    bool is_earlier = is_marked(symbol);
    if (!id || id >= program->variables.count || (is_earlier && !earlier))
      return false;
    term_print_smt(program->terms,
                   is_earlier ? earlier[id] : program->variables.at[id].term,
                   out);
  }
  return true;
}

bool formula_text_resolve(const struct program *program, const char *text,
                          struct strbuf *out) {
  return formula_text_resolve_both(program, text, NULL, out);
}
