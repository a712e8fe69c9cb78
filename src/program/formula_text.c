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

// The number behind the last such mark of the symbol, or UINT32_MAX.
static uint32_t number_behind(const char *symbol, char mark) {
  const char *end = behind_symbol(symbol), *at = end;
  while (at > symbol && *at != mark)
    at--;
  char *rest;
  unsigned long number = strtoul(at + 1, &rest, 10);
  bool is_number = *at == mark && rest > at + 1 && rest + 1 == end;
  return is_number && number < UINT32_MAX ? (uint32_t)number : UINT32_MAX;
}

static void add_symbol(const struct program *program, const char *symbol,
                       struct strbuf *out) {
  uint32_t index = number_behind(symbol, '#');
  struct variable variable =
      program_variable_of(program, term_variable_at(program->terms, index));
  const char *mark = behind_symbol(symbol);
  while (*mark != '#')
    mark--;
  strbuf_bytes(out, symbol, (size_t)(mark - symbol));
  strbuf_format(out, ".%u|", variable.id);
}

void formula_text_print(const struct program *program, struct term t,
                        struct strbuf *out) {
  struct strbuf text = {0};
  term_print_smt(program->terms, t, &text);
  const char *symbol = copy_to_symbol(strbuf_text(&text), out);
  for (; symbol; symbol = copy_to_symbol(behind_symbol(symbol), out))
    add_symbol(program, symbol, out);
  strbuf_release(&text);
}

bool formula_text_resolve(const struct program *program, const char *text,
                          struct strbuf *out) {
  const char *symbol = copy_to_symbol(text, out);
  for (; symbol; symbol = copy_to_symbol(behind_symbol(symbol), out)) {
    uint32_t id = number_behind(symbol, '.');
    if (!id || id >= program->variables.count)
      return false;
    term_print_smt(program->terms, program->variables.at[id].term, out);
  }
  return true;
}
