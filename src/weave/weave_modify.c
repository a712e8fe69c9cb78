// What a call may modify, by the procedure abstraction that is assumed for it.
#include "memory/entry_state.h"
#include "weave/weaver.h"

// A body can write every global object, whoever else sees its address.
static void list_globals(const struct weaver *w, struct term_vec *addresses) {
  for (uint32_t i = 1; i < w->program->objects.count; i++) {
    const struct object_info *info = &w->program->objects.at[i];
    if (info->kind == OBJECT_GLOBAL && !info->is_constant && !info->is_fixed)
      term_vec_push(addresses, program_term(w->program, info->address));
  }
}

// The same function without its body, and without what a library routine of
// that name would do.
static struct procedure *
stand_in(struct weaver *w, const struct procedure *callee, const char *form) {
  struct name name = intern_format(
      w->program->names, "%s%s%s", name_text(w->program->names, callee->name),
      form, callee->is_defined ? "'@assumed" : "@assumed");
  enum procedure_kind kind =
      callee->is_defined ? PROCEDURE_ASSUMED_BODY : PROCEDURE_ASSUMED;
  struct procedure *found =
      program_find_kind(w->program, kind, name_text(w->program->names, name));
  if (found)
    return found;
  struct ctype type = callee->type;
  struct sort result = callee->result;
  bool returns_integer = callee->returns_integer;
  found = program_add_procedure(w->program, name);
  found->kind = kind;
  found->type = type;
  found->result = result;
  found->returns_integer = returns_integer;
  found->is_variadic = true; // it is given more than its parameters
  return found;
}

// A call of a stand-in, given what the call gives, what the body would see, and
// another address (or none).
static struct location_id
call_stand_in(struct weaver *w, const struct site *site,
              const struct procedure *stand_in, struct variable target,
              struct term address, struct location_id from) {
  struct term_vec arguments = {0};
  term_vec_append(&arguments, site->call->call.arguments,
                  site->call->call.count);
  if (stand_in->kind == PROCEDURE_ASSUMED_BODY)
    list_globals(w, &arguments);
  if (!term_is_none(address))
    term_vec_push(&arguments, substitution_apply(site->bound, address));
  struct operation op = *site->call;
  op.call.callee = stand_in->self;
  op.call.arguments =
      program_copy_terms(w->program, arguments.at, arguments.count);
  op.call.count = arguments.count;
  op.call.target = target;
  term_vec_release(&arguments);
  return weave_edge(w, from, op);
}

static const struct procedure *callee_of(const struct weaver *w,
                                         const struct site *site) {
  return program_procedure(w->program, site->call->call.callee);
}

// A function that we do not see.
struct location_id weave_unseen_call(struct weaver *w, const struct site *site,
                                     struct variable target,
                                     struct location_id from) {
  struct procedure *unseen = stand_in(w, callee_of(w, site), "");
  const struct passing_vec *passing = &callee_of(w, site)->passing;
  if (!unseen->passing.count)
    passing_vec_append(&unseen->passing, passing->at, passing->count);
  return call_stand_in(w, site, unseen, target, (struct term){0}, from);
}

// Nothing changes, but the function keeps what it is given.
static struct location_id keep(struct weaver *w, const struct site *site,
                               struct location_id from) {
  struct procedure *keeper = stand_in(w, callee_of(w, site), "'keeps");
  keeper->outside = OUTSIDE_KEEPS;
  keeper->result = (struct sort){0};
  return call_stand_in(w, site, keeper, (struct variable){0}, (struct term){0},
                       from);
}

static bool may_hold_address(const struct weaver *w, struct ctype type,
                             struct variable variable) {
  const struct ctype_table *types = w->program->types;
  struct sort sort =
      term_sort(w->program->terms, program_term(w->program, variable));
  return sort_is_bits(sort) && sort_width(sort) >= w->program->pointer_width &&
         (entry_type_has_pointers(types, type) ||
          ctype_bare(types, type)->kind == CTYPE_UNKNOWN);
}

// Any value of the type that the function can know: addresses come from
// somewhere.
struct location_id weave_any_known(struct weaver *w, const struct site *site,
                                   struct variable variable, struct ctype type,
                                   struct name what, struct location_id from) {
  if (!may_hold_address(w, type, variable))
    return weave_havoc(w, from, variable, what);
  struct strbuf form = {0};
  struct sort sort =
      term_sort(w->program->terms, program_term(w->program, variable));
  strbuf_format(&form, "'knows%u", sort_width(sort));
  struct procedure *teller =
      stand_in(w, callee_of(w, site), strbuf_text(&form));
  strbuf_release(&form);
  teller->outside = OUTSIDE_KEEPS;
  teller->type = (struct ctype){0};
  teller->result = sort;
  teller->returns_integer = false;
  return call_stand_in(w, site, teller, variable, (struct term){0}, from);
}

// All that lies at the address, which is of no simple type, and nothing else.
static struct location_id fill(struct weaver *w, const struct site *site,
                               const char *form, struct ctype type,
                               struct term address, struct location_id from) {
  struct procedure *filler = stand_in(w, callee_of(w, site), form);
  filler->outside = OUTSIDE_FILLS;
  filler->filled = type;
  filler->result = (struct sort){0};
  return call_stand_in(w, site, filler, (struct variable){0}, address, from);
}

static struct location_id fill_lvalue(struct weaver *w, const struct site *site,
                                      const struct spec_lvalue *lvalue,
                                      struct term address,
                                      struct location_id from) {
  struct strbuf form = {0};
  strbuf_format(&form, "'fills%u",
                (unsigned)(lvalue - site->proc->modifies.at) + 1);
  from =
      fill(w, site, strbuf_text(&form),
           lvalue->is_whole ? (struct ctype){0} : lvalue->type, address, from);
  strbuf_release(&form);
  return from;
}

// A struct that is returned is written where the caller wants it.
struct location_id weave_fill_result(struct weaver *w, const struct site *site,
                                     struct location_id from) {
  const struct spec_place *result = scope_result(&site->proc->scope);
  uint32_t argument = lowering_result(callee_of(w, site));
  return result && argument < site->call->call.count
             ? fill(w, site, "'returns", result->type,
                    site->call->call.arguments[argument], from)
             : from;
}

// One that lies at the address.
static struct location_id modify_at(struct weaver *w, const struct site *site,
                                    const struct spec_lvalue *lvalue,
                                    struct term address,
                                    struct location_id from) {
  const struct ctype_info *type = ctype_bare(w->program->types, lvalue->type);
  uint64_t width = type->bit_size;
  bool is_plain = type->kind != CTYPE_STRUCT && type->kind != CTYPE_UNION &&
                  type->kind != CTYPE_ARRAY;
  if (!is_plain || lvalue->is_whole || width > 64 || (width & (width - 1)) ||
      width < 8)
    return fill_lvalue(w, site, lvalue, address, from);
  struct variable any =
      weave_variable(w, name_text(w->program->names, lvalue->text),
                     sort_bits((unsigned)width), lvalue->type);
  from = weave_any_known(w, site, any, lvalue->type, lvalue->text, from);
  return weave_store(w, from, substitution_apply(site->bound, address),
                     program_term(w->program, any));
}

// One after the other.
static struct location_id modify_range(struct weaver *w,
                                       const struct site *site,
                                       const struct spec_lvalue *lvalue,
                                       struct location_id from) {
  struct term_table *terms = w->program->terms;
  unsigned width = w->program->pointer_width;
  uint64_t size = ctype_bare(w->program->types, lvalue->type)->bit_size / 8;
  struct variable index =
      weave_variable(w, "index", sort_bits(width), (struct ctype){0});
  struct term i = program_term(w->program, index);
  struct term count = substitution_apply(site->bound, lvalue->count);
  struct location_id head = weave_location(w), after;
  weave_edge_to(
      w, from, head,
      operation_assign_one(w->program, index, term_const(terms, width, 0)));
  struct location_id at =
      weave_branch(w, head, term_compare(terms, OP_ULT, i, count), &after);
  if (at.id) {
    struct term ahead =
        term_binary(terms, OP_MUL, i, term_const(terms, width, size));
    at =
        modify_at(w, site, lvalue, term_add(terms, lvalue->address, ahead), at);
    weave_edge_to(
        w, at, head,
        operation_assign_one(w->program, index,
                             term_add(terms, i, term_const(terms, width, 1))));
  }
  return after;
}

static struct location_id modify_one(struct weaver *w, const struct site *site,
                                     const struct spec_lvalue *lvalue,
                                     struct location_id from) {
  if (!variable_is_none(lvalue->variable))
    return weave_any_known(w, site, lvalue->variable, lvalue->type,
                           lvalue->text, from);
  return term_is_none(lvalue->count)
             ? modify_at(w, site, lvalue, lvalue->address, from)
             : modify_range(w, site, lvalue, from);
}

// Does it get addresses that it may keep? What a function of the program keeps
// it stores where `modifies` says so.
static bool may_keep(const struct weaver *w, const struct site *site) {
  const struct ctype_table *types = w->program->types;
  const struct ctype_info *type = ctype_bare(types, site->proc->type);
  bool found = false;
  for (uint32_t i = 0; i < type->parameter_count; i++)
    found |= entry_type_has_pointers(types, type->parameters[i]);
  return found && !callee_of(w, site)->is_defined;
}

struct location_id weave_modify(struct weaver *w, const struct site *site,
                                struct location_id from) {
  if (may_keep(w, site))
    from = keep(w, site, from);
  for (uint32_t i = 0; i < site->proc->modifies.count; i++)
    from = modify_one(w, site, &site->proc->modifies.at[i], from);
  return from;
}
