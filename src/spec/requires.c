// What a procedure requires of whoever calls it, as terms over its scope.
//
// A pointer with a number of elements is one that so many bytes can be read
// through, unless the number is zero or less, when nothing is said of it. The
// bytes are counted as mathematics counts them: a product that does not fit, or
// is more than any object has, is required in vain.
#include "spec/bind.h"
#include "spec/internal.h"

static const struct ctype_info *info_of(const struct spec *spec,
                                        struct ctype type) {
  return ctype_bare(spec->program->types, type);
}

// The pointer as a number; none after a complaint, or where nobody knows.
static struct term bind_pointer(struct binding_context *context,
                                const struct c_syntax *c, const char *word,
                                struct ctype *target) {
  struct c_value value = bind_expression(context, c);
  if (context->has_failed || context->is_unknown)
    return (struct term){0};
  const struct ctype_info *info = info_of(context->spec, value.type);
  if (info->kind != CTYPE_POINTER) {
    bind_fail(context, c->position, "`%s` is about a pointer", word);
    return (struct term){0};
  }
  *target = info->target;
  return bind_bits(context->spec, &value);
}

// Bytes of what the pointer points to: those of `void` are counted one by one.
static uint64_t element_size(struct binding_context *context,
                             const struct c_syntax *c, struct ctype type) {
  const struct ctype_info *info = info_of(context->spec, type);
  if (info->kind == CTYPE_VOID)
    return 1;
  if (!info->bit_size) {
    bind_fail(context, c->position, "how large is what this points to?");
    diag_hint(context->spec->diag, "cast the pointer: `(char *)p`");
    return 1;
  }
  return info->bit_size / 8;
}

// How many there are, as wide as a pointer; none after a complaint.
static struct term bind_number(struct binding_context *context,
                               const struct c_syntax *c, bool *is_signed) {
  struct spec *spec = context->spec;
  struct c_value value = bind_expression(context, c);
  if (context->has_failed || context->is_unknown)
    return (struct term){0};
  const struct ctype_info *info = info_of(spec, value.type);
  struct term bits = bind_bits(spec, &value);
  if ((info->kind != CTYPE_INT && info->kind != CTYPE_ENUM &&
       info->kind != CTYPE_BOOL) ||
      term_width(spec->program->terms, bits) > spec->program->pointer_width) {
    bind_fail(context, c->position,
              "a number of elements is an integer no wider than a pointer");
    return (struct term){0};
  }
  *is_signed = ctype_is_signed(spec->program->types, value.type);
  return term_resize(spec->program->terms, spec->program->pointer_width,
                     *is_signed, bits);
}

static struct term number(const struct spec *spec, uint64_t value) {
  return term_const(spec->program->terms, spec->program->pointer_width, value);
}

static struct term is_null(const struct spec *spec, struct term pointer) {
  return term_eq(spec->program->terms, pointer, number(spec, 0));
}

// No object has more than half of what can be addressed.
static uint64_t most_bytes(const struct spec *spec) {
  return ((uint64_t)1 << (spec->program->pointer_width - 1)) - 1;
}

static void require_size(struct binding_context *context,
                         const struct requirement_syntax *syntax,
                         struct spec_requirement *made) {
  struct spec *spec = context->spec;
  struct term_table *terms = spec->program->terms;
  struct ctype target;
  bool is_signed;
  struct term pointer =
      bind_pointer(context, syntax->value, "sized_by", &target);
  if (term_is_none(pointer))
    return;
  uint64_t size = element_size(context, syntax->value, target);
  struct term count = bind_number(context, syntax->second, &is_signed);
  if (term_is_none(count))
    return;
  made->asks =
      term_compare(terms, is_signed ? OP_SLT : OP_ULT, number(spec, 0), count);
  struct term fits =
      term_compare(terms, OP_ULE, count, number(spec, most_bytes(spec) / size));
  struct term right = term_not(terms, is_null(spec, pointer));
  struct term holds = term_and(terms, fits, right);
  made->condition = term_or(terms, term_not(terms, made->asks), holds);
  made->address = pointer;
  made->size = term_binary(terms, OP_MUL, count, number(spec, size));
  if (is_signed)
    made->size = term_ite(terms, made->asks, made->size, number(spec, 0));
}

static void require_string(struct binding_context *context,
                           const struct requirement_syntax *syntax,
                           struct spec_requirement *made) {
  struct spec *spec = context->spec;
  struct ctype target;
  struct term pointer =
      bind_pointer(context, syntax->value, "terminated", &target);
  if (term_is_none(pointer))
    return;
  if (info_of(spec, target)->bit_size != 8)
    bind_fail(context, syntax->value->position,
              "`terminated` is about strings of `char`");
  made->asks = term_not(spec->program->terms, is_null(spec, pointer));
  made->address = pointer;
}

// The bytes that are required behind a pointer: as `sized_by` says, or those of
// one element.
static struct term bytes_behind(struct binding_context *context,
                                const struct spec_proc *proc,
                                const struct c_syntax *c, struct term pointer,
                                struct ctype target) {
  struct spec *spec = context->spec;
  for (uint32_t i = 0; i < proc->requirements.count; i++) {
    const struct spec_requirement *one = &proc->requirements.at[i];
    if (one->kind == REQUIRES_SIZE && term_equal(one->address, pointer))
      return one->size;
  }
  return number(spec, element_size(context, c, target));
}

static void require_apart(struct binding_context *context,
                          const struct spec_proc *proc,
                          const struct requirement_syntax *syntax,
                          struct spec_requirement *made) {
  struct spec *spec = context->spec;
  struct term_table *terms = spec->program->terms;
  struct ctype types[2];
  struct term p = bind_pointer(context, syntax->value, "separate", &types[0]);
  struct term q = bind_pointer(context, syntax->second, "separate", &types[1]);
  if (term_is_none(p) || term_is_none(q))
    return;
  struct term p_size = bytes_behind(context, proc, syntax->value, p, types[0]);
  struct term q_size = bytes_behind(context, proc, syntax->second, q, types[1]);
  struct term right =
      term_compare(terms, OP_ULE, q_size, term_sub(terms, p, q));
  struct term left = term_compare(terms, OP_ULE, p_size, term_sub(terms, q, p));
  struct term apart = term_and(terms, left, right);
  struct term any_null = term_or(terms, is_null(spec, p), is_null(spec, q));
  struct term p_is_empty = term_eq(terms, p_size, number(spec, 0));
  struct term q_is_empty = term_eq(terms, q_size, number(spec, 0));
  struct term is_nothing = term_or(terms, p_is_empty, q_is_empty);
  struct term none = term_or(terms, any_null, is_nothing);
  made->condition = term_or(terms, none, apart);
}

static struct name text_of(struct spec *spec,
                           const struct requirement_syntax *syntax) {
  struct strbuf text = {0};
  bool is_condition = syntax->kind == REQUIRES_CONDITION;
  if (!is_condition)
    strbuf_format(&text, "%s(", requirement_word(syntax->kind));
  c_syntax_print(spec->names, syntax->value, &text);
  if (syntax->second) {
    strbuf_add(&text, ", ");
    c_syntax_print(spec->names, syntax->second, &text);
  }
  if (!is_condition)
    strbuf_char(&text, ')');
  struct name name = intern(spec->names, strbuf_text(&text));
  strbuf_release(&text);
  return name;
}

static void bind_one(struct spec *spec, struct spec_proc *proc,
                     const struct requirement_syntax *syntax) {
  struct binding_context context = bind_at_entry(
      spec, proc, "what is required holds before anything is returned");
  struct spec_requirement made = {.kind = syntax->kind,
                                  .position = syntax->position,
                                  .text = text_of(spec, syntax),
                                  .condition = term_true(spec->program->terms)};
  struct ctype target;
  struct term pointer;
  switch (syntax->kind) {
  case REQUIRES_CONDITION:
    made.condition = bind_truth(&context, syntax->value);
    break;
  case REQUIRES_NONNULL:
    pointer = bind_pointer(&context, syntax->value, "nonnull", &target);
    if (!term_is_none(pointer))
      made.condition = term_not(spec->program->terms, is_null(spec, pointer));
    break;
  case REQUIRES_SIZE: require_size(&context, syntax, &made); break;
  case REQUIRES_STRING: require_string(&context, syntax, &made); break;
  case REQUIRES_APART: require_apart(&context, proc, syntax, &made); break;
  }
  if (context.has_failed || context.is_unknown)
    proc->is_bound = false;
  if (context.is_unknown && !context.has_failed && spec->has_program)
    diag_report(spec->diag, SEVERITY_WARNING, syntax->position,
                "this means nothing in the program, and is not required of "
                "calls of '%s'",
                name_text(spec->names, proc->name));
  if (context.has_failed || context.is_unknown)
    return;
  spec_requirement_vec_push(&proc->requirements, made);
  if (syntax->kind == REQUIRES_CONDITION)
    equations_bind(spec, proc, syntax->value);
}

// Nobody can meet what contradicts itself; what lies in memory is not looked
// at here.
static void refuse_contradiction(struct spec *spec, struct spec_proc *proc) {
  struct term_table *terms = spec->program->terms;
  struct term all = term_true(terms);
  for (uint32_t i = 0; i < proc->requirements.count; i++)
    all = term_and(terms, all, proc->requirements.at[i].condition);
  if (!proc->requirements.count || !proc->is_bound ||
      guards_satisfiable(spec, &proc->scope, all, NULL) != ANSWER_UNSAT)
    return;
  diag_report(spec->diag, SEVERITY_WARNING, proc->requirements.at[0].position,
              "no call can meet what '%s' requires",
              name_text(spec->names, proc->name));
}

void requirements_bind(struct spec *spec, struct spec_proc *proc) {
  const struct proc_syntax *syntax = &proc->item->proc;
  for (int late = 0; late < 2; late++) // sizes come before what asks for them
    for (uint32_t i = 0; i < syntax->requirement_count; i++)
      if ((syntax->requirements[i].kind == REQUIRES_APART) == late)
        bind_one(spec, proc, &syntax->requirements[i]);
  refuse_contradiction(spec, proc);
  proc->is_bare = syntax->requirement_count && !syntax->arm_count &&
                  !syntax->has_modifies && !syntax->ensures.count;
}
