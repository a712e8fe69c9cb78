#include "program/qualify.h"

#include <ctype.h>
#include <string.h>

#include "base/bitset.h"
#include "base/map.h"
#include "base/strbuf.h"

NUMBER_MAP_DEFINE(name_map, uint64_t, struct name);

// Keys are a procedure and a name.
struct qualifier {
  const struct program *program;
  struct bitset known;   // procedures whose own names are in `own`
  struct name_map own;   // the names that are qualified, to themselves
  struct name_map texts; // C text to qualified C text
  struct strbuf scratch;
};

struct qualifier *qualifier_new(const struct program *program) {
  struct qualifier *q = memory_new_zero(1, sizeof *q);
  q->program = program;
  return q;
}

void qualifier_free(struct qualifier *q) {
  if (!q)
    return;
  bitset_release(&q->known);
  name_map_release(&q->own);
  name_map_release(&q->texts);
  strbuf_release(&q->scratch);
  free(q);
}

static const char *text_of(const struct qualifier *q, struct name name) {
  return name_text(q->program->names, name);
}

struct name qualify_name(struct qualifier *q, const struct procedure *procedure,
                         uint32_t copy, struct name name) {
  const char *owner = text_of(q, procedure->name), *own = text_of(q, name);
  if (name_is_none(name))
    return name;
  if (copy == 1)
    return intern_format(q->program->names, "%s::%s", owner, own);
  return intern_format(q->program->names, "%s#%u::%s", owner, copy, own);
}

static uint64_t key_of(const struct procedure *procedure, struct name name) {
  return (uint64_t)procedure->self.id << 32 | name.id;
}

static bool is_word(char c) {
  return isalnum((unsigned char)c) || c == '_' || c == '$';
}

static size_t word_length(const char *text) {
  size_t length = 0;
  while (is_word(text[length]))
    length++;
  return length;
}

// Own names are known by the identifier that they start with: "x.2" is an x.
static void learn_name(struct qualifier *q, const struct procedure *procedure,
                       struct name name) {
  const char *text = text_of(q, name);
  size_t length = word_length(text);
  if (!length)
    return;
  struct name word = intern_bytes(q->program->names, text, length);
  name_map_put(&q->own, key_of(procedure, word), word);
}

static void learn_procedure(struct qualifier *q,
                            const struct procedure *procedure) {
  const struct program *program = q->program;
  for (uint32_t i = 0; i < procedure->variables.count; i++) {
    const struct variable_info *info =
        program_variable(program, procedure->variables.at[i]);
    if (info->kind == VARIABLE_PARAMETER || info->kind == VARIABLE_LOCAL)
      learn_name(q, procedure,
                 name_is_none(info->text) ? info->name : info->text);
  }
  for (uint32_t i = 0; i < procedure->objects.count; i++)
    learn_name(q, procedure,
               program_object(program, procedure->objects.at[i])->name);
}

// The closing quote belongs to the literal.
static size_t literal_length(const char *text) {
  size_t length = 1;
  while (text[length] && text[length] != text[0])
    length += text[length] == '\\' && text[length + 1] ? 2 : 1;
  return text[length] ? length + 1 : length;
}

// Something that cannot be the name of a variable may follow: a member, a tag.
static bool precedes_other_name(const char *text, size_t length) {
  static const char *const words[] = {".", "->", "struct ", "union ", "enum "};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    size_t size = strlen(words[i]);
    if (length >= size && !memcmp(text + length - size, words[i], size))
      return true;
  }
  return false;
}

static void add_word(struct qualifier *q, const struct procedure *procedure,
                     const char *text, size_t start, size_t length) {
  struct name word = intern_bytes(q->program->names, text + start, length);
  if (name_map_has(&q->own, key_of(procedure, word)) &&
      !precedes_other_name(text, start))
    strbuf_format(&q->scratch, "%s::", text_of(q, procedure->name));
  strbuf_bytes(&q->scratch, text + start, length);
}

static struct name rewrite_text(struct qualifier *q,
                                const struct procedure *procedure,
                                const char *text) {
  strbuf_clear(&q->scratch);
  for (size_t i = 0, length; text[i]; i += length) {
    length = 1;
    if (is_word(text[i])) {
      length = word_length(text + i);
      add_word(q, procedure, text, i, length);
      continue;
    }
    if (text[i] == '"' || text[i] == '\'')
      length = literal_length(text + i);
    strbuf_bytes(&q->scratch, text + i, length);
  }
  return intern(q->program->names, strbuf_text(&q->scratch));
}

struct name qualify_text(struct qualifier *q, const struct procedure *procedure,
                         struct name text) {
  if (name_is_none(text))
    return text;
  if (bitset_add(&q->known, procedure->self.id))
    learn_procedure(q, procedure);
  bool is_new;
  struct name *known =
      name_map_insert(&q->texts, key_of(procedure, text), &is_new);
  if (is_new)
    *known = rewrite_text(q, procedure, text_of(q, text));
  return *known;
}
