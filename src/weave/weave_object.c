// What actions are about: the object of an event as a number, and as the code
// writes it.
#include "program/print.h"
#include "weave/weaver.h"

static const struct spec_place *place_of(const struct spec_trigger *trigger) {
  return scope_place_of(&trigger->scope, trigger->object);
}

void weave_object_kind(const struct weaver *w,
                       const struct spec_trigger *trigger,
                       struct performed *performed) {
  performed->has_object = w->weaving->is_each && !term_is_none(trigger->object);
  if (!performed->has_object)
    return;
  performed->is_new = trigger->is_new;
  performed->is_pointer =
      ctype_bare(w->program->types, place_of(trigger)->type)->kind ==
      CTYPE_POINTER;
}

// ---- As the code writes it --------------------------------------------------

// A variable and a constant distance from it; none if it is something else.
static struct variable split_address(const struct program *program,
                                     struct term object, uint64_t *offset) {
  const struct term_table *terms = program->terms;
  struct variable none = {0};
  *offset = 0;
  if (term_op(terms, object) == OP_ADD && term_arity(terms, object) == 2)
    for (uint32_t i = 0; i < 2; i++)
      if (term_is_const(terms, term_operand(terms, object, i))) {
        *offset = (uint64_t)term_value(terms, term_operand(terms, object, i));
        object = term_operand(terms, object, 1 - i);
        break;
      }
  return term_op(terms, object) == OP_VAR ? program_variable_of(program, object)
                                          : none;
}

// The member that begins at the offset, in bits, and is of the type, the
// outermost one: appends ".a.b". False if there is none.
static bool print_path(const struct program *program, struct ctype type,
                       uint64_t offset, struct ctype wanted,
                       struct strbuf *out) {
  const struct ctype_info *info = ctype_bare(program->types, type);
  if (!offset && info == ctype_bare(program->types, wanted))
    return true;
  struct strbuf inner = {0};
  bool found = false;
  for (uint32_t i = 0; i < info->field_count && !found; i++) {
    const struct cfield *field = &info->fields[i];
    found = offset >= field->bit_offset &&
            offset - field->bit_offset < field->bit_size &&
            print_path(program, field->type, offset - field->bit_offset, wanted,
                       &inner);
    if (found && !name_is_none(field->name))
      strbuf_format(out, ".%s", ctype_name_text(program->types, field->name));
  }
  strbuf_add(out, strbuf_text(&inner));
  strbuf_release(&inner);
  return found;
}

// `&name.path` or `&name->path` if there is such a member.
static bool print_member(const struct program *program,
                         struct variable variable, uint64_t offset,
                         struct ctype wanted, struct strbuf *out) {
  const struct variable_info *info = program_variable(program, variable);
  bool is_address = info->kind == VARIABLE_ADDRESS;
  const struct object_info *object =
      is_address ? program_object(program, info->object) : NULL;
  const struct ctype_info *pointer = ctype_bare(program->types, info->type);
  struct ctype type = is_address ? object->type : pointer->target;
  struct strbuf path = {0};
  bool ok = type.id && wanted.id &&
            (is_address || pointer->kind == CTYPE_POINTER) &&
            print_path(program, type, 8 * offset, wanted, &path);
  const char *member = strbuf_text(&path);
  if (ok && is_address)
    strbuf_format(out, "&%s%s", name_text(program->names, object->name),
                  member);
  else if (ok)
    strbuf_format(out, "%s%s%s%s", *member ? "&" : "",
                  name_text(program->names, info->text), *member ? "->" : "",
                  *member ? member + 1 : "");
  strbuf_release(&path);
  return ok;
}

// What no variable holds has no name.
static struct name text_of(const struct program *program, struct term object,
                           struct ctype type) {
  uint64_t offset;
  struct variable variable = split_address(program, object, &offset);
  bool is_held = !variable_is_none(variable);
  struct strbuf text = {0};
  if (is_held && !offset &&
      program_variable(program, variable)->kind == VARIABLE_TEMPORARY)
    return (struct name){0};
  if (!is_held ||
      !print_member(program, variable, offset,
                    ctype_bare(program->types, type)->target, &text))
    program_print_term(program, object, &text);
  struct name name = intern(program->names, strbuf_text(&text));
  strbuf_release(&text);
  return name;
}

struct term weave_object(const struct weaver *w,
                         const struct spec_trigger *trigger,
                         struct substitution *bound,
                         struct performed *performed) {
  const struct program *program = w->program;
  if (!performed->has_object)
    return (struct term){0};
  struct term object = substitution_apply(bound, trigger->object);
  struct ctype type = place_of(trigger)->type;
  performed->object = text_of(program, object, type);
  return term_resize(program->terms, program->pointer_width,
                     ctype_is_signed(program->types, type), object);
}
