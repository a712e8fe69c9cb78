#include "cli/linear.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

static bool write_all(int file, const struct strbuf *text) {
  FILE *out = fdopen(file, "w");
  if (!out) {
    close(file);
    return false;
  }
  bool ok = fputs(strbuf_text(text), out) >= 0;
  return fclose(out) == 0 && ok;
}

char *linear_write(const struct interner *names,
                   const struct property *property) {
  const char *folder = getenv("TMPDIR");
  struct strbuf text = {0}, path = {0};
  strbuf_format(&path, "%s/vouch-ltl-XXXXXX", folder ? folder : "/tmp");
  strbuf_format(&text, "check ltl: %s ltl ", name_text(names, property->entry));
  linear_translate(name_text(names, property->formula), &text);
  strbuf_add(&text, ";\n");
  char *made = strdup(strbuf_text(&path));
  int file = made ? mkstemp(made) : -1;
  if (file < 0 || !write_all(file, &text)) {
    free(made);
    made = NULL;
  }
  strbuf_release(&text);
  strbuf_release(&path);
  return made;
}
