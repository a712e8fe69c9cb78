#include "cegar/condition.h"

#include <stdlib.h>
#include <string.h>

#include "program/print.h"

// "y >= 6" as "y > 5", "y < 6" as "y <= 5".
static bool rewrite_comparison(struct strbuf *text) {
  const char *whole = strbuf_text(text);
  const char *constant = strrchr(whole, ' ');
  char *end;
  if (!constant || constant - whole < 2)
    return false;
  long long value = strtoll(constant + 1, &end, 10);
  bool is_less = constant[-1] == '<' && constant[-2] == ' ';
  bool is_not_less = constant[-1] == '=' && constant[-2] == '>';
  if (*end || end == constant + 1 || (!is_less && !is_not_less))
    return false;
  struct strbuf other = {0};
  strbuf_bytes(&other, whole, (size_t)(constant - whole) - (is_less ? 1 : 2));
  strbuf_format(&other, "%s %lld", is_less ? "<=" : ">", value - 1);
  strbuf_release(text);
  *text = other;
  return true;
}

bool condition_print(const struct program *program, struct term condition,
                     unsigned form, struct strbuf *out) {
  struct strbuf text = {0};
  bool is_contrary = form & 2, is_rewritten = form & 1;
  program_print_term(
      program, is_contrary ? term_not(program->terms, condition) : condition,
      &text);
  bool exists = !is_rewritten || rewrite_comparison(&text);
  if (exists)
    strbuf_add(out, strbuf_text(&text));
  strbuf_release(&text);
  return exists;
}
