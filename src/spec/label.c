// Labels that are in the source and not in the program: the compiler leaves out
// code that nothing leads to, and with it the labels there.
#include "spec/internal.h"

#include <ctype.h>
#include <string.h>

#include "base/file.h"

static bool is_word(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

// Is there a label at the word that begins here? What comes before it is the
// end of a statement, of another label or of a comment.
static bool is_label(const char *text, const char *at, size_t length) {
  const char *after = at + length, *before = at;
  if (is_word(*after) || (at > text && is_word(at[-1])))
    return false;
  while (*after == ' ' || *after == '\t')
    after++;
  if (*after != ':' || after[1] == ':')
    return false;
  while (before > text && isspace((unsigned char)before[-1]))
    before--;
  return before == text || strchr("{};:)/\\", before[-1]);
}

static bool find_in_text(const char *text, const char *label,
                         struct position *where) {
  size_t length = strlen(label);
  for (const char *at = strstr(text, label); at; at = strstr(at + 1, label)) {
    if (!is_label(text, at, length))
      continue;
    where->line = where->column = 1;
    for (const char *c = text; c < at; c++) {
      where->column = *c == '\n' ? 1 : where->column + 1;
      where->line += *c == '\n';
    }
    return true;
  }
  return false;
}

bool label_is_left_out(const struct spec *spec, struct name label,
                       struct position *where) {
  const struct program *program = spec->program;
  struct bitset seen = {0};
  bool is_found = false;
  for (uint32_t i = 1; !is_found && i < program->procedures.count; i++) {
    const struct procedure *procedure = program->procedures.at[i];
    struct name file = procedure->position.file;
    if (!procedure->is_defined || name_is_none(file) ||
        !bitset_add(&seen, file.id))
      continue;
    struct strbuf text = {0};
    if (file_read(name_text(spec->names, file), &text))
      is_found = find_in_text(strbuf_text(&text), name_text(spec->names, label),
                              where);
    where->file = file;
    strbuf_release(&text);
  }
  bitset_release(&seen);
  return is_found;
}
