#include "weave/product.h"

#include "base/check.h"
#include "base/map.h"
#include "program/pass.h"

NUMBER_MAP_DEFINE(pair_map, uint64_t, uint32_t);

struct pair {
  struct location_id location; // of the component
  uint32_t position;           // of the specification
};

VEC_DEFINE(pair_vec, struct pair);

struct building {
  struct product *product;
  struct program *program;
  const struct procedure *component;
  struct substitution *copies;
  struct procedure *made;
  struct pair_map numbers; // (location, position) -> location
  struct pair_vec pending; // pairs without edges yet
  struct u32_vec at;       // their locations
  struct u32_vec origins;  // by number of an edge before sealing
  struct u32_vec positions;
  struct u32_vec actions;
};

static struct location_id location_of(struct building *b,
                                      struct location_id location,
                                      uint32_t position) {
  if (location.id == b->component->exit.id)
    return b->made->exit;
  if (location.id == b->component->undefined.id)
    return b->made->undefined;
  uint64_t key = (uint64_t)location.id << 32 | position;
  uint32_t *known = pair_map_find(&b->numbers, key);
  if (known)
    return (struct location_id){*known};
  const struct location *original = procedure_location(b->component, location);
  struct location_id made = procedure_add_location(b->made, original->position);
  procedure_location(b->made, made)->label = original->label;
  pair_map_put(&b->numbers, key, made.id);
  pair_vec_push(&b->pending, (struct pair){location, position});
  u32_vec_push(&b->at, made.id);
  return made;
}

// ---- Edges ------------------------------------------------------------------

static void add_edge(struct building *b, uint32_t origin, uint32_t position,
                     struct action action, struct edge edge) {
  edge.origin = u32_vec_push(&b->origins, origin);
  u32_vec_push(&b->positions, position);
  u32_vec_push(&b->actions, action.id);
  procedure_add_edge(b->made, edge);
}

static bool is_labelled_only(const struct building *b) {
  return b->product->monitor.specification->count == 0;
}

static struct location_id add_test(struct building *b, uint32_t id,
                                   uint32_t position, struct edge edge,
                                   struct term condition) {
  if (term_is_true(b->program->terms, condition))
    return edge.from;
  edge.to = procedure_add_location(b->made, edge.position);
  edge.op = operation_assume(condition);
  add_edge(b, id, position, (struct action){0}, edge);
  return edge.to;
}

// Is the object that is watched one at all? Otherwise nothing is forbidden.
static struct term is_object(const struct building *b) {
  struct program *program = b->program;
  uint64_t first = b->product->monitor.specification->first_object;
  if (variable_is_none(b->product->watched) || !first)
    return term_true(program->terms);
  return term_compare(program->terms, OP_ULE,
                      term_const(program->terms, program->pointer_width, first),
                      program_term(program, b->product->watched));
}

static void add_forbidden(struct building *b, uint32_t id, uint32_t position,
                          struct action action, struct edge edge,
                          struct term condition) {
  condition = term_and(b->program->terms, condition, is_object(b));
  edge.from = add_test(b, id, position, edge, condition);
  edge.to = b->made->undefined;
  edge.undefined = UNDEFINED_FORBIDDEN;
  add_edge(b, id, position, action, edge);
}

// Is the action about the object that is watched? What is not, is a skip. There
// is no location behind the test, where nothing would be known.
static void add_about(struct building *b, uint32_t id, uint32_t position,
                      uint32_t next, struct action action, struct edge edge) {
  struct term_table *terms = b->program->terms;
  struct term is_watched =
      term_eq(terms, edge.op.perform.object,
              program_term(b->program, b->product->watched));
  struct edge other = edge;
  other.op = operation_assume(term_not(terms, is_watched));
  other.to = location_of(b, edge.to, position);
  add_edge(b, id, position, (struct action){0}, other);
  if (next == SPEC_FORBIDDEN) {
    add_forbidden(b, id, position, action, edge, is_watched);
  } else if (next != SPEC_IMPOSSIBLE) {
    edge.op = operation_assume(is_watched);
    edge.to = location_of(b, edge.to, next);
    add_edge(b, id, position, action, edge);
  }
}

static void add_perform(struct building *b, uint32_t id, uint32_t position,
                        struct edge edge) {
  const struct specification *specification = b->product->monitor.specification;
  const struct performed *performed =
      &specification->weaving->performed.at[edge.op.perform.number];
  struct action action = monitor_action(specification, performed);
  uint32_t next = monitor_step(&b->product->monitor, position, performed);
  if (!variable_is_none(b->product->watched) && performed->has_object) {
    add_about(b, id, position, next, action, edge);
  } else if (next == SPEC_FORBIDDEN) {
    add_forbidden(b, id, position, action, edge, term_true(b->program->terms));
  } else {
    edge.to = location_of(b, edge.to, next);
    if (!is_labelled_only(b))
      edge.op = operation_skip();
    add_edge(b, id, position, action, edge);
  }
}

static struct term returned_condition(struct building *b,
                                      const struct operation *op,
                                      struct term condition) {
  struct term_table *terms = b->program->terms;
  condition = substitution_apply(b->copies, condition);
  struct term result = b->product->monitor.specification->result;
  if (term_is_none(result) || term_is_none(op->ret.value))
    return condition;
  struct term value = op->ret.value;
  unsigned width = term_width(terms, result);
  value = sort_is_bool(term_sort(terms, value))
              ? term_from_bool(terms, width, value)
              : term_resize(terms, width, false, value);
  struct substitution *returned = substitution_new(terms);
  substitution_set(returned, result, value);
  condition = substitution_apply(returned, condition);
  substitution_free(returned);
  return condition;
}

// The forbidden edge itself has no condition: it is reached or it is not.
static void add_case(struct building *b, uint32_t id, uint32_t position,
                     struct edge edge, const struct return_case *one) {
  struct term condition = returned_condition(b, &edge.op, one->condition);
  if (term_is_false(b->program->terms, condition))
    return;
  bool is_forbidden = monitor_return(&b->product->monitor, position,
                                     one->action) == SPEC_FORBIDDEN;
  if (is_forbidden) {
    edge.op = operation_skip();
    add_forbidden(b, id, position, one->action, edge, condition);
    return;
  }
  edge.from = add_test(b, id, position, edge, condition);
  edge.to = b->made->exit;
  add_edge(b, id, position, one->action, edge);
}

static void add_return(struct building *b, uint32_t id, uint32_t position,
                       struct edge edge) {
  const struct return_case_vec *cases =
      &b->product->monitor.specification->cases;
  bool splits =
      cases->count && (is_labelled_only(b) ||
                       monitor_knows_returns(&b->product->monitor, position));
  for (uint32_t i = 0; splits && i < cases->count; i++)
    add_case(b, id, position, edge, &cases->at[i]);
  if (splits)
    return;
  edge.to = b->made->exit;
  add_edge(b, id, position, (struct action){0}, edge);
}

static void add_edges(struct building *b, struct pair pair, uint32_t at) {
  const struct location *location =
      procedure_location(b->component, pair.location);
  for (uint32_t i = 0; i < location->out_count; i++) {
    uint32_t id = location->first_out + i;
    struct edge edge = b->component->edges.at[id];
    edge.from = (struct location_id){at};
    if (edge.op.kind == OPERATION_PERFORM) {
      add_perform(b, id, pair.position, edge);
    } else if (edge.op.kind == OPERATION_RETURN) {
      add_return(b, id, pair.position, edge);
    } else {
      edge.to = location_of(b, edge.to, pair.position);
      add_edge(b, id, pair.position, (struct action){0}, edge);
    }
  }
}

// ---- The object that is watched ---------------------------------------------

static void add_watched(struct building *b) {
  struct program *program = b->program;
  const struct specification *specification = b->product->monitor.specification;
  if (name_is_none(specification->object))
    return;
  struct name name =
      intern_format(program->names, "watched %s",
                    name_text(program->names, specification->object));
  b->product->watched = program_add_variable(
      program,
      (struct variable_info){.kind = VARIABLE_LOCAL,
                             .name = name,
                             .text = name,
                             .type = specification->weaving->integer,
                             .owner = b->component->frame,
                             .position = b->component->position},
      sort_bits(program->pointer_width));
}

// ---- The procedure ----------------------------------------------------------

static struct procedure *add_procedure(struct program *program,
                                       const struct procedure *from) {
  struct procedure *made =
      procedure_new_form(program, from, "with its specification");
  made->exit = procedure_add_location(made, from->position);
  made->undefined = procedure_add_location(made, from->position);
  return made;
}

// An action is not part of what an edge does to variables.
static bool is_copy(const struct building *b, const struct edge *edge,
                    const struct edge *original) {
  bool is_same_operation = edge->op.kind == original->op.kind ||
                           (original->op.kind == OPERATION_PERFORM &&
                            edge->op.kind == OPERATION_ASSIGN);
  return is_same_operation && edge->op.kind != OPERATION_RETURN &&
         edge->undefined == original->undefined &&
         b->product->locations.at[edge->to.id] == original->to.id;
}

static void find_originals(struct building *b) {
  struct product *product = b->product;
  u32_vec_resize(&product->originals, b->made->edges.count);
  for (uint32_t i = 1; i < b->made->edges.count; i++) {
    uint32_t origin = product->provenance.steps.at[i];
    if (is_copy(b, &b->made->edges.at[i], &b->component->edges.at[origin]))
      product->originals.at[i] = origin;
  }
}

// Each edge stands for one of the component, from where it starts.
static bool is_over(const struct product *product,
                    const struct procedure *component) {
  const struct procedure *made = product->procedure;
  for (uint32_t i = 1; i < made->locations.count; i++)
    if (product->locations.at[i] >= component->locations.count)
      return false;
  for (uint32_t i = 1; i < made->edges.count; i++) {
    uint32_t origin = product->provenance.steps.at[i],
             original = product->originals.at[i];
    uint32_t place = product->locations.at[made->edges.at[i].from.id];
    if (!origin || origin >= component->edges.count ||
        (original && original != origin) ||
        (place && place != component->edges.at[origin].from.id))
      return false;
  }
  return product->locations.at[made->entry.id] == component->entry.id;
}

static void finish(struct building *b) {
  struct product *product = b->product;
  procedure_seal(b->made);
  provenance_read(&product->provenance, b->made, &b->origins);
  u32_vec_resize(&product->positions, b->made->edges.count);
  u32_vec_resize(&product->actions, b->made->edges.count);
  for (uint32_t i = 1; i < b->made->edges.count; i++) {
    uint32_t number = b->made->edges.at[i].origin;
    product->positions.at[i] = b->positions.at[number];
    product->actions.at[i] = b->actions.at[number];
  }
  // All locations were made by an edge that leads there: none was dropped.
  u32_vec_resize(&product->locations, b->made->locations.count);
  for (uint32_t i = 0; i < b->pending.count; i++)
    product->locations.at[b->at.at[i]] = b->pending.at[i].location.id;
  product->procedure = b->made;
  find_originals(b);
  pass_made(b->program, b->made, "product");
  DCHECK(is_over(product, b->component),
         "the product is not one of its component");
}

bool product_init(struct product *product, struct program *program,
                  const struct procedure *component,
                  const struct specification *specification,
                  struct substitution *copies, struct strbuf *why) {
  *product = (struct product){0};
  monitor_init(&product->monitor, specification);
  struct building b = {.product = product,
                       .program = program,
                       .component = component,
                       .copies = copies,
                       .made = add_procedure(program, component)};
  add_watched(&b);
  b.made->entry =
      location_of(&b, component->entry, monitor_initial(&product->monitor));
  uint32_t done = 0;
  while (done < b.pending.count && b.made->edges.count < PRODUCT_EDGE_LIMIT) {
    add_edges(&b, b.pending.at[done], b.at.at[done]);
    done++;
  }
  bool ok = done == b.pending.count;
  finish(&b);
  if (!ok)
    strbuf_format(why,
                  "the product with the specification has more than %d "
                  "edges",
                  PRODUCT_EDGE_LIMIT);
  pair_map_release(&b.numbers);
  pair_vec_release(&b.pending);
  u32_vec_release(&b.at);
  u32_vec_release(&b.origins);
  u32_vec_release(&b.positions);
  u32_vec_release(&b.actions);
  return ok;
}

void product_release(struct product *product) {
  procedure_free(product->procedure);
  provenance_release(&product->provenance);
  u32_vec_release(&product->positions);
  u32_vec_release(&product->originals);
  u32_vec_release(&product->actions);
  u32_vec_release(&product->locations);
  monitor_release(&product->monitor);
}
