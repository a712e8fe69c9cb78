// One operation as one line of text. Memory is touched by what looks like
// functions, with the number of bytes in their names:
// `t3 = load4((char *)p + 8)`.
#include "base/check.h"
#include "program/internal.h"
#include "program/print.h"

static void print_term(const struct program *program, struct term t,
                       struct strbuf *out) {
  struct c_names names = listing_names(program);
  term_print_c(program->terms, t, &names, out);
}

// False when term_print_c does it as well.
static bool print_constant(const struct program *program, struct ctype type,
                           struct term t, struct strbuf *out) {
  unsigned width = term_width(program->terms, t);
  u128 value = term_value(program->terms, t);
  const struct ctype_info *info = ctype_bare(program->types, type);
  struct name enumerator = ctype_enumerator(program->types, type, value);
  if (!name_is_none(enumerator)) {
    strbuf_add(out, name_text(program->names, enumerator));
    return true;
  }
  bool is_signed = info->kind == CTYPE_UNKNOWN || info->is_signed;
  if (!is_signed || width > 64)
    return false;
  strbuf_format(out, "%lld", (long long)bits_signed(value, width));
  return true;
}

void listing_value(const struct program *program, struct ctype type,
                   struct term t, struct strbuf *out) {
  if (term_is_const(program->terms, t) && print_constant(program, type, t, out))
    return;
  print_term(program, t, out);
}

static void print_untyped(const struct program *program, struct term t,
                          struct strbuf *out) {
  listing_value(program, (struct ctype){0}, t, out);
}

void listing_target(const struct program *program, struct variable variable,
                    struct strbuf *out) {
  const struct variable_info *info = program_variable(program, variable);
  if (name_is_none(info->name))
    strbuf_format(out, "t%u", info->slot);
  else
    strbuf_add(out, name_text(program->names, info->name));
}

static void print_assigned(const struct program *program,
                           struct variable target, struct strbuf *out) {
  if (variable_is_none(target))
    return;
  listing_target(program, target, out);
  strbuf_add(out, " = ");
}

static void print_assign(const struct program *program,
                         const struct operation *op, struct strbuf *out) {
  if (!op->assign.count)
    strbuf_add(out, "skip");
  for (uint32_t i = 0; i < op->assign.count; i++) {
    const struct binding *binding = &op->assign.bindings[i];
    strbuf_add(out, i ? ", " : "");
    print_assigned(program, binding->target, out);
    listing_value(program, program_variable(program, binding->target)->type,
                  binding->value, out);
  }
}

static void print_invalid(const struct program *program,
                          const struct operation *op, struct strbuf *out) {
  strbuf_format(out, "[invalid %s(", access_kind_name(op->invalid.access));
  print_term(program, op->invalid.address, out);
  if (!term_is_none(op->invalid.size)) {
    strbuf_add(out, ", ");
    print_term(program, op->invalid.size, out);
  }
  strbuf_add(out, ")]");
}

static void print_havoc(const struct program *program,
                        const struct operation *op, struct strbuf *out) {
  strbuf_add(out, "havoc ");
  for (uint32_t i = 0; i < op->havoc.count; i++) {
    strbuf_add(out, i ? ", " : "");
    listing_target(program, op->havoc.targets[i], out);
  }
  strbuf_format(out, " (%s", havoc_origin_name(op->havoc.origin));
  if (!name_is_none(op->havoc.what))
    strbuf_format(out, ": %s", name_text(program->names, op->havoc.what));
  strbuf_char(out, ')');
}

// LOAD, STORE and UPDATE.
static void print_memory(const struct program *program,
                         const struct operation *op, struct strbuf *out) {
  struct term moved = op->memory.value;
  if (op->kind != OPERATION_STORE) {
    print_assigned(program, op->memory.target, out);
    moved = program_term(program, op->memory.target);
  }
  strbuf_format(out, "%s%s%s%u(", op->memory.is_volatile ? "volatile " : "",
                op->memory.is_atomic ? "atomic " : "",
                operation_kind_name(op->kind),
                (term_width(program->terms, moved) + 7) / 8);
  print_term(program, op->memory.address, out);
  if (op->kind != OPERATION_LOAD) {
    strbuf_add(out, ", ");
    print_untyped(program, op->memory.value, out);
  }
  strbuf_char(out, ')');
}

static void print_block(const struct program *program,
                        const struct operation *op, struct strbuf *out) {
  strbuf_format(out, "%s(", operation_kind_name(op->kind));
  print_term(program, op->block.address, out);
  strbuf_add(out, ", ");
  if (op->kind == OPERATION_COPY)
    print_term(program, op->block.source, out);
  else
    print_untyped(program, op->block.value, out);
  strbuf_add(out, ", ");
  print_term(program, op->block.size, out);
  strbuf_char(out, ')');
}

static void print_allocate(const struct program *program,
                           const struct operation *op, struct strbuf *out) {
  print_assigned(program, op->allocate.target, out);
  strbuf_format(out, "allocate(%s, ",
                op->allocate.kind == ALLOCATION_HEAP    ? "heap"
                : op->allocate.kind == ALLOCATION_STACK ? "stack"
                                                        : "block");
  print_term(program, op->allocate.size, out);
  strbuf_format(out, ", align %u%s%s)", op->allocate.alignment,
                op->allocate.is_zeroed ? ", zeroed" : "",
                op->allocate.may_fail ? ", may fail" : "");
}

// The declared type of a parameter, unknown for variable arguments.
static struct ctype parameter_type(const struct program *program,
                                   struct procedure_id callee, uint32_t index) {
  if (!callee.id)
    return (struct ctype){0};
  const struct procedure *procedure = program_procedure(program, callee);
  if (index < procedure->parameters.count)
    return program_variable(program, procedure->parameters.at[index])->type;
  return (struct ctype){0};
}

static void print_call(const struct program *program,
                       const struct operation *op, struct strbuf *out) {
  print_assigned(program, op->call.target, out);
  if (op->call.callee.id) {
    struct name name = program_procedure(program, op->call.callee)->name;
    strbuf_add(out, name_text(program->names, name));
  } else {
    strbuf_add(out, "(*");
    print_term(program, op->call.function, out);
    strbuf_char(out, ')');
  }
  strbuf_char(out, '(');
  for (uint32_t i = 0; i < op->call.count; i++) {
    strbuf_add(out, i ? ", " : "");
    listing_value(program, parameter_type(program, op->call.callee, i),
                  op->call.arguments[i], out);
  }
  if (!term_is_none(op->call.variadic)) {
    strbuf_add(out, op->call.count ? ", ... at " : "... at ");
    print_term(program, op->call.variadic, out);
  }
  strbuf_char(out, ')');
}

static void print_return(const struct program *program,
                         const struct operation *op, struct strbuf *out) {
  strbuf_add(out, "return");
  if (term_is_none(op->ret.value))
    return;
  strbuf_char(out, ' ');
  print_untyped(program, op->ret.value, out);
}

static void print_thread(const struct program *program,
                         const struct operation *op, struct strbuf *out) {
  print_assigned(program, op->thread.target, out);
  strbuf_format(out, "thread_%s(", thread_action_name(op->thread.action));
  for (uint32_t i = 0; i < op->thread.count; i++) {
    strbuf_add(out, i ? ", " : "");
    print_untyped(program, op->thread.arguments[i], out);
  }
  strbuf_char(out, ')');
}

void program_print_operation(const struct program *program,
                             const struct operation *op, struct strbuf *out) {
  switch (op->kind) {
  case OPERATION_ASSIGN: print_assign(program, op, out); return;
  case OPERATION_ASSUME:
    strbuf_char(out, '[');
    print_term(program, op->assume.condition, out);
    strbuf_char(out, ']');
    return;
  case OPERATION_INVALID: print_invalid(program, op, out); return;
  case OPERATION_HAVOC: print_havoc(program, op, out); return;
  case OPERATION_LOAD:
  case OPERATION_STORE:
  case OPERATION_UPDATE: print_memory(program, op, out); return;
  case OPERATION_COPY:
  case OPERATION_FILL: print_block(program, op, out); return;
  case OPERATION_ALLOCATE: print_allocate(program, op, out); return;
  case OPERATION_FREE:
    strbuf_add(out, "free(");
    print_term(program, op->free.address, out);
    strbuf_char(out, ')');
    return;
  case OPERATION_LIVE:
    strbuf_format(out, "%s(", life_name(op->live.life));
    for (uint32_t i = 0; i < op->live.count; i++) {
      strbuf_add(out, i ? ", " : "");
      print_term(program, op->live.addresses[i], out);
    }
    strbuf_char(out, ')');
    return;
  case OPERATION_CALL: print_call(program, op, out); return;
  case OPERATION_RETURN: print_return(program, op, out); return;
  case OPERATION_THREAD: print_thread(program, op, out); return;
  case OPERATION_PERFORM:
    strbuf_format(out, "perform %s",
                  name_text(program->names, op->perform.action));
    if (!term_is_none(op->perform.object)) {
      strbuf_char(out, '(');
      print_term(program, op->perform.object, out);
      strbuf_char(out, ')');
    }
    if (!term_is_none(op->perform.address)) {
      strbuf_add(out, " if it was there: ");
      print_term(program, op->perform.address, out);
    }
    return;
  case OPERATION_UNSUPPORTED:
    strbuf_format(out, "unsupported (%s)",
                  name_text(program->names, op->unsupported.what));
    return;
  case OPERATION_KIND_COUNT: break;
  }
  BUG("no operation kind %d", (int)op->kind);
}

static bool has_meaning(const struct program *program,
                        struct variable variable) {
  const struct variable_info *info = program_variable(program, variable);
  return info->kind == VARIABLE_TEMPORARY && !name_is_none(info->text) &&
         !name_equal(info->text, info->name);
}

void listing_meaning(const struct program *program, const struct operation *op,
                     struct strbuf *out) {
  if (op->kind == OPERATION_STORE)
    strbuf_add(out, name_text(program->names, op->memory.text));
  struct variable_vec targets = {0};
  operation_targets(op, &targets);
  size_t before = out->length;
  for (uint32_t i = 0; i < targets.count; i++) {
    if (!has_meaning(program, targets.at[i]))
      continue;
    strbuf_add(out, out->length > before ? ", " : "");
    if (targets.count > 1) {
      listing_target(program, targets.at[i], out);
      strbuf_add(out, " is ");
    }
    struct name text = program_variable(program, targets.at[i])->text;
    strbuf_add(out, name_text(program->names, text));
  }
  variable_vec_release(&targets);
}
