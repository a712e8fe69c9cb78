#include "report/html.h"

#include <string.h>

#include "base/file.h"
#include "report/explanation.h"
#include "report/json.h"
#include "report/json_value.h"

// The page, as it is when the program is built.
__asm__(".section .rodata\n"
        ".global vouch_page\n"
        "vouch_page:\n"
        ".incbin \"src/report/page.html\"\n"
        ".byte 0\n"
        ".previous\n");
extern const char vouch_page[];

// The library that lays out graphs (vendor/), as it comes.
__asm__(".section .rodata\n"
        ".global vouch_dagre\n"
        "vouch_dagre:\n"
        ".incbin \"src/report/vendor/dagre.min.js\"\n"
        ".byte 0\n"
        ".previous\n");
extern const char vouch_dagre[];

// Sources

static json_t *lines_value(const char *text) {
  json_t *lines = json_array();
  while (*text) {
    size_t length = strcspn(text, "\n");
    struct strbuf line = {0};
    strbuf_bytes(&line, text, length);
    json_array_append_new(lines, json_of_text(strbuf_text(&line)));
    strbuf_release(&line);
    text += length + (text[length] == '\n');
  }
  return lines;
}

static void add_source(const char *path, json_t *sources) {
  struct strbuf text = {0};
  if (!json_object_get(sources, path) && file_read(path, &text))
    json_object_set_new(sources, path, lines_value(strbuf_text(&text)));
  strbuf_release(&text);
}

// The file of a place: what comes before the line, "f.c" of "f.c:7:3".
static void add_place(const char *place, json_t *sources) {
  struct strbuf path = {0};
  strbuf_bytes(&path, place, strcspn(place, ":"));
  if (path.length && place[path.length])
    add_source(strbuf_text(&path), sources);
  strbuf_release(&path);
}

// Of all files that the evidence is about: those that a value names.
static void add_sources(const json_t *value, json_t *sources) {
  const char *key;
  json_t *part;
  const char *file = json_string_value(json_object_get(value, "file"));
  if (file && *file)
    add_source(file, sources);
  const char *place = json_string_value(json_object_get(value, "place"));
  if (place)
    add_place(place, sources);
  for (size_t i = 0; i < json_array_size(value); i++)
    add_sources(json_array_get(value, i), sources);
  if (json_is_object(value))
    json_object_foreach((json_t *)value, key, part) add_sources(part, sources);
}

// What would end the element of the page that the data is in cannot be in it.
static void add_data(const struct strbuf *text, struct strbuf *out) {
  for (size_t i = 0; i < text->length; i++)
    if (text->text[i] == '<')
      strbuf_add(out, "\\u003c");
    else
      strbuf_char(out, text->text[i]);
}

void html_fill(const char *page, json_t *value, struct strbuf *out) {
  static const char mark[] = "@DATA@";
  struct strbuf text = {0};
  json_print_value(value, &text);
  const char *place = strstr(page, mark);
  strbuf_bytes(out, page, (size_t)(place - page));
  add_data(&text, out);
  strbuf_add(out, place + strlen(mark));
  strbuf_release(&text);
}

// What the reason of an `unknown` means, and what to try.
static void add_advice(json_t *value) {
  const char *reason = json_string_value(json_object_get(value, "reason"));
  const struct explanation *found = reason ? explanation_of(reason) : NULL;
  if (!found)
    return;
  json_t *advice = json_object();
  json_object_set_new(advice, "means", json_of_text(found->meaning));
  json_object_set_new(advice, "try", json_of_text(found->advice));
  json_object_set_new(value, "advice", advice);
}

// Only a page that has a graph has the library; browsers would look for what
// its last line names.
static void fill_library(bool is_used, struct strbuf *page) {
  static const char mark[] = "@LIBRARY@";
  const char *place = strstr(vouch_page, mark);
  const char *end = strstr(vouch_dagre, "//# sourceMappingURL");
  strbuf_bytes(page, vouch_page, (size_t)(place - vouch_page));
  if (is_used)
    strbuf_bytes(page, vouch_dagre,
                 end ? (size_t)(end - vouch_dagre) : strlen(vouch_dagre));
  strbuf_add(page, place + strlen(mark));
}

// `sources` has files already, and is taken over.
static void print_page(json_t *value, json_t *sources, struct strbuf *out) {
  struct strbuf page = {0};
  add_sources(value, sources);
  json_object_set_new(value, "sources", sources);
  add_advice(value);
  fill_library(json_object_get(value, "specification"), &page);
  html_fill(strbuf_text(&page), value, out);
  strbuf_release(&page);
}

void html_print(const struct result *result, struct strbuf *out) {
  json_t *sources = json_object();
  for (uint32_t i = 0; i < result->subject.files.count; i++)
    add_source(name_text(result->names, result->subject.files.at[i]), sources);
  print_page(json_of_result(result), sources, out);
}

bool html_print_report(const char *report, struct strbuf *out) {
  json_t *value = json_loads(report, 0, NULL);
  if (!json_is_object(value)) {
    json_decref(value);
    return false;
  }
  print_page(value, json_object(), out);
  return true;
}
