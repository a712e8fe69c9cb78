#include "cli/linear.h"

#include <string.h>

// How the file writes an operator, and how the language does; longer ones
// first.
static const struct {
  const char *from, *to;
} operators[] = {{"<==>", "<=>"}, {"==>", "=>"}, {"[]", "G "}, {"<>", "F "}};

// The length of what stands at the text; its translation is appended.
static size_t translate_one(const char *text, struct strbuf *into) {
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
    size_t length = strlen(operators[i].from);
    if (!strncmp(text, operators[i].from, length)) {
      strbuf_add(into, operators[i].to);
      return length;
    }
  }
  strbuf_char(into, *text);
  return 1;
}

void linear_translate(const char *formula, struct strbuf *into) {
  bool is_quoted = false;
  while (*formula) {
    if (*formula == '"')
      is_quoted = !is_quoted;
    if (is_quoted || *formula == '"')
      strbuf_char(into, *formula++);
    else
      formula += translate_one(formula, into);
  }
}

void linear_specify(const struct interner *names,
                    const struct property *property, struct strbuf *into) {
  strbuf_format(into, "check ltl: %s ltl ", name_text(names, property->entry));
  linear_translate(name_text(names, property->formula), into);
  strbuf_add(into, ";\n");
}
