// C text for what addresses point to: `p->next->state`, `tab[i + 1].len`.
//
// The text is for people only; nothing is decided by it. Opaque pointers carry
// no types, so the type of a place comes from the debug information of the
// variable that the address was computed from, and from the struct types that
// address computations name.
#include "frontend/internal.h"

#include <string.h>

#include "base/strbuf.h"
#include "program/print.h"

enum { LONGEST_TEXT = 200 };

static struct place with_text(struct body *body, struct strbuf *text,
                              struct ctype type) {
  struct place place = {.type = type};
  if (text->length && text->length <= LONGEST_TEXT)
    place.text = intern(body->program->names, strbuf_text(text));
  strbuf_release(text);
  return place;
}

static const char *text_of(const struct body *body, struct place place) {
  return name_text(body->program->names, place.text);
}

// May the text stand before a postfix operator without parentheses? Operators
// inside brackets or parentheses do no harm.
static bool is_postfix(const char *text) {
  int depth = 0;
  for (const char *c = text; *c; c++) {
    depth += (*c == '(' || *c == '[') - (*c == ')' || *c == ']');
    if (c[0] == '-' && c[1] == '>')
      c++;
    else if (depth == 0 && strchr("+-*/%&|^<>=?:!~ ", *c))
      return false;
  }
  return true;
}

static void add_operand(struct strbuf *out, const char *text) {
  strbuf_format(out, is_postfix(text) ? "%s" : "(%s)", text);
}

struct place place_of_variable(const struct body *body,
                               const struct storage *storage) {
  const struct program *program = body->program;
  if (variable_is_none(storage->variable)) {
    struct object_info *info = program_object(program, storage->object);
    return (struct place){.text = info->name, .type = info->type};
  }
  struct variable_info *info = program_variable(program, storage->variable);
  return (struct place){.text =
                            name_is_none(info->text) ? info->name : info->text,
                        .type = info->type};
}

// The place that a value of pointer type points to.
struct place place_behind(struct body *body, struct place value) {
  const struct ctype_info *info = ctype_bare(body->program->types, value.type);
  bool is_pointer = info->kind == CTYPE_POINTER;
  return (struct place){.text = value.text,
                        .type = is_pointer ? info->target : (struct ctype){0},
                        .is_dereference = true};
}

struct place place_member(struct body *body, struct place place,
                          uint64_t bit_offset) {
  const struct ctype_info *info = ctype_bare(body->program->types, place.type);
  if (name_is_none(place.text))
    return (struct place){0};
  for (uint32_t i = 0; i < info->field_count; i++) {
    const struct cfield *field = &info->fields[i];
    if (field->bit_offset != bit_offset)
      continue;
    if (field->is_bit_field) // the access is to its storage unit
      break;
    if (name_is_none(field->name)) // anonymous member: C does not name it
      return (struct place){.text = place.text,
                            .type = field->type,
                            .is_dereference = place.is_dereference};
    struct strbuf text = {0};
    add_operand(&text, text_of(body, place));
    strbuf_format(&text, "%s%s", place.is_dereference ? "->" : ".",
                  name_text(body->program->names, field->name));
    return with_text(body, &text, field->type);
  }
  return (struct place){0};
}

struct place place_index(struct body *body, struct place place,
                         struct term index) {
  if (name_is_none(place.text))
    return (struct place){0};
  const struct ctype_info *info = ctype_bare(body->program->types, place.type);
  struct ctype element = place.type;
  bool is_array = info->kind == CTYPE_ARRAY;
  struct strbuf text = {0};
  if (is_array && place.is_dereference)
    strbuf_format(&text, "(*%s)", text_of(body, place));
  else
    add_operand(&text, text_of(body, place));
  if (is_array)
    element = info->target;
  // The index was widened to the size of a pointer; C does not show that.
  while (term_op(body->terms, index) == OP_SEXT ||
         term_op(body->terms, index) == OP_ZEXT)
    index = term_operand(body->terms, index, 0);
  strbuf_char(&text, '[');
  program_print_term(body->program, index, &text);
  strbuf_char(&text, ']');
  return with_text(body, &text, element);
}

struct place place_cast(struct body *body, struct place place,
                        struct ctype record) {
  struct ctype_table *types = body->program->types;
  struct ctype bare = ctype_strip(types, place.type);
  if (!record.id || name_is_none(place.text) ||
      ctype_strip(types, record).id == bare.id)
    return place;
  if (ctype_is_record(types, place.type) &&
      ctype_info(types, bare)->bit_size == ctype_info(types, record)->bit_size)
    return place;
  struct strbuf text = {0};
  strbuf_add(&text, "((");
  ctype_print(types, record, "*", &text);
  strbuf_add(&text, place.is_dereference ? ")" : ")&");
  add_operand(&text, text_of(body, place));
  strbuf_char(&text, ')');
  struct place cast = with_text(body, &text, record);
  cast.is_dereference = true;
  return cast;
}

// Inside an object at a constant offset the type alone tells the path.
static struct place place_in_object(struct body *body, struct object_id object,
                                    uint64_t offset, uint64_t size) {
  struct object_info *info = program_object(body->program, object);
  struct strbuf text = {0};
  strbuf_add(&text, name_text(body->program->names, info->name));
  struct ctype found = info->type;
  const struct ctype_info *type = ctype_bare(body->program->types, info->type);
  bool is_whole = offset == 0 && type->bit_size == 8 * size &&
                  !ctype_is_record(body->program->types, info->type) &&
                  type->kind != CTYPE_ARRAY;
  if (!is_whole && !ctype_path(body->program->types, info->type, offset, size,
                               &text, &found)) {
    strbuf_release(&text);
    return (struct place){0};
  }
  return with_text(body, &text, found);
}

struct place place_view(struct body *body, struct place place, uint64_t size) {
  if (name_is_none(place.text))
    return place;
  struct ctype_table *types = body->program->types;
  const struct ctype_info *info = ctype_bare(types, place.type);
  bool is_record = ctype_is_record(types, place.type);
  struct strbuf text = {0};
  if (!is_record && info->kind != CTYPE_ARRAY) {
    strbuf_add(&text, place.is_dereference ? "*" : "");
    add_operand(&text, text_of(body, place));
    return with_text(body, &text, place.type);
  }
  struct strbuf path = {0};
  struct ctype found;
  if (ctype_path(types, place.type, 0, size, &path, &found)) {
    const char *tail = strbuf_text(&path);
    if (place.is_dereference && tail[0] == '.') {
      add_operand(&text, text_of(body, place));
      strbuf_format(&text, "->%s", tail + 1);
    } else {
      strbuf_format(&text, place.is_dereference ? "(*%s)%s" : "%s%s",
                    text_of(body, place), tail);
    }
  }
  strbuf_release(&path);
  return with_text(body, &text, found);
}

struct place place_access(struct body *body, LLVMValueRef pointer,
                          struct term address, uint64_t size) {
  struct object_id object;
  uint64_t offset;
  if (access_split(body->program, address, &object, &offset)) {
    struct place place = place_in_object(body, object, offset, size);
    if (!name_is_none(place.text))
      return place;
  }
  return place_view(body, register_place(body, pointer), size);
}
