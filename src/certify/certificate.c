#include "certify/certificate.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"

enum { MOST_LOCATIONS = 10000000 };

// The end of the symbol, or of the word, that begins there; null: it has none.
static const char *end_of_atom(const char *text) {
  if (*text == '|') {
    const char *end = strchr(text + 1, '|');
    return end && !memchr(text, '\\', (size_t)(end - text)) ? end + 1 : NULL;
  }
  size_t length = strcspn(text, " ()|\";\\");
  return length ? text + length : NULL;
}

bool formula_is_closed(const char *text) {
  uint32_t depth = 0;
  bool is_over = false;
  while (*text) {
    if (*text == ' ') {
      text++;
      continue;
    }
    if (is_over || !isprint((unsigned char)*text))
      return false;
    if (*text == '(' || *text == ')') {
      if (*text == ')' && !depth)
        return false;
      depth += *text == '(' ? 1 : -1u;
      text++;
    } else if (!(text = end_of_atom(text))) {
      return false;
    }
    is_over = !depth;
  }
  return is_over;
}

static bool complain(struct strbuf *why, const char *line) {
  strbuf_format(why, "the certificate has a line `%.60s`", line);
  return false;
}

static bool read_number(const char *line, const char *word, uint32_t *number) {
  size_t length = strlen(word);
  char *end;
  if (strncmp(line, word, length) != 0 || line[length] != ' ')
    return false;
  unsigned long value = strtoul(line + length + 1, &end, 10);
  *number = (uint32_t)value;
  return !*end && value <= MOST_LOCATIONS;
}

static bool read_formula(struct certificate *certificate, char *line) {
  char *end;
  unsigned long location = strtoul(line, &end, 10);
  if (!certificate->formulas || !location ||
      location >= certificate->locations || *end != ' ' ||
      certificate->formulas[location] ||
      bitset_has(&certificate->between, (uint32_t)location) ||
      !formula_is_closed(end + 1))
    return false;
  certificate->formulas[location] = end + 1;
  return true;
}

static bool read_between(struct certificate *certificate, const char *line) {
  uint32_t location = 0;
  if (!read_number(line, "between", &location) || !certificate->formulas ||
      !location || location >= certificate->locations ||
      certificate->formulas[location])
    return false;
  bitset_add(&certificate->between, location);
  return true;
}

static bool read_threads(struct certificate *certificate, const char *line) {
  static const char prefix[] = "threads";
  if (strncmp(line, prefix, strlen(prefix)) != 0)
    return false;
  char *end = NULL;
  line += strlen(prefix);
  for (int i = 0; i < THREADS_COUNT; i++, line = end) {
    certificate->threads[i] = (uint32_t)strtoul(line, &end, 10);
    if (end == line)
      return false;
  }
  return (certificate->has_threads = !*line);
}

// What they say is read where the program is known.
static bool read_promise(struct certificate *certificate, const char *line) {
  static const char prefix[] = "promise ";
  if (strncmp(line, prefix, strlen(prefix)) != 0 || !certificate->keeps_calls)
    return false;
  line_vec_push(&certificate->promises, line + strlen(prefix));
  return true;
}

bool certificate_read_line(struct certificate *certificate, char *line) {
  static const char prefix[] = "location ";
  if (!strcmp(line, "unrolled"))
    return certificate->is_unrolled = true;
  if (!strcmp(line, "kept"))
    return certificate->keeps_calls = true;
  if (!*line || *line == '#' || read_threads(certificate, line) ||
      read_number(line, "depth", &certificate->depth) ||
      read_number(line, "edges", &certificate->edges))
    return true;
  if (read_number(line, "summaries", &certificate->kept_from))
    return certificate->has_summaries = true;
  if (!certificate->formulas &&
      read_number(line, "locations", &certificate->locations)) {
    certificate->formulas = memory_new_zero(certificate->locations + 1,
                                            sizeof *certificate->formulas);
    return true;
  }
  return read_between(certificate, line) || read_promise(certificate, line) ||
         (!strncmp(line, prefix, strlen(prefix)) &&
          read_formula(certificate, line + strlen(prefix)));
}

// What follows is about something else, of the same program.
static bool read_also(struct certificate **current, const char *line) {
  static const char *const subjects[] = {"loops", "rounds", "promises"};
  static const char prefix[] = "also ";
  if (strncmp(line, prefix, strlen(prefix)) != 0)
    return false;
  for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++) {
    if (strcmp(line + strlen(prefix), subjects[i]) != 0)
      continue;
    struct certificate *also = memory_new_zero(1, sizeof *also);
    also->of = subjects[i];
    (*current)->also = also;
    *current = also;
    return true;
  }
  return false;
}

bool certificate_is_whole(const struct certificate *certificate) {
  for (; certificate; certificate = certificate->also)
    if (!certificate->formulas && !certificate->is_unrolled)
      return false;
  return true;
}

static bool read_lines(struct certificate *certificate, struct strbuf *why) {
  struct certificate *current = certificate;
  char *line = certificate->text;
  for (bool is_first = true; line; is_first = false) {
    char *end = strchr(line, '\n');
    if (end)
      *end = '\0';
    if (is_first ? strcmp(line, CERTIFICATE_FIRST_LINE) != 0
                 : !read_also(&current, line) &&
                       !certificate_read_line(current, line))
      return complain(why, line);
    line = end ? end + 1 : NULL;
  }
  bool is_whole = certificate_is_whole(certificate);
  if (!is_whole)
    strbuf_add(why, "the certificate does not say how many locations it has");
  return is_whole;
}

char *certificate_text(const char *path, struct strbuf *why) {
  struct strbuf text = {0};
  bool is_read = file_read(path, &text);
  bool is_text = is_read && !memchr(strbuf_text(&text), '\0', text.length);
  if (!is_read)
    strbuf_format(why, "%s: %s", path, strerror(errno));
  else if (!is_text)
    strbuf_add(why, "the certificate is no text");
  strbuf_char(&text, '\n');
  if (is_text)
    return strbuf_detach(&text);
  strbuf_release(&text);
  return NULL;
}

bool certificate_read(struct certificate *certificate, const char *path,
                      struct strbuf *why) {
  *certificate = (struct certificate){.of = ""};
  certificate->text = certificate_text(path, why);
  return certificate->text && read_lines(certificate, why);
}

void certificate_release(struct certificate *certificate) {
  if (certificate->also)
    certificate_release(certificate->also);
  free(certificate->also);
  free(certificate->text);
  free(certificate->formulas);
  bitset_release(&certificate->between);
  line_vec_release(&certificate->promises);
}
