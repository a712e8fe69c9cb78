#include "slam/contract_names.h"

#include <ctype.h>
#include <string.h>

#include "program/print.h"
#include "term/variables.h"

void contract_names_init(struct contract_names *names, struct program *program,
                         struct procedure_id procedure) {
  *names = (struct contract_names){
      .program = program, .procedure = program_procedure(program, procedure)};
}

void contract_names_release(struct contract_names *names) {
  contract_name_vec_release(&names->at);
}

// Which names there are

static bool is_identifier(const char *text) {
  bool ok = isalpha((unsigned char)*text) || *text == '_';
  for (; *text; text++)
    ok &= isalnum((unsigned char)*text) || *text == '_';
  return ok;
}

static bool is_of_parameter(const struct contract_names *names,
                            struct name text) {
  const struct variable_vec *parameters = &names->procedure->parameters;
  for (uint32_t i = 0; i < parameters->count; i++)
    if (name_equal(program_variable(names->program, parameters->at[i])->text,
                   text))
      return true;
  return false;
}

// Is it the only global variable of that name?
static bool is_sole(const struct program *program, struct variable variable) {
  struct name text = program_variable(program, variable)->text;
  for (uint32_t i = 1; i < program->variables.count; i++) {
    const struct variable_info *other = &program->variables.at[i];
    if (i != variable.id && other->kind == VARIABLE_GLOBAL && !other->is_made &&
        name_equal(other->text, text))
      return false;
  }
  return true;
}

bool contract_can_name(const struct contract_names *names,
                       struct variable variable) {
  const struct variable_info *info = program_variable(names->program, variable);
  return info->kind == VARIABLE_GLOBAL && !info->owner.id && !info->is_made &&
         position_is_known(info->position) &&
         is_identifier(name_text(names->program->names, info->text)) &&
         !is_of_parameter(names, info->text) &&
         is_sole(names->program, variable);
}

void contract_name_global(struct contract_names *names, struct term term,
                          struct variable variable, bool is_old) {
  const struct variable_info *info = program_variable(names->program, variable);
  if (contract_can_name(names, variable))
    contract_name_vec_push(
        &names->at,
        (struct contract_name){term, info->type, info->text, is_old});
}

void contract_name_parameter(struct contract_names *names, struct term term,
                             uint32_t index) {
  const struct variable_info *info =
      program_variable(names->program, names->procedure->parameters.at[index]);
  if (is_identifier(name_text(names->program->names, info->text)))
    contract_name_vec_push(
        &names->at,
        (struct contract_name){term, info->type, info->text, false});
}

void contract_name_result(struct contract_names *names, struct term term) {
  struct ctype type =
      ctype_bare(names->program->types, names->procedure->type)->target;
  contract_name_vec_push(
      &names->at, (struct contract_name){
                      term, type, intern(names->program->names, "$"), false});
}

const struct contract_name *contract_name_of(const struct contract_names *names,
                                             struct term variable) {
  for (uint32_t i = 0; i < names->at.count; i++)
    if (term_equal(names->at.at[i].term, variable))
      return &names->at.at[i];
  return NULL;
}

// Saying it

static bool write_name(void *context, struct term t, struct strbuf *out,
                       enum c_precedence *precedence) {
  const struct contract_names *names = context;
  const struct contract_name *name = contract_name_of(names, t);
  if (!name)
    return false;
  strbuf_format(out, name->is_old ? "old(%s)" : "%s",
                name_text(names->program->names, name->text));
  *precedence = C_PRIMARY;
  return true;
}

static enum c_sign sign_of(void *context, struct term variable) {
  const struct contract_names *names = context;
  const struct contract_name *name = contract_name_of(names, variable);
  if (!name)
    return C_SIGN_UNKNOWN;
  switch (ctype_bare(names->program->types, name->type)->kind) {
  case CTYPE_BOOL: return C_BOOL;
  case CTYPE_INT:
  case CTYPE_ENUM:
    return ctype_is_signed(names->program->types, name->type) ? C_SIGNED
                                                              : C_UNSIGNED;
  default: return C_POINTER;
  }
}

void contract_say(const struct contract_names *names, struct term t,
                  struct strbuf *out) {
  struct c_names c = {
      .context = (void *)names, .write = write_name, .sign = sign_of};
  term_print_c(names->program->terms, t, &c, out);
}

// A number whose type is as wide as the term: what C computes with it is what
// the term says.
static bool is_number(const struct contract_names *names,
                      const struct contract_name *name) {
  const struct program *program = names->program;
  const struct ctype_info *type = ctype_bare(program->types, name->type);
  return (type->kind == CTYPE_INT || type->kind == CTYPE_ENUM ||
          type->kind == CTYPE_BOOL) &&
         sort_is_bits(term_sort(program->terms, name->term)) &&
         type->bit_size == term_width(program->terms, name->term);
}

static bool has_names(const struct contract_names *names, struct term t) {
  struct term_vec variables = {0};
  term_variables(names->program->terms, &t, 1, &variables);
  bool ok = variables.count;
  for (uint32_t i = 0; i < variables.count && ok; i++) {
    const struct contract_name *name = contract_name_of(names, variables.at[i]);
    ok = name && is_number(names, name);
  }
  term_vec_release(&variables);
  return ok;
}

// Constants that C has no literal for, what can be undefined, and what is no C
// at all.
static bool is_c(const char *text) {
  static const char *const others[] = {"::",      "@",   "...", "_MIN", "_MAX",
                                       "extract", "inf", "nan", "[",    "/",
                                       "%",       "<<",  ">>"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (strstr(text, others[i]))
      return false;
  return true;
}

bool contract_can_say(const struct contract_names *names, struct term t) {
  struct strbuf text = {0};
  bool ok = has_names(names, t);
  if (ok)
    contract_say(names, t, &text);
  ok = ok && is_c(strbuf_text(&text));
  strbuf_release(&text);
  return ok;
}

bool contract_prototype(const struct contract_names *names,
                        struct strbuf *out) {
  const struct program *program = names->program;
  const struct procedure *p = names->procedure;
  const struct ctype_info *type = ctype_bare(program->types, p->type);
  struct strbuf declarator = {0};
  if (type->kind != CTYPE_FUNCTION || type->is_variadic ||
      type->parameter_count != p->parameters.count)
    return false;
  strbuf_format(&declarator, "%s(", name_text(program->names, p->name));
  for (uint32_t i = 0; i < type->parameter_count; i++) {
    const struct variable_info *parameter =
        program_variable(program, p->parameters.at[i]);
    strbuf_add(&declarator, i ? ", " : "");
    ctype_print(program->types, type->parameters[i],
                name_text(program->names, parameter->text), &declarator);
  }
  strbuf_add(&declarator, type->parameter_count ? ")" : "void)");
  ctype_print(program->types, type->target, strbuf_text(&declarator), out);
  strbuf_release(&declarator);
  return true;
}

bool contract_add_modified(const struct contract_name *name,
                           struct contract *contract) {
  for (uint32_t i = 0; name && i < contract->modifies.count; i++)
    if (name_equal(contract->modifies.at[i], name->text))
      return true;
  if (name)
    name_vec_push(&contract->modifies, name->text);
  return name;
}
