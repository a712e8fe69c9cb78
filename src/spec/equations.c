// Pointers that are required to be the same.
//
// Where a procedure is started by itself its pointers lead to objects of their
// own. A condition such as `list->next == list || !list->next` speaks of states
// that are not among those; so each equation of two pointers is listed, with
// the one that can be made the other. The condition is asked for afterwards in
// any case: an equation that it has under a `!` or in one branch only does no
// harm.
#include "spec/internal.h"

static bool is_pointer(const struct spec *spec, const struct c_value *value) {
  return ctype_bare(spec->program->types, value->type)->kind == CTYPE_POINTER &&
         !value->is_constant;
}

// How many pointers are followed to get there?
static uint32_t depth(const struct c_syntax *c) {
  if (!c)
    return 0;
  bool follows = (c->kind == EXPR_FIELD && c->is_arrow) ||
                 c->kind == EXPR_INDEX ||
                 (c->kind == EXPR_UNARY && c->op == TOKEN_STAR);
  uint32_t a = depth(c->a), b = depth(c->b);
  return (a > b ? a : b) + follows;
}

static struct name text_of(const struct spec *spec, const struct c_syntax *c) {
  struct strbuf text = {0};
  c_syntax_print(spec->names, c, &text);
  struct name name = intern(spec->names, strbuf_text(&text));
  strbuf_release(&text);
  return name;
}

// The parameter that an expression is; or none.
static uint32_t parameter_of(const struct spec_proc *proc,
                             const struct c_syntax *c) {
  for (uint32_t i = 0; c->kind == EXPR_NAME && i < proc->scope.places.count;
       i++) {
    const struct spec_place *place = &proc->scope.places.at[i];
    if (place->kind == PLACE_PARAMETER && name_equal(place->text, c->name))
      return place->index;
  }
  return SPEC_NONE;
}

static bool can_be_made(const struct spec_proc *proc, const struct c_syntax *c,
                        const struct c_value *value) {
  return value->is_lvalue || parameter_of(proc, c) != SPEC_NONE;
}

static bool was_made(const struct spec_proc *proc, struct name text) {
  for (uint32_t i = 0; i < proc->equations.count; i++)
    if (name_equal(proc->equations.at[i].text, text))
      return true;
  return false;
}

// The deeper one is made the other; of two that are as deep the second, unless
// it was made something else before.
static bool is_second_made(const struct spec *spec,
                           const struct spec_proc *proc,
                           const struct c_syntax *c,
                           const struct c_value *values) {
  if (!can_be_made(proc, c->a, &values[0]) ||
      !can_be_made(proc, c->b, &values[1]))
    return can_be_made(proc, c->b, &values[1]);
  if (depth(c->a) != depth(c->b))
    return depth(c->b) > depth(c->a);
  return !was_made(proc, text_of(spec, c->b));
}

static void list_equation(struct spec *spec, struct spec_proc *proc,
                          const struct c_syntax *c) {
  struct binding_context context = bind_at_entry(spec, proc, NULL);
  struct c_value values[2] = {bind_expression(&context, c->a),
                              bind_expression(&context, c->b)};
  if (context.has_failed || context.is_unknown ||
      !is_pointer(spec, &values[0]) || !is_pointer(spec, &values[1]))
    return;
  bool second = is_second_made(spec, proc, c, values);
  const struct c_syntax *made = second ? c->b : c->a;
  if (!can_be_made(proc, made, &values[second]))
    return;
  spec_equation_vec_push(
      &proc->equations,
      (struct spec_equation){.text = text_of(spec, made),
                             .variable = values[second].variable,
                             .parameter = parameter_of(proc, made),
                             .address = values[second].address,
                             .value = bind_bits(spec, &values[!second])});
}

void equations_bind(struct spec *spec, struct spec_proc *proc,
                    const struct c_syntax *condition) {
  if (!condition)
    return;
  if (condition->kind == EXPR_BINARY && condition->op == TOKEN_EQUAL)
    list_equation(spec, proc, condition);
  equations_bind(spec, proc, condition->a);
  equations_bind(spec, proc, condition->b);
  equations_bind(spec, proc, condition->c);
}
