#include "base/lines.h"

#include <stdlib.h>
#include <string.h>

bool lines_each(const char *text, const char *first,
                bool (*take)(void *context, const char *line), void *context,
                struct strbuf *refused) {
  struct strbuf line = {0};
  bool ok = true;
  for (bool is_first = true; ok && *text; is_first = false) {
    size_t length = strcspn(text, "\n");
    strbuf_clear(&line);
    strbuf_bytes(&line, text, length);
    text += length + (text[length] == '\n');
    const char *said = strbuf_text(&line);
    ok = is_first ? !first || !strcmp(said, first)
                  : !*said || *said == '#' || take(context, said);
    if (!ok)
      strbuf_add(refused, said);
  }
  strbuf_release(&line);
  return ok;
}

bool line_starts(const char *line, const char *word, const char **rest) {
  size_t length = strlen(word);
  if (strncmp(line, word, length) != 0 ||
      (line[length] != ' ' && line[length] != '\0'))
    return false;
  *rest = line + length;
  return true;
}

bool line_number(const char **at, uint32_t bound, uint32_t *number) {
  char *end;
  while (**at == ' ')
    ++*at;
  if (**at < '0' || **at > '9')
    return false;
  unsigned long value = strtoul(*at, &end, 10);
  *at = end;
  *number = (uint32_t)value;
  return value < bound;
}

bool line_word(const char **at, const char *word) {
  size_t length = strlen(word);
  while (**at == ' ')
    ++*at;
  if (strncmp(*at, word, length) != 0)
    return false;
  *at += length;
  return true;
}
