// How variables and constants of a program read in C.
#include <string.h>

#include "base/file.h"
#include "program/internal.h"
#include "program/print.h"

// Null when the term is not a variable of the program.
static const struct variable_info *info_of(const struct program *program,
                                           struct term t) {
  if (term_op(program->terms, t) != OP_VAR)
    return NULL;
  struct variable variable = program_variable_of(program, t);
  return variable_is_none(variable) ? NULL
                                    : program_variable(program, variable);
}

// An array and a function stand for their address; so does a string literal.
static enum c_precedence write_address(const struct program *program,
                                       struct object_id id,
                                       struct strbuf *out) {
  const struct object_info *object = program_object(program, id);
  const char *name = name_text(program->names, object->name);
  bool decays = object->kind == OBJECT_STRING ||
                object->kind == OBJECT_FUNCTION ||
                ctype_bare(program->types, object->type)->kind == CTYPE_ARRAY;
  strbuf_format(out, "%s%s", decays ? "" : "&", name);
  return decays ? C_PRIMARY : C_UNARY;
}

// Skips a string or character literal, or a bracketed part.
static const char *skip_closed(const char *c) {
  if (*c == '"' || *c == '\'') {
    char quote = *c++;
    while (*c && *c != quote)
      c += *c == '\\' && c[1] ? 2 : 1;
    return *c ? c + 1 : c;
  }
  int depth = 0;
  do {
    depth += (*c == '(' || *c == '[') - (*c == ')' || *c == ']');
    c++;
  } while (*c && depth > 0);
  return c;
}

// The binding strength of C text, erring towards parentheses: a space outside
// brackets means a binary operator.
static enum c_precedence text_precedence(const char *text) {
  enum c_precedence precedence = strchr("*&-+!~(", *text) ? C_UNARY : C_PRIMARY;
  const char *c = text;
  while (*c) {
    if (*c == ' ')
      return C_COMMA;
    if (precedence == C_PRIMARY && strchr("([.-", *c))
      precedence = C_POSTFIX;
    c = strchr("\"'([", *c) ? skip_closed(c) : c + 1;
  }
  return precedence;
}

static enum c_precedence write_variable(const struct program *program,
                                        const struct variable_info *info,
                                        struct name shown, struct strbuf *out) {
  if (info->kind == VARIABLE_ADDRESS)
    return write_address(program, info->object, out);
  if (name_is_none(shown)) {
    strbuf_format(out, "t%u", info->slot);
    return C_PRIMARY;
  }
  const char *text = name_text(program->names, shown);
  strbuf_add(out, text);
  return info->kind == VARIABLE_TEMPORARY ? text_precedence(text) : C_PRIMARY;
}

static bool write_text(void *context, struct term t, struct strbuf *out,
                       enum c_precedence *precedence) {
  const struct program *program = context;
  const struct variable_info *info = info_of(program, t);
  if (!info)
    return false;
  *precedence = write_variable(
      program, info, name_is_none(info->text) ? info->name : info->text, out);
  return true;
}

static bool write_name(void *context, struct term t, struct strbuf *out,
                       enum c_precedence *precedence) {
  const struct program *program = context;
  const struct variable_info *info = info_of(program, t);
  if (!info)
    return false;
  bool has_text = info->kind == VARIABLE_TEMPORARY && !name_is_none(info->text);
  *precedence =
      write_variable(program, info, has_text ? info->text : info->name, out);
  return true;
}

static enum c_sign sign_of(void *context, struct term variable) {
  const struct program *program = context;
  const struct variable_info *info = info_of(program, variable);
  if (!info)
    return C_SIGN_UNKNOWN;
  if (info->kind == VARIABLE_ADDRESS)
    return C_POINTER;
  switch (ctype_bare(program->types, info->type)->kind) {
  case CTYPE_BOOL: return C_BOOL;
  case CTYPE_INT:
  case CTYPE_ENUM:
    return ctype_is_signed(program->types, info->type) ? C_SIGNED : C_UNSIGNED;
  case CTYPE_POINTER:
  case CTYPE_ARRAY:
  case CTYPE_FUNCTION: return C_POINTER;
  default: return C_SIGN_UNKNOWN;
  }
}

static bool write_constant(void *context, struct term variable, u128 value,
                           struct strbuf *out) {
  const struct program *program = context;
  const struct variable_info *info = info_of(program, variable);
  if (!info)
    return false;
  struct name name = ctype_enumerator(program->types, info->type, value);
  strbuf_add(out, name_text(program->names, name));
  return !name_is_none(name);
}

struct c_names program_c_names(const struct program *program) {
  return (struct c_names){.context = (void *)program,
                          .write = write_text,
                          .sign = sign_of,
                          .constant = write_constant};
}

struct c_names listing_names(const struct program *program) {
  struct c_names names = program_c_names(program);
  names.write = write_name;
  return names;
}

void program_print_term(const struct program *program, struct term t,
                        struct strbuf *out) {
  struct c_names names = program_c_names(program);
  term_print_c(program->terms, t, &names, out);
}

void listing_position(const struct program *program,
                      const struct procedure *procedure,
                      struct position position, struct strbuf *out) {
  if (!position_is_known(position)) {
    strbuf_char(out, '-');
    return;
  }
  if (!name_equal(position.file, procedure->position.file))
    strbuf_format(
        out, "%s:", file_base_name(name_text(program->names, position.file)));
  strbuf_format(out, "%u", position.line);
  if (position.column)
    strbuf_format(out, ":%u", position.column);
}

void listing_location(const struct procedure *procedure,
                      struct location_id location, struct strbuf *out) {
  if (location.id == procedure->exit.id)
    strbuf_add(out, "exit");
  else if (location.id == procedure->undefined.id)
    strbuf_add(out, "undefined");
  else
    strbuf_format(out, "L%u", location.id);
}
