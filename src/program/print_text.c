// The listing: declarations, then one line per edge, in the order of the
// tables. Nothing in it depends on widths of other lines, so a change to a
// program changes only the lines it concerns.
//
//   procedure int f(int x, struct conn *p)  // server.c:12:5
//     local int i
//     (entry)
//     L1   12:7     -> L2 : i = 0
//     L2   13:12    -> L3 : [i < x]
//                   -> L9 : [x <= i]
//     L3   14:5     -> undefined (invalid read) : [invalid read(p, 4)]
//                   -> L4 : t3 = load4(p)  // p->state
#include <string.h>

#include "base/check.h"
#include "program/internal.h"
#include "program/print.h"

enum { SHOWN_BYTES = 32 }; // of an initialiser

// A declaration; the sort stands in for an unknown type.
static void print_declaration(const struct program *program, struct ctype type,
                              struct sort sort, const char *declarator,
                              struct strbuf *out) {
  if (ctype_info(program->types, type)->kind != CTYPE_UNKNOWN)
    ctype_print(program->types, type, declarator, out);
  else if (sort_is_bits(sort))
    strbuf_format(out, "bits%u %s", sort_width(sort), declarator);
  else
    strbuf_format(out, "%s %s", sort_is_bool(sort) ? "bool" : "void",
                  declarator);
}

static void print_variable(const struct program *program,
                           struct variable variable, struct strbuf *out) {
  const struct variable_info *info = program_variable(program, variable);
  struct strbuf name = {0};
  listing_target(program, variable, &name);
  print_declaration(program, info->type, term_sort(program->terms, info->term),
                    strbuf_text(&name), out);
  strbuf_release(&name);
}

static void print_global(const struct program *program,
                         struct variable variable, struct strbuf *out) {
  const struct variable_info *info = program_variable(program, variable);
  strbuf_add(out, "global ");
  print_variable(program, variable, out);
  strbuf_add(out, " = ");
  if (term_is_none(info->initial))
    strbuf_char(out, '0');
  else
    listing_value(program, info->type, info->initial, out);
  strbuf_char(out, '\n');
}

static void print_bytes(const struct object_info *object, struct strbuf *out) {
  strbuf_add(out, " = {");
  for (uint64_t i = 0; i < object->size && i < SHOWN_BYTES; i++)
    strbuf_format(out, i ? " %02x" : "%02x", object->bytes[i]);
  strbuf_add(out, object->size > SHOWN_BYTES ? " ...}" : "}");
}

static void print_relocations(const struct program *program,
                              const struct object_info *object,
                              struct strbuf *out) {
  for (uint32_t i = 0; i < object->relocation_count; i++) {
    const struct relocation *hole = &object->relocations[i];
    struct ctype found = {0};
    strbuf_add(out, i ? ", " : " with ");
    if (!ctype_path(program->types, object->type, hole->offset,
                    program->pointer_width / 8, out, &found))
      strbuf_format(out, "+%llu", (unsigned long long)hole->offset);
    strbuf_add(out, " = ");
    listing_value(program, found, hole->value, out);
  }
}

static void print_object(const struct program *program,
                         const struct object_info *object, struct strbuf *out) {
  strbuf_add(out, "object ");
  print_declaration(program, object->type, (struct sort){0},
                    name_text(program->names, object->name), out);
  strbuf_format(out, " (%llu byte%s%s%s%s%s)", (unsigned long long)object->size,
                object->size == 1 ? "" : "s",
                object->is_constant ? ", constant" : "",
                object->is_external ? ", external" : "",
                object->is_thread_local ? ", thread local" : "",
                object->escapes ? ", escapes" : "");
  if (object->bytes)
    print_bytes(object, out);
  print_relocations(program, object, out);
  strbuf_char(out, '\n');
}

// "f(int x, struct conn *p, ...)": the parameters as the body knows them.
static void print_declarator(const struct program *program,
                             const struct procedure *procedure,
                             struct strbuf *out) {
  strbuf_format(out, "%s(", name_text(program->names, procedure->name));
  for (uint32_t i = 0; i < procedure->parameters.count; i++) {
    strbuf_add(out, i ? ", " : "");
    print_variable(program, procedure->parameters.at[i], out);
  }
  if (procedure->is_variadic)
    strbuf_add(out, procedure->parameters.count ? ", ..." : "...");
  else if (!procedure->parameters.count)
    strbuf_add(out, "void");
  strbuf_char(out, ')');
}

static void print_prototype(const struct program *program,
                            const struct procedure *procedure,
                            struct strbuf *out) {
  const struct ctype_info *type = ctype_bare(program->types, procedure->type);
  struct strbuf declarator = {0};
  print_declarator(program, procedure, &declarator);
  print_declaration(program, type->target, procedure->result,
                    strbuf_text(&declarator), out);
  strbuf_release(&declarator);
}

static void print_header(const struct program *program,
                         const struct procedure *procedure,
                         struct strbuf *out) {
  strbuf_format(out, "%s%s%s",
                procedure->is_defined ? "procedure " : "declare ",
                procedure->is_internal ? "static " : "",
                procedure->is_noreturn ? "_Noreturn " : "");
  if (procedure->is_defined ||
      ctype_info(program->types, procedure->type)->kind == CTYPE_UNKNOWN)
    print_prototype(program, procedure, out);
  else
    ctype_print(program->types, procedure->type,
                name_text(program->names, procedure->name), out);
  if (position_is_known(procedure->position)) {
    strbuf_add(out, "  // ");
    position_print(program->names, procedure->position, out);
  }
  strbuf_char(out, '\n');
}

static void print_owned(const struct program *program,
                        const struct procedure *procedure, struct strbuf *out) {
  for (uint32_t i = 0; i < procedure->variables.count; i++) {
    struct variable variable = procedure->variables.at[i];
    if (program_variable(program, variable)->kind != VARIABLE_LOCAL)
      continue;
    strbuf_add(out, "  local ");
    print_variable(program, variable, out);
    strbuf_char(out, '\n');
  }
  for (uint32_t i = 0; i < procedure->objects.count; i++) {
    strbuf_add(out, "  ");
    print_object(program, program_object(program, procedure->objects.at[i]),
                 out);
  }
}

static void print_edge(const struct program *program,
                       const struct procedure *procedure,
                       const struct edge *edge, struct strbuf *out) {
  strbuf_add(out, "-> ");
  listing_location(procedure, edge->to, out);
  if (edge->undefined != UNDEFINED_NONE)
    strbuf_format(out, " (%s)", undefined_text(edge->undefined));
  strbuf_add(out, " : ");
  program_print_operation(program, &edge->op, out);
  struct strbuf meaning = {0};
  listing_meaning(program, &edge->op, &meaning);
  if (meaning.length)
    strbuf_format(out, "  // %s", strbuf_text(&meaning));
  strbuf_release(&meaning);
  strbuf_char(out, '\n');
}

// The first two columns of a line. They are blank where they would repeat what
// is above.
static void print_margin(const char *location, const char *position,
                         struct strbuf *out) {
  strbuf_format(out, "  %-4s %-8s ", location, position);
}

static void print_location(const struct program *program,
                           const struct procedure *procedure,
                           struct location_id id, struct strbuf *out) {
  const struct location *location = procedure_location(procedure, id);
  struct strbuf name = {0}, place = {0}, last = {0};
  listing_location(procedure, id, &name);
  if (!location->out_count) {
    listing_position(program, procedure, location->position, &place);
    print_margin(strbuf_text(&name), strbuf_text(&place), out);
    strbuf_add(out, "blocks\n");
  }
  for (uint32_t i = 0; i < location->out_count; i++) {
    const struct edge *edge = &procedure->edges.at[location->first_out + i];
    bool is_known = position_is_known(edge->position);
    strbuf_clear(&place);
    listing_position(program, procedure,
                     is_known ? edge->position : location->position, &place);
    bool repeats = !strcmp(strbuf_text(&place), strbuf_text(&last));
    print_margin(i ? "" : strbuf_text(&name),
                 repeats ? "" : strbuf_text(&place), out);
    print_edge(program, procedure, edge, out);
    strbuf_clear(&last);
    strbuf_add(&last, strbuf_text(&place));
  }
  strbuf_release(&last);
  strbuf_release(&place);
  strbuf_release(&name);
}

static void print_body(const struct program *program,
                       const struct procedure *procedure, struct strbuf *out) {
  CHECK(procedure->is_sealed, "listing of a procedure that is not sealed");
  for (uint32_t i = 1; i < procedure->locations.count; i++) {
    const struct location *location = &procedure->locations.at[i];
    if (i == procedure->exit.id || i == procedure->undefined.id)
      continue;
    if (i == procedure->entry.id)
      strbuf_add(out, "  (entry)\n");
    if (!name_is_none(location->label))
      strbuf_format(out, "  (label %s)\n",
                    name_text(program->names, location->label));
    print_location(program, procedure, (struct location_id){i}, out);
  }
}

void program_print_procedure(const struct program *program,
                             const struct procedure *procedure,
                             struct strbuf *out) {
  print_header(program, procedure, out);
  if (!procedure->is_defined)
    return;
  print_owned(program, procedure, out);
  print_body(program, procedure, out);
}

static void print_limitation(const struct program *program,
                             const struct limitation *limitation,
                             struct strbuf *out) {
  strbuf_add(out, "limitation ");
  position_print(program->names, limitation->position, out);
  if (limitation->procedure.id) {
    struct name name = program_procedure(program, limitation->procedure)->name;
    strbuf_format(out, " in %s", name_text(program->names, name));
  }
  strbuf_format(out, ": %s (%s)\n", name_text(program->names, limitation->what),
                limitation->is_havocked ? "over-approximated" : "unsupported");
}

static void print_special(const struct program *program, const char *role,
                          struct procedure_id id, struct strbuf *out) {
  struct name name = program_procedure(program, id)->name;
  strbuf_format(out, "%s %s\n", role, name_text(program->names, name));
}

static void print_globals(const struct program *program, struct strbuf *out) {
  for (uint32_t i = 1; i < program->variables.count; i++)
    if (program->variables.at[i].kind == VARIABLE_GLOBAL)
      print_global(program, (struct variable){i}, out);
  for (uint32_t i = 1; i < program->objects.count; i++)
    if (program->objects.at[i].kind == OBJECT_GLOBAL)
      print_object(program, &program->objects.at[i], out);
}

void program_print(const struct program *program, struct strbuf *out) {
  print_globals(program, out);
  if (program->entry.id)
    print_special(program, "entry", program->entry, out);
  for (uint32_t i = 0; i < program->constructors.count; i++)
    print_special(program, "constructor", program->constructors.at[i], out);
  for (uint32_t i = 0; i < program->destructors.count; i++)
    print_special(program, "destructor", program->destructors.at[i], out);
  for (uint32_t i = 0; i < program->limitations.count; i++)
    print_limitation(program, &program->limitations.at[i], out);
  for (uint32_t i = 1; i < program->procedures.count; i++) {
    strbuf_char(out, '\n');
    program_print_procedure(program, program->procedures.at[i], out);
  }
}
