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

static void add_perform(struct building *b, uint32_t id, uint32_t position,
                        struct edge edge) {
  const struct specification *specification = b->product->monitor.specification;
  const struct performed *performed =
      &specification->weaving->performed.at[edge.op.perform.number];
  uint32_t next = monitor_step(&b->product->monitor, position, performed);
  if (next == SPEC_FORBIDDEN) {
    edge.to = b->made->undefined;
    edge.undefined = UNDEFINED_FORBIDDEN;
  } else {
    edge.to = location_of(b, edge.to, next);
    if (!is_labelled_only(b))
      edge.op = operation_skip();
  }
  add_edge(b, id, position, monitor_action(specification, performed), edge);
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

// The forbidden edge itself has no condition: it is reached or it is not.
static void add_case(struct building *b, uint32_t id, uint32_t position,
                     struct edge edge, const struct return_case *one) {
  struct term condition = returned_condition(b, &edge.op, one->condition);
  if (term_is_false(b->program->terms, condition))
    return;
  edge.from = add_test(b, id, position, edge, condition);
  bool is_forbidden = monitor_return(&b->product->monitor, position,
                                     one->action) == SPEC_FORBIDDEN;
  edge.to = is_forbidden ? b->made->undefined : b->made->exit;
  if (is_forbidden) {
    edge.undefined = UNDEFINED_FORBIDDEN;
    edge.op = operation_skip();
  }
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
                           original->op.kind == OPERATION_PERFORM;
  return is_same_operation && edge->op.kind != OPERATION_RETURN &&
         edge->undefined == original->undefined &&
         b->product->locations.at[edge->to.id] == original->to.id;
}

static void find_originals(struct building *b) {
  struct product *product = b->product;
  u32_vec_resize(&product->originals, b->made->edges.count);
  for (uint32_t i = 1; i < b->made->edges.count; i++) {
    uint32_t origin = product->origins.at[i];
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
    uint32_t origin = product->origins.at[i],
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
  u32_vec_resize(&product->origins, b->made->edges.count);
  u32_vec_resize(&product->positions, b->made->edges.count);
  u32_vec_resize(&product->actions, b->made->edges.count);
  for (uint32_t i = 1; i < b->made->edges.count; i++) {
    uint32_t number = b->made->edges.at[i].origin;
    product->origins.at[i] = b->origins.at[number];
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
  u32_vec_release(&product->origins);
  u32_vec_release(&product->positions);
  u32_vec_release(&product->originals);
  u32_vec_release(&product->actions);
  u32_vec_release(&product->locations);
  monitor_release(&product->monitor);
}
