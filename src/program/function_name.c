#include "program/function_name.h"

#include <string.h>

#include "base/file.h"

const char *function_name_base(const char *text) {
  const char *separator = strstr(text, "::");
  return separator ? separator + 2 : text;
}

// C has no dots in names: what follows one is the linker's.
static size_t c_length(const struct program *program,
                       const struct procedure *procedure) {
  const char *text = name_text(program->names, procedure->name);
  return procedure->is_internal ? strcspn(text, ".") : strlen(text);
}

static bool has_name(const struct program *program,
                     const struct procedure *procedure, const char *name) {
  const char *text = name_text(program->names, procedure->name);
  size_t length = c_length(program, procedure);
  return !strcmp(text, name)
             ? strchr(name, '.') || !text[length]
             : strlen(name) == length && !strncmp(text, name, length);
}

// Does the path end in these components?
static bool is_in_file(const struct program *program,
                       const struct procedure *procedure, const char *file,
                       size_t length) {
  if (name_is_none(procedure->position.file))
    return false;
  const char *path = name_text(program->names, procedure->position.file);
  size_t whole = strlen(path);
  return whole >= length && !strncmp(path + whole - length, file, length) &&
         (whole == length || path[whole - length - 1] == '/');
}

// A header may be reached by several paths.
static bool is_same_place(const struct program *program, struct position a,
                          struct position b) {
  return position_is_known(a) && position_is_known(b) && a.line == b.line &&
         a.column == b.column &&
         file_is_same(name_text(program->names, a.file),
                      name_text(program->names, b.file));
}

struct procedure_id function_name_original(const struct program *program,
                                           struct procedure_id procedure) {
  const struct procedure *copy = program_procedure(program, procedure);
  const char *text = name_text(program->names, copy->name);
  size_t length = c_length(program, copy);
  if (!text[length]) // the first of a name is not renamed
    return procedure;
  for (uint32_t i = 1; i < procedure.id; i++) {
    const struct procedure *other = program->procedures.at[i];
    if (other->is_internal && other->is_defined &&
        c_length(program, other) == length &&
        !strncmp(name_text(program->names, other->name), text, length) &&
        is_same_place(program, other->position, copy->position))
      return other->self;
  }
  return procedure;
}

void function_name_find(const struct program *program, const char *text,
                        struct procedure_id_vec *into) {
  const char *name = function_name_base(text);
  for (uint32_t i = 1; i < program->procedures.count; i++) {
    const struct procedure *procedure = program->procedures.at[i];
    if (!has_name(program, procedure, name) ||
        (name != text &&
         !is_in_file(program, procedure, text, (size_t)(name - text) - 2)))
      continue;
    if (function_name_original(program, procedure->self).id == i)
      procedure_id_vec_push(into, procedure->self);
  }
}

// Does this end of a path tell the function from all others of its name?
static bool is_telling(const struct program *program, const char *name,
                       const char *file) {
  struct strbuf text = {0};
  struct procedure_id_vec found = {0};
  strbuf_format(&text, "%s::%s", file, name);
  function_name_find(program, strbuf_text(&text), &found);
  bool is_one = found.count == 1;
  procedure_id_vec_release(&found);
  strbuf_release(&text);
  return is_one;
}

void function_name_print(const struct program *program,
                         struct procedure_id procedure, struct strbuf *out) {
  const struct procedure *p = program_procedure(program, procedure);
  struct strbuf name = {0};
  strbuf_format(&name, "%.*s", (int)c_length(program, p),
                name_text(program->names, p->name));
  if (!name_is_none(p->position.file)) {
    const char *path = name_text(program->names, p->position.file);
    const char *file = file_base_name(path);
    while (file > path && !is_telling(program, strbuf_text(&name), file))
      for (file--; file > path && file[-1] != '/';)
        file--;
    strbuf_format(out, "%s::", file);
  }
  strbuf_add(out, strbuf_text(&name));
  strbuf_release(&name);
}
