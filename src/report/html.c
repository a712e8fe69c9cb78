#include "report/html.h"

#include <string.h>

#include "base/bitset.h"
#include "base/file.h"
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

static void add_source(const struct result *result, struct bitset *known,
                       struct name file, json_t *sources) {
  const char *path = name_text(result->names, file);
  struct strbuf text = {0};
  if (name_is_none(file) || !bitset_add(known, file.id))
    return;
  if (file_read(path, &text))
    json_object_set_new(sources, path, lines_value(strbuf_text(&text)));
  strbuf_release(&text);
}

// Of all files that the evidence is about.
static void add_sources(const struct result *result, json_t *sources) {
  struct bitset known = {0};
  for (uint32_t i = 0; i < result->rows.count; i++)
    add_source(result, &known, result->rows.at[i].position.file, sources);
  for (uint32_t i = 0; i < result->proof.invariants.count; i++)
    add_source(result, &known, result->proof.invariants.at[i].position.file,
               sources);
  for (uint32_t i = 0; i < result->executions.count; i++) {
    const struct lane_vec *lanes = &result->executions.at[i].lanes;
    for (uint32_t k = 0; k < lanes->count; k++)
      for (uint32_t s = 0; s < lanes->at[k].steps.count; s++)
        add_source(result, &known, lanes->at[k].steps.at[s].position.file,
                   sources);
  }
  bitset_release(&known);
}

// What would end the element of the page that the data is in cannot be in it.
static void add_data(const struct strbuf *text, struct strbuf *out) {
  for (size_t i = 0; i < text->length; i++)
    if (text->text[i] == '<')
      strbuf_add(out, "\\u003c");
    else
      strbuf_char(out, text->text[i]);
}

void html_print(const struct result *result, struct strbuf *out) {
  static const char mark[] = "@DATA@";
  json_t *value = json_of_result(result);
  add_sources(result, json_add_object(value, "sources"));
  struct strbuf text = {0};
  json_print_value(value, &text);
  const char *place = strstr(vouch_page, mark);
  strbuf_bytes(out, vouch_page, (size_t)(place - vouch_page));
  add_data(&text, out);
  strbuf_add(out, place + strlen(mark));
  strbuf_release(&text);
}
