#include "project/relocate.h"

#include <ctype.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

// Does the line of text have this place?
static bool is_place(const char *text, const char *file, unsigned long line) {
  size_t length = strlen(file);
  return !strncmp(text, file, length) && text[length] == ' ' &&
         strtoul(text + length, NULL, 10) == line;
}

static const char *next_line(const char *text) {
  text += strcspn(text, "\n");
  return text + (*text == '\n');
}

// The number behind the last blank of the line of text.
static unsigned long number_of(const char *text) {
  const char *end = text + strcspn(text, "\n");
  while (end > text && end[-1] != ' ')
    end--;
  return strtoul(end, NULL, 10);
}

// Does a line of this file take part at all?
static bool has_file(const char *places, const char *base) {
  size_t length = strlen(base);
  for (; *places; places = next_line(places))
    if (!strncmp(places, base, length) && places[length] == ' ')
      return true;
  return false;
}

unsigned long relocate_line(const struct relocation *relocation,
                            const char *file, unsigned long line) {
  const char *then = relocation->then, *now = relocation->now;
  const char *base = file_base_name(file);
  for (; *then && *now; then = next_line(then), now = next_line(now))
    if (is_place(then, base, line))
      return number_of(now);
  return has_file(relocation->then, base) ? 0 : line;
}

static bool is_of_path(char c) {
  return isalnum((unsigned char)c) || strchr("._-/+", c);
}

// A path that ends here, a colon and a number: a place.
static bool add_place(const struct relocation *relocation, const char *start,
                      const char **at, struct strbuf *out) {
  const char *colon = *at;
  const char *first = colon;
  while (first > start && is_of_path(first[-1]))
    first--;
  struct strbuf path = {0};
  strbuf_bytes(&path, first, (size_t)(colon - first));
  char *end;
  unsigned long line = strtoul(colon + 1, &end, 10);
  unsigned long moved =
      path.length && *file_suffix(strbuf_text(&path))
          ? relocate_line(relocation, strbuf_text(&path), line)
          : line;
  strbuf_format(out, ":%lu", moved);
  strbuf_release(&path);
  *at = end;
  return moved != 0;
}

bool relocate_text(const struct relocation *relocation, const char *text,
                   struct strbuf *out) {
  bool ok = true;
  for (const char *at = text; *at;) {
    if (*at == ':' && isdigit((unsigned char)at[1]))
      ok &= add_place(relocation, text, &at, out);
    else
      strbuf_char(out, *at++);
  }
  return ok;
}

static bool relocate_value(const struct relocation *relocation, json_t *value);

static bool relocate_object(const struct relocation *relocation,
                            json_t *object) {
  const char *key;
  json_t *value;
  bool ok = true;
  const char *file = json_string_value(json_object_get(object, "file"));
  json_t *line = json_object_get(object, "line");
  if (file && json_is_integer(line) && json_integer_value(line) > 0) {
    unsigned long moved = relocate_line(
        relocation, file, (unsigned long)json_integer_value(line));
    ok = moved && !json_integer_set(line, (json_int_t)moved);
  }
  json_object_foreach(object, key, value) ok =
      ok && relocate_value(relocation, value);
  return ok;
}

static bool relocate_string(const struct relocation *relocation,
                            json_t *string) {
  struct strbuf text = {0};
  bool ok = relocate_text(relocation, json_string_value(string), &text) &&
            !json_string_set(string, strbuf_text(&text));
  strbuf_release(&text);
  return ok;
}

static bool relocate_value(const struct relocation *relocation, json_t *value) {
  if (json_is_object(value))
    return relocate_object(relocation, value);
  if (json_is_string(value))
    return relocate_string(relocation, value);
  bool ok = true;
  for (size_t i = 0; json_is_array(value) && i < json_array_size(value); i++)
    ok = ok && relocate_value(relocation, json_array_get(value, i));
  return ok;
}

bool relocate_report(const struct relocation *relocation, const char *report,
                     struct strbuf *out) {
  json_t *root = json_loads(report, 0, NULL);
  if (!root)
    return false;
  bool ok = relocate_value(relocation, root);
  char *text = ok ? json_dumps(root, JSON_INDENT(1)) : NULL;
  if (text)
    strbuf_add(out, text);
  free(text);
  json_decref(root);
  return ok;
}
