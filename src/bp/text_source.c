#include "bp/text_source.h"

#include "base/bitset.h"
#include "base/map.h"

// A list of variables of diagrams, and what they are renamed to.
struct renaming {
  struct u32_vec from, to;
};

// What an edge does, made when it is first asked for.
struct step_relation {
  bool is_made;
  struct dd relation;      // guard, assigned values, constraint: kept
  struct dd gone;          // cube of the variables now that are assigned: kept
  struct dd next;          // cube of their next copies: kept
  struct renaming forward; // next to now
};

struct call_relation {
  bool is_made;
  struct dd arguments;     // parameters (next copies) from variables now: kept
  struct dd gone;          // what is quantified when the callee returns: kept
  struct renaming summary; // of the callee, into the caller's copies
  struct renaming forward; // next copies of globals and results to now
};

struct text_source {
  const struct bp_code *code;
  const struct bp *bp;
  struct dd_manager *m;
  uint32_t globals, locals, returns; // places: at most so many of the latter
  struct step_relation *steps;       // by edge
  struct call_relation *calls;       // by edge
  struct dd *enforced;               // by procedure, kept
  struct dd *begun;                  // by procedure, kept
};

// Places

enum copy { ENTRY, NOW, NEXT };

static uint32_t copy_of(uint32_t place, enum copy copy) {
  return 3 * place + (uint32_t)copy;
}

static uint32_t return_place(const struct text_source *source, uint32_t i) {
  return 3 * (source->globals + source->locals) + i;
}

static const struct bp_procedure *procedure_of(const struct text_source *source,
                                               uint32_t procedure) {
  return &source->bp->procedures.at[procedure];
}

static const struct bp_statement *statement_of(const struct text_source *source,
                                               uint32_t edge) {
  const struct bp_origin *origin = &source->code->origins.at[edge];
  return &procedure_of(source, origin->procedure)
              ->statements.at[origin->statement];
}

static void push_range(struct u32_vec *list, uint32_t first, uint32_t count,
                       enum copy copy) {
  for (uint32_t i = 0; i < count; i++)
    u32_vec_push(list, copy_of(first + i, copy));
}

static void rename_range(struct renaming *renaming, uint32_t first,
                         uint32_t count, enum copy from, enum copy to) {
  push_range(&renaming->from, first, count, from);
  push_range(&renaming->to, first, count, to);
}

static void add_pair(struct renaming *renaming, uint32_t from, uint32_t to) {
  u32_vec_push(&renaming->from, from);
  u32_vec_push(&renaming->to, to);
}

static void release_renaming(struct renaming *renaming) {
  u32_vec_release(&renaming->from);
  u32_vec_release(&renaming->to);
}

static struct dd apply(const struct text_source *source, struct dd set,
                       const struct renaming *renaming) {
  return dd_rename(source->m, set, renaming->from.at, renaming->to.at,
                   renaming->from.count);
}

static struct dd apply_back(const struct text_source *source, struct dd set,
                            const struct renaming *renaming) {
  return dd_rename(source->m, set, renaming->to.at, renaming->from.at,
                   renaming->from.count);
}

static struct dd cube_of(const struct text_source *source,
                         struct u32_vec *list) {
  struct dd cube = dd_cube(source->m, list->at, list->count);
  u32_vec_release(list);
  return cube;
}

// Expressions: when they can be true and when they can be false

struct values {
  struct dd yes, no;
};

NUMBER_MAP_DEFINE(values_map, uint32_t, struct values);

struct reading {
  const struct text_source *source;
  const struct bp_statement *assignment; // whose next values are spoken of
  struct values_map known; // by expression: it may occur many times
};

static bool is_assigned(const struct bp_statement *s, struct bp_variable of) {
  for (uint32_t i = 0; s && i < s->variable_count; i++)
    if (bp_variable_equal(s->variables[i], of))
      return true;
  return false;
}

static struct values read_variable(const struct reading *reading,
                                   const struct bp_node *node) {
  struct dd_manager *m = reading->source->m;
  bool is_next = node->operator== BP_NEXT &&
                 is_assigned(reading->assignment, node->variable);
  uint32_t place = bp_slot(reading->source->bp, node->variable);
  uint32_t variable = copy_of(place, is_next ? NEXT : NOW);
  struct dd yes = dd_literal(m, variable, true);
  return (struct values){yes, dd_literal(m, variable, false)};
}

static struct values read_equal(struct dd_manager *m, struct values a,
                                struct values b) {
  struct dd both = dd_and(m, a.yes, b.yes), none = dd_and(m, a.no, b.no);
  struct dd left = dd_and(m, a.yes, b.no), right = dd_and(m, a.no, b.yes);
  struct dd same = dd_or(m, both, none);
  return (struct values){same, dd_or(m, left, right)};
}

static struct values negate(struct values a) {
  return (struct values){a.no, a.yes};
}

static struct values read_and(struct dd_manager *m, struct values a,
                              struct values b) {
  struct dd yes = dd_and(m, a.yes, b.yes);
  return (struct values){yes, dd_or(m, a.no, b.no)};
}

// True if a, else false if b, else either.
static struct values read_choose(struct dd_manager *m, struct values a,
                                 struct values b) {
  struct dd neither = dd_and(m, a.no, b.no);
  return (struct values){dd_or(m, a.yes, neither), a.no};
}

static struct values read_if(struct dd_manager *m, struct values c,
                             struct values a, struct values b) {
  struct dd yes = dd_or(m, dd_and(m, c.yes, a.yes), dd_and(m, c.no, b.yes));
  struct dd no = dd_or(m, dd_and(m, c.yes, a.no), dd_and(m, c.no, b.no));
  return (struct values){yes, no};
}

static struct values read_node(const struct reading *reading,
                               const struct bp_node *of_expr,
                               const struct values *of) {
  struct dd_manager *m = reading->source->m;
  const struct bp_node node = *of_expr;
  switch (node.operator) {
  case BP_FALSE: return (struct values){dd_false(), dd_true()};
  case BP_TRUE: return (struct values){dd_true(), dd_false()};
  case BP_ANY: return (struct values){dd_true(), dd_true()};
  case BP_VARIABLE:
  case BP_NEXT: return read_variable(reading, &node);
  case BP_NOT: return negate(of[0]);
  case BP_AND: return read_and(m, of[0], of[1]);
  case BP_OR: return negate(read_and(m, negate(of[0]), negate(of[1])));
  case BP_IMPLIES: return negate(read_and(m, of[0], negate(of[1])));
  case BP_EQUAL: return read_equal(m, of[0], of[1]);
  case BP_XOR: return negate(read_equal(m, of[0], of[1]));
  case BP_CHOOSE: return read_choose(m, of[0], of[1]);
  case BP_IF: return read_if(m, of[0], of[1], of[2]);
  }
  BUG("an expression of no kind");
}

// Its parts first. What it can be does not depend on where it stands, since
// every `*` is a choice of its own.
static struct values read_expr(struct reading *reading, struct bp_expr expr) {
  const struct values *known = values_map_find(&reading->known, expr.id);
  if (known)
    return *known;
  const struct bp_node node = *bp_expr_node(reading->source->bp->exprs, expr);
  struct values of[3] = {{{0}, {0}}};
  for (int i = 0; i < 3; i++)
    if (!bp_expr_is_none(node.operands[i]))
      of[i] = read_expr(reading, node.operands[i]);
  struct values values = read_node(reading, &node, of);
  values_map_put(&reading->known, expr.id, values);
  return values;
}

static struct values read_whole(const struct text_source *source,
                                const struct bp_statement *assignment,
                                struct bp_expr expr) {
  struct reading reading = {source, assignment, {0}};
  struct values values = read_expr(&reading, expr);
  values_map_release(&reading.known);
  return values;
}

// Where it can be true; none is true.
static struct dd holds(const struct text_source *source, struct bp_expr expr,
                       const struct bp_statement *assignment) {
  return bp_expr_is_none(expr) ? dd_true()
                               : read_whole(source, assignment, expr).yes;
}

// The variable gets a value that the expression can have.
static struct dd gets(const struct text_source *source, uint32_t variable,
                      struct bp_expr expr) {
  struct dd_manager *m = source->m;
  struct values values = read_whole(source, NULL, expr);
  struct dd yes = dd_and(m, dd_literal(m, variable, true), values.yes);
  return dd_or(m, yes, dd_and(m, dd_literal(m, variable, false), values.no));
}

// Steps

static struct dd assigned_values(const struct text_source *source,
                                 const struct bp_statement *s) {
  struct dd relation = holds(source, s->condition, s);
  for (uint32_t i = 0; i < s->variable_count; i++) {
    uint32_t place = bp_slot(source->bp, s->variables[i]);
    struct dd got = gets(source, copy_of(place, NEXT), s->values[i]);
    relation = dd_and(source->m, relation, got);
  }
  return relation;
}

static void make_step(const struct text_source *source, uint32_t edge,
                      struct step_relation *step) {
  const struct bp_statement *s = statement_of(source, edge);
  struct dd_manager *m = source->m;
  uint32_t scope = dd_scope_begin(m);
  struct dd relation =
      holds(source, source->code->origins.at[edge].guard, NULL);
  struct u32_vec gone = {0}, next = {0};
  bool is_step = source->code->graph.edges.at[edge].kind == BP_EDGE_STEP;
  if (is_step && s->kind == BP_ASSIGN) {
    relation = dd_and(m, relation, assigned_values(source, s));
    for (uint32_t i = 0; i < s->variable_count; i++) {
      uint32_t place = bp_slot(source->bp, s->variables[i]);
      u32_vec_push(&gone, copy_of(place, NOW));
      u32_vec_push(&next, copy_of(place, NEXT));
      add_pair(&step->forward, copy_of(place, NEXT), copy_of(place, NOW));
    }
  }
  step->relation = dd_keep(m, relation);
  step->gone = dd_keep(m, cube_of(source, &gone));
  step->next = dd_keep(m, cube_of(source, &next));
  step->is_made = true;
  dd_scope_end(m, scope);
}

static const struct step_relation *step_of(const struct text_source *source,
                                           uint32_t edge) {
  struct step_relation *step = &source->steps[edge];
  if (!step->is_made)
    make_step(source, edge, step);
  return step;
}

static struct dd enforce(const struct text_source *source, uint32_t edge,
                         struct dd paths) {
  uint32_t procedure = source->code->origins.at[edge].procedure;
  return dd_and(source->m, paths, source->enforced[procedure]);
}

static struct dd image(void *context, uint32_t edge, struct dd paths) {
  const struct text_source *source = context;
  const struct step_relation *step = step_of(source, edge);
  struct dd both = dd_and(source->m, paths, step->relation);
  struct dd after = dd_exists_cube(source->m, both, step->gone);
  return enforce(source, edge, apply(source, after, &step->forward));
}

static struct dd before(void *context, uint32_t edge, struct dd paths,
                        struct dd target) {
  const struct text_source *source = context;
  const struct step_relation *step = step_of(source, edge);
  struct dd after = apply_back(source, target, &step->forward);
  struct dd all = dd_and(source->m, paths, step->relation);
  all = dd_and(source->m, all, after);
  return dd_exists_cube(source->m, all, step->next);
}

// Entries

static struct dd same(const struct text_source *source, uint32_t place) {
  struct dd_manager *m = source->m;
  return dd_iff(m, dd_variable(m, copy_of(place, ENTRY)),
                dd_variable(m, copy_of(place, NOW)));
}

static struct dd initial_value(const struct text_source *source, uint32_t place,
                               enum bp_initial initial) {
  return initial == BP_INITIAL_ANY ? dd_true()
                                   : dd_literal(source->m, copy_of(place, NOW),
                                                initial == BP_INITIAL_TRUE);
}

// From the last place up, so that diagrams grow at their roots.
static struct dd begin_of(const struct text_source *source,
                          uint32_t procedure) {
  const struct bp_procedure *p = procedure_of(source, procedure);
  struct dd all = source->enforced[procedure];
  for (uint32_t i = p->locals.count; i-- > 0;) {
    uint32_t place = source->globals + i;
    struct dd one = i < p->parameter_count
                        ? same(source, place)
                        : initial_value(source, place, p->locals.at[i].initial);
    all = dd_and(source->m, all, one);
  }
  for (uint32_t i = source->globals; i-- > 0;)
    all = dd_and(source->m, all, same(source, i));
  return all;
}

static struct dd initial(void *context) {
  const struct text_source *source = context;
  struct dd all = dd_true();
  for (uint32_t i = source->globals; i-- > 0;) {
    struct dd one = initial_value(source, i, source->bp->globals.at[i].initial);
    all = dd_and(source->m, all, one);
  }
  return all;
}

static struct dd begin(void *context, uint32_t part, struct dd valuations) {
  const struct text_source *source = context;
  return dd_and(source->m, valuations, source->begun[part]);
}

static struct dd from(void *context, uint32_t part, struct dd paths,
                      struct dd valuations) {
  const struct text_source *source = context;
  struct renaming renaming = {{0}, {0}};
  uint32_t parameters = procedure_of(source, part)->parameter_count;
  rename_range(&renaming, 0, source->globals + parameters, NOW, ENTRY);
  struct dd both =
      dd_and(source->m, paths, apply(source, valuations, &renaming));
  release_renaming(&renaming);
  return both;
}

// Globals and parameters, and nothing else, are of the entry.
static struct dd entry_of(void *context, uint32_t part, struct dd path) {
  const struct text_source *source = context;
  struct u32_vec now = {0};
  struct renaming renaming = {{0}, {0}};
  uint32_t locals = procedure_of(source, part)->locals.count;
  uint32_t parameters = procedure_of(source, part)->parameter_count;
  push_range(&now, 0, source->globals + locals, NOW);
  rename_range(&renaming, 0, source->globals + parameters, ENTRY, NOW);
  struct dd entry = dd_exists(source->m, path, now.at, now.count);
  entry = apply(source, entry, &renaming);
  u32_vec_release(&now);
  release_renaming(&renaming);
  return entry;
}

// Calls

static struct dd argument_values(const struct text_source *source,
                                 const struct bp_statement *s) {
  struct dd all = dd_true();
  for (uint32_t i = s->value_count; i-- > 0;) {
    uint32_t variable = copy_of(source->globals + i, NEXT);
    all = dd_and(source->m, all, gets(source, variable, s->values[i]));
  }
  return all;
}

// What the callee returns goes to its variable, or nowhere.
static void return_values(const struct text_source *source,
                          const struct bp_statement *s,
                          struct call_relation *call, struct u32_vec *gone,
                          struct bitset *assigned) {
  uint32_t count = procedure_of(source, s->callee)->return_count;
  for (uint32_t i = 0; i < count; i++) {
    bool is_used = i < s->variable_count && !s->is_dropped[i];
    uint32_t place = is_used ? bp_slot(source->bp, s->variables[i]) : 0;
    if (!is_used) {
      u32_vec_push(gone, return_place(source, i));
      continue;
    }
    add_pair(&call->forward, return_place(source, i), copy_of(place, NOW));
    bitset_add(assigned, place);
    bool is_global = place < source->globals;
    u32_vec_push(gone, copy_of(place, is_global ? NEXT : NOW));
  }
}

static void make_call(const struct text_source *source, uint32_t edge,
                      struct call_relation *call) {
  const struct bp_statement *s = statement_of(source, edge);
  struct dd_manager *m = source->m;
  uint32_t scope = dd_scope_begin(m);
  uint32_t parameters = procedure_of(source, s->callee)->parameter_count;
  struct u32_vec gone = {0};
  struct bitset assigned = {0};
  call->arguments = dd_keep(m, argument_values(source, s));
  push_range(&gone, source->globals, parameters, NEXT);
  push_range(&gone, 0, source->globals, NOW);
  return_values(source, s, call, &gone, &assigned);
  for (uint32_t i = 0; i < source->globals; i++)
    if (!bitset_has(&assigned, i))
      add_pair(&call->forward, copy_of(i, NEXT), copy_of(i, NOW));
  call->gone = dd_keep(m, cube_of(source, &gone));
  rename_range(&call->summary, 0, source->globals, ENTRY, NOW);
  rename_range(&call->summary, source->globals, parameters, ENTRY, NEXT);
  call->is_made = true;
  bitset_release(&assigned);
  dd_scope_end(m, scope);
}

static const struct call_relation *call_of(const struct text_source *source,
                                           uint32_t edge) {
  struct call_relation *call = &source->calls[edge];
  if (!call->is_made)
    make_call(source, edge, call);
  return call;
}

static uint32_t callee_of(const struct text_source *source, uint32_t edge) {
  return source->code->graph.edges.at[edge].callee;
}

static uint32_t caller_of(const struct text_source *source, uint32_t edge) {
  return source->code->origins.at[edge].procedure;
}

// Parameters from their next copies to now, where the caller's locals were.
static struct renaming parameters_of(const struct text_source *source,
                                     uint32_t edge) {
  const struct bp_procedure *callee =
      procedure_of(source, callee_of(source, edge));
  struct renaming renaming = {{0}, {0}};
  rename_range(&renaming, source->globals, callee->parameter_count, NEXT, NOW);
  return renaming;
}

static struct dd enter(void *context, uint32_t edge, struct dd paths) {
  const struct text_source *source = context;
  const struct bp_procedure *caller =
      procedure_of(source, caller_of(source, edge));
  struct u32_vec gone = {0};
  push_range(&gone, 0, source->globals + caller->parameter_count, ENTRY);
  struct dd now = dd_exists(source->m, paths, gone.at, gone.count);
  u32_vec_clear(&gone);
  push_range(&gone, source->globals, caller->locals.count, NOW);
  now = dd_and_exists(source->m, now, call_of(source, edge)->arguments, gone.at,
                      gone.count);
  struct renaming renaming = parameters_of(source, edge);
  now = apply(source, now, &renaming);
  release_renaming(&renaming);
  u32_vec_release(&gone);
  return now;
}

static struct dd before_enter(void *context, uint32_t edge, struct dd paths,
                              struct dd valuation) {
  const struct text_source *source = context;
  struct renaming renaming = parameters_of(source, edge);
  struct dd entered = apply_back(source, valuation, &renaming);
  struct dd all = dd_and(source->m, paths, call_of(source, edge)->arguments);
  all = dd_and(source->m, all, entered);
  all = dd_exists(source->m, all, renaming.from.at, renaming.from.count);
  release_renaming(&renaming);
  return all;
}

// The paths that call, beside what the callee can do.
static struct dd joined(const struct text_source *source,
                        const struct call_relation *call, struct dd paths,
                        struct dd summary) {
  struct dd both = dd_and(source->m, paths, call->arguments);
  return dd_and(source->m, both, apply(source, summary, &call->summary));
}

static struct dd leave(void *context, uint32_t edge, struct dd paths,
                       struct dd summary) {
  const struct text_source *source = context;
  const struct call_relation *call = call_of(source, edge);
  struct dd both = dd_and(source->m, paths, call->arguments);
  struct dd after = dd_and_exists_cube(
      source->m, both, apply(source, summary, &call->summary), call->gone);
  return enforce(source, edge, apply(source, after, &call->forward));
}

// Variables that the callee gives a value, out of what is true behind a call.
static struct dd target_before(const struct text_source *source,
                               const struct call_relation *call,
                               struct dd target) {
  return apply_back(source, target, &call->forward);
}

// Next copies and results: all that is of the callee.
static void push_callee(const struct text_source *source, uint32_t edge,
                        struct u32_vec *list) {
  const struct bp_procedure *callee =
      procedure_of(source, callee_of(source, edge));
  push_range(list, 0, source->globals + callee->parameter_count, NEXT);
  for (uint32_t i = 0; i < callee->return_count; i++)
    u32_vec_push(list, return_place(source, i));
}

static struct dd before_leave(void *context, uint32_t edge, struct dd paths,
                              struct dd summary, struct dd target) {
  const struct text_source *source = context;
  const struct call_relation *call = call_of(source, edge);
  struct u32_vec gone = {0};
  struct dd all = joined(source, call, paths, summary);
  push_callee(source, edge, &gone);
  all = dd_and_exists(source->m, all, target_before(source, call, target),
                      gone.at, gone.count);
  u32_vec_release(&gone);
  return all;
}

static struct dd used(void *context, uint32_t edge, struct dd path,
                      struct dd summary, struct dd target) {
  const struct text_source *source = context;
  const struct call_relation *call = call_of(source, edge);
  const struct bp_procedure *caller =
      procedure_of(source, caller_of(source, edge));
  struct u32_vec gone = {0};
  struct dd all = joined(source, call, path, summary);
  push_range(&gone, 0, source->globals + caller->parameter_count, ENTRY);
  push_range(&gone, source->globals, caller->locals.count, NOW);
  all = dd_and_exists(source->m, all, target_before(source, call, target),
                      gone.at, gone.count);
  u32_vec_release(&gone);
  return apply_back(source, all, &call->summary);
}

// Returns

static struct dd returned_values(const struct text_source *source,
                                 uint32_t edge) {
  const struct bp_statement *s = statement_of(source, edge);
  struct dd all = dd_true();
  for (uint32_t i = 0; i < s->value_count; i++)
    all = dd_and(source->m, all,
                 gets(source, return_place(source, i), s->values[i]));
  return all;
}

static struct dd finish(void *context, uint32_t edge, struct dd paths) {
  const struct text_source *source = context;
  const struct bp_procedure *p = procedure_of(source, caller_of(source, edge));
  struct u32_vec gone = {0};
  struct renaming globals = {{0}, {0}};
  push_range(&gone, source->globals, p->locals.count, NOW);
  rename_range(&globals, 0, source->globals, NOW, NEXT);
  struct dd all = dd_and_exists(source->m, paths, returned_values(source, edge),
                                gone.at, gone.count);
  all = apply(source, all, &globals);
  u32_vec_release(&gone);
  release_renaming(&globals);
  return all;
}

static struct dd before_finish(void *context, uint32_t edge, struct dd paths,
                               struct dd target) {
  const struct text_source *source = context;
  uint32_t count = procedure_of(source, caller_of(source, edge))->return_count;
  struct u32_vec gone = {0};
  struct renaming globals = {{0}, {0}};
  rename_range(&globals, 0, source->globals, NOW, NEXT);
  for (uint32_t i = 0; i < count; i++)
    u32_vec_push(&gone, return_place(source, i));
  struct dd all = dd_and(source->m, paths, returned_values(source, edge));
  all = dd_and_exists(source->m, all, apply_back(source, target, &globals),
                      gone.at, gone.count);
  u32_vec_release(&gone);
  release_renaming(&globals);
  return all;
}

// One of a set

struct picking {
  bool *values;
  uint32_t count;
};

static bool take_first(void *context, const bool *values) {
  struct picking *picking = context;
  for (uint32_t i = 0; i < picking->count; i++)
    picking->values[i] = values[i];
  return false;
}

// The first valuation of the variables.
static void first_values(const struct text_source *source, struct dd set,
                         const struct u32_vec *variables, bool *values) {
  struct picking picking = {values, variables->count};
  CHECK(!dd_is_false(set), "nothing to pick from");
  dd_each(source->m, set, variables->at, variables->count, take_first,
          &picking);
}

static struct dd pick(const struct text_source *source, struct dd set,
                      struct u32_vec *variables) {
  bool *values = memory_new(variables->count + 1u);
  struct dd one = dd_true();
  first_values(source, set, variables, values);
  for (uint32_t i = variables->count; i-- > 0;)
    one = dd_and(source->m, one,
                 dd_literal(source->m, variables->at[i], values[i]));
  free(values);
  u32_vec_release(variables);
  return one;
}

static struct dd pick_path(void *context, uint32_t part, struct dd paths) {
  const struct text_source *source = context;
  const struct bp_procedure *p = procedure_of(source, part);
  struct u32_vec variables = {0};
  push_range(&variables, 0, source->globals + p->parameter_count, ENTRY);
  push_range(&variables, 0, source->globals + p->locals.count, NOW);
  return pick(source, paths, &variables);
}

static struct dd pick_summary(void *context, uint32_t part, struct dd summary) {
  const struct text_source *source = context;
  const struct bp_procedure *p = procedure_of(source, part);
  struct u32_vec variables = {0};
  push_range(&variables, 0, source->globals + p->parameter_count, ENTRY);
  push_range(&variables, 0, source->globals, NEXT);
  for (uint32_t i = 0; i < p->return_count; i++)
    u32_vec_push(&variables, return_place(source, i));
  return pick(source, summary, &variables);
}

static uint32_t valuation_size(void *context, uint32_t part) {
  const struct text_source *source = context;
  return bp_slot_count(source->bp, part);
}

static void valuation(void *context, uint32_t part, struct dd path,
                      bool *values) {
  const struct text_source *source = context;
  struct u32_vec now = {0};
  push_range(&now, 0, bp_slot_count(source->bp, part), NOW);
  first_values(source, path, &now, values);
  u32_vec_release(&now);
}

double text_source_count(struct text_source *source, uint32_t procedure,
                         struct dd paths) {
  const struct bp_procedure *p = procedure_of(source, procedure);
  struct dd_manager *m = source->m;
  struct u32_vec entry = {0}, now = {0};
  uint32_t scope = dd_scope_begin(m);
  push_range(&entry, 0, source->globals + p->parameter_count, ENTRY);
  push_range(&now, 0, source->globals + p->locals.count, NOW);
  struct dd set = dd_exists(m, paths, entry.at, entry.count);
  double count = dd_count(m, set, now.at, now.count);
  dd_scope_end(m, scope);
  u32_vec_release(&entry);
  u32_vec_release(&now);
  return count;
}

uint32_t text_source_slot(uint32_t variable, bool *is_at_entry) {
  *is_at_entry = variable % 3 == ENTRY;
  return variable / 3;
}

// Life

static void measure(struct text_source *source) {
  const struct bp *bp = source->bp;
  source->globals = bp->globals.count;
  for (uint32_t i = 0; i < bp->procedures.count; i++) {
    const struct bp_procedure *p = &bp->procedures.at[i];
    if (p->locals.count > source->locals)
      source->locals = p->locals.count;
    if (p->return_count > source->returns)
      source->returns = p->return_count;
  }
}

static void prepare_procedures(struct text_source *source) {
  uint32_t count = source->bp->procedures.count;
  source->enforced = memory_new_zero(count, sizeof *source->enforced);
  source->begun = memory_new_zero(count, sizeof *source->begun);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t scope = dd_scope_begin(source->m);
    struct bp_expr expr = source->bp->procedures.at[i].enforce;
    source->enforced[i] = dd_keep(source->m, holds(source, expr, NULL));
    source->begun[i] = dd_keep(source->m, begin_of(source, i));
    dd_scope_end(source->m, scope);
  }
}

struct text_source *text_source_new(const struct bp_code *code,
                                    struct dd_manager *m) {
  struct text_source *source = memory_new_zero(1, sizeof *source);
  uint32_t edges = code->graph.edges.count;
  source->code = code;
  source->bp = code->bp;
  source->m = m;
  measure(source);
  dd_reserve(m, 3 * (source->globals + source->locals) + source->returns + 1);
  source->steps = memory_new_zero(edges + 1, sizeof *source->steps);
  source->calls = memory_new_zero(edges + 1, sizeof *source->calls);
  prepare_procedures(source);
  return source;
}

static void release_edge(struct text_source *source, uint32_t edge) {
  struct step_relation *step = &source->steps[edge];
  struct call_relation *call = &source->calls[edge];
  if (step->is_made) {
    dd_drop(source->m, step->relation);
    dd_drop(source->m, step->gone);
    dd_drop(source->m, step->next);
  }
  if (call->is_made) {
    dd_drop(source->m, call->arguments);
    dd_drop(source->m, call->gone);
  }
  release_renaming(&step->forward);
  release_renaming(&call->summary);
  release_renaming(&call->forward);
}

void text_source_free(struct text_source *source) {
  for (uint32_t i = 0; i < source->code->graph.edges.count; i++)
    release_edge(source, i);
  for (uint32_t i = 0; i < source->bp->procedures.count; i++) {
    dd_drop(source->m, source->enforced[i]);
    dd_drop(source->m, source->begun[i]);
  }
  free(source->enforced);
  free(source->begun);
  free(source->steps);
  free(source->calls);
  free(source);
}

struct bp_source text_source_images(struct text_source *source) {
  return (struct bp_source){.context = source,
                            .dd = source->m,
                            .initial = initial,
                            .begin = begin,
                            .image = image,
                            .enter = enter,
                            .finish = finish,
                            .leave = leave,
                            .from = from,
                            .before = before,
                            .before_enter = before_enter,
                            .before_finish = before_finish,
                            .before_leave = before_leave,
                            .used = used,
                            .entry_of = entry_of,
                            .pick_path = pick_path,
                            .pick_summary = pick_summary,
                            .valuation_size = valuation_size,
                            .valuation = valuation};
}
