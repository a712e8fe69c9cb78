#include "slam/proof.h"

#include "base/map.h"
#include "program/formula_text.h"

NUMBER_MAP_DEFINE(node_terms, int, struct term);

struct checking {
  const struct c2bp *c2bp;
  const struct parts *parts;
  const struct bp_code *code;
  struct summaries *summaries;
  struct dd_manager *dd;
  struct program *program;
  struct term_table *terms;
  struct solver *solver;
  struct term *at;             // by location: what holds there
  struct substitution **entry; // by part: shared variables at its entry
  struct name opaque;          // of truth values that may be any
  struct strbuf *why;
};

// Formulas

static struct predicate predicate_at(const struct checking *c, uint32_t part,
                                     uint32_t slot) {
  uint32_t globals = c->c2bp->tracked->globals.count;
  const struct predicate_vec *locals = &c->c2bp->made[part].locals;
  if (slot < globals)
    return c->c2bp->tracked->globals.at[slot];
  return slot - globals < locals->count ? locals->at[slot - globals]
                                        : (struct predicate){0};
}

// A temporary of a call is a variable of its own.
static struct term literal_term(const struct checking *c, uint32_t part,
                                uint32_t variable) {
  bool is_at_entry;
  uint32_t slot = text_source_slot(variable, &is_at_entry);
  struct predicate p = predicate_at(c, part, slot);
  if (!p.id)
    return (struct term){0};
  struct term t = predicate_term(c->c2bp->tracked->table, p);
  return is_at_entry ? substitution_apply(c->entry[part], t) : t;
}

static struct term formula_of(const struct checking *c, uint32_t part,
                              struct dd set, struct node_terms *known) {
  if (dd_is_false(set) || dd_is_true(set))
    return term_bool(c->terms, dd_is_true(set));
  struct term *found = node_terms_find(known, set.node);
  if (found)
    return *found;
  struct term high = formula_of(c, part, dd_high(c->dd, set), known);
  struct term low = formula_of(c, part, dd_low(c->dd, set), known);
  struct term t = literal_term(c, part, dd_top(set));
  struct term result = term_is_none(t) ? term_or(c->terms, high, low)
                                       : term_ite(c->terms, t, high, low);
  node_terms_put(known, set.node, result);
  return result;
}

static void read_location(const struct checking *c, uint32_t part,
                          uint32_t location) {
  struct node_terms known = {0};
  uint32_t scope = dd_scope_begin(c->dd);
  uint32_t statement = c->c2bp->made[part].starts.at[location];
  struct dd set =
      summaries_at(c->summaries, bp_code_location(c->code, part, statement));
  c->at[location] = formula_of(c, part, set, &known);
  dd_scope_end(c->dd, scope);
  node_terms_release(&known);
}

// Names for values at the entry: of shared variables new ones; formals have
// ghosts.
static struct substitution *entry_names(const struct checking *c,
                                        uint32_t part) {
  struct substitution *names = substitution_new(c->terms);
  const struct slam_part *at = &c->parts->at.at[part];
  for (uint32_t i = 1; i < c->program->variables.count; i++) {
    const struct variable_info *info = &c->program->variables.at[i];
    if (info->kind == VARIABLE_GLOBAL && !info->owner.id &&
        !parts_owns(c->parts, part, (struct variable){i}))
      substitution_set(names, info->term,
                       term_variable_again(c->terms, info->term));
  }
  for (uint32_t i = 0; i < at->formals.count; i++)
    if (!term_equal(program_term(c->program, at->formals.at[i]),
                    at->ghosts.at[i]))
      substitution_set(names, program_term(c->program, at->formals.at[i]),
                       at->ghosts.at[i]);
  return names;
}

// Questions

static bool fail(const struct checking *c, struct edge_id edge,
                 const char *what) {
  strbuf_format(c->why, "%s at ", what);
  position_print(c->program->names,
                 procedure_edge(c->parts->procedure, edge)->position, c->why);
  return false;
}

// Puts a truth value that may be any in the place of atoms that are large; true
// if there are some. What is impossible then is so of the atoms, too.
static bool make_opaque(const struct checking *c, const struct term_vec *all,
                        struct term_vec *into) {
  enum { LARGE = 8 };
  struct substitution *s = substitution_new(c->terms);
  struct term_vec atoms = {0};
  bool is_any = false;
  for (uint32_t i = 0; i < all->count; i++)
    predicate_atoms(c->terms, all->at[i], &atoms);
  for (uint32_t i = 0; i < atoms.count; i++) {
    struct term atom = atoms.at[i];
    if (term_tree_size(c->terms, atom) <= LARGE ||
        !term_equal(substitution_apply(s, atom), atom))
      continue;
    struct term any = term_variable(c->terms, c->opaque, sort_bool());
    substitution_set_term(s, atom, any);
    substitution_set_term(s, term_not(c->terms, atom), term_not(c->terms, any));
    is_any = true;
  }
  for (uint32_t i = 0; i < all->count; i++)
    term_vec_push(into, substitution_apply(s, all->at[i]));
  term_vec_release(&atoms);
  substitution_free(s);
  return is_any;
}

static bool is_impossible(const struct checking *c,
                          const struct term_vec *all) {
  return solver_check(c->solver, PURPOSE_PROOF, all->at, all->count) ==
         ANSWER_UNSAT;
}

static bool implies(const struct checking *c, const struct term *known,
                    uint32_t count, struct term claim) {
  struct term_vec all = {0}, opaque = {0};
  if (term_is_true(c->terms, claim))
    return true;
  term_vec_append(&all, known, count);
  term_vec_push(&all, term_not(c->terms, claim));
  bool is_unsat = make_opaque(c, &all, &opaque) && is_impossible(c, &opaque);
  is_unsat = is_unsat || is_impossible(c, &all);
  term_vec_release(&all);
  term_vec_release(&opaque);
  return is_unsat;
}

static struct location_id start_of(const struct checking *c,
                                   struct edge_id edge) {
  return procedure_edge(c->parts->procedure, edge)->from;
}

static struct term behind(const struct checking *c, struct edge_id edge) {
  return c->at[procedure_edge(c->parts->procedure, edge)->to.id];
}

static bool check_step(const struct checking *c, struct edge_id edge) {
  struct term known[] = {c->at[start_of(c, edge).id],
                         c->parts->effects->at[edge.id].guard};
  enum role role = question_role(c->parts->question, edge);
  struct link *link = link_of(c->parts, edge);
  struct term claim = role == ROLE_STEP ? link_step(link, behind(c, edge))
                                        : term_false(c->terms);
  return implies(c, known, 2, claim) || fail(c, edge, "a step");
}

// Where the callee begins, its formals are their ghosts and shared variables
// what they are at the entry.
static struct term entry_claim(const struct checking *c, uint32_t part) {
  struct substitution *back = substitution_new(c->terms);
  const struct slam_part *at = &c->parts->at.at[part];
  for (uint32_t i = 1; i < c->program->variables.count; i++) {
    struct term v = c->program->variables.at[i].term;
    struct term name = substitution_apply(c->entry[part], v);
    if (!term_equal(v, name))
      substitution_set(back, name, v);
  }
  struct term claim = substitution_apply(back, c->at[at->entry.id]);
  substitution_free(back);
  return claim;
}

// What the callee's returns say, with its names for the entry replaced by the
// caller's values before the call, and all else that it owns by new ones.
static struct term returned(const struct checking *c, struct link *link,
                            uint32_t part) {
  struct substitution *names = substitution_new(c->terms);
  struct term all = term_false(c->terms);
  const struct slam_part *at = &c->parts->at.at[part];
  BITSET_EACH (v, &at->own) {
    struct term t = program_term(c->program, (struct variable){v});
    substitution_set(names, t, term_variable_again(c->terms, t));
  }
  for (uint32_t i = 1; i < c->program->variables.count; i++) {
    struct term v = c->program->variables.at[i].term;
    struct term name = substitution_apply(c->entry[part], v);
    if (!term_equal(v, name) &&
        !parts_owns(c->parts, part, (struct variable){i}))
      substitution_set(names, name, link_old(link, v));
  }
  for (uint32_t i = 0; i < at->formals.count; i++)
    substitution_set(names, at->ghosts.at[i],
                     link_given(link, at->ghosts.at[i]));
  if (!variable_is_none(at->result)) {
    struct term t = program_term(c->program, at->result);
    substitution_set(names, t, link_given(link, t));
  }
  for (uint32_t i = 1; i < c->parts->procedure->edges.count; i++) {
    uint32_t to = c->parts->procedure->edges.at[i].to.id;
    if (parts_has_edge(c->parts, part, (struct edge_id){i}) &&
        bitset_has(&c->c2bp->made[part].locations, to) &&
        parts_returns(c->parts, (struct edge_id){i}))
      all = term_or(c->terms, all, substitution_apply(names, c->at[to]));
  }
  substitution_free(names);
  return all;
}

static bool check_call(const struct checking *c, struct edge_id edge) {
  uint32_t part = c->parts->calls[edge.id]->part;
  struct term here = c->at[start_of(c, edge).id];
  struct link *link = link_of(c->parts, edge);
  bool ok = implies(c, &here, 1, link_passed(link, entry_claim(c, part))) ||
            fail(c, edge, "what is passed to a call");
  struct term known[] = {link_old(link, here), returned(c, link, part)};
  ok = ok && (implies(c, known, 2, link_left(link, behind(c, edge))) ||
              fail(c, edge, "what follows a call"));
  return ok;
}

static bool check_edge(const struct checking *c, struct edge_id edge) {
  bool is_call = c->parts->calls[edge.id] &&
                 question_role(c->parts->question, edge) == ROLE_STEP;
  return is_call ? check_call(c, edge) : check_step(c, edge);
}

static bool check_start(const struct checking *c) {
  struct term claim = effects_at_entry(c->parts->effects, entry_claim(c, 0));
  if (implies(c, NULL, 0, claim))
    return true;
  strbuf_add(c->why, "the start of the program");
  return false;
}

static bool check_part(const struct checking *c, uint32_t part,
                       struct poll poll) {
  for (uint32_t i = 1; i < c->parts->procedure->edges.count; i++) {
    struct edge_id edge = {i};
    if (!parts_has_edge(c->parts, part, edge) ||
        !bitset_has(&c->c2bp->made[part].locations, start_of(c, edge).id) ||
        question_role(c->parts->question, edge) == ROLE_ENDS)
      continue;
    if (poll_stops(poll))
      strbuf_add(c->why, "a limit");
    if (c->why->length || !check_edge(c, edge))
      return false;
  }
  return true;
}

// For somebody else

// Names of values at the entry, by variable, of each that has one. Where a
// formal is its own ghost, that is said.
static struct term *earlier_names(const struct checking *c, uint32_t part,
                                  struct term *same) {
  const struct slam_part *at = &c->parts->at.at[part];
  struct term *names =
      memory_new_zero(c->program->variables.count + 1u, sizeof *names);
  for (uint32_t i = 1; i < c->program->variables.count; i++) {
    struct term v = c->program->variables.at[i].term;
    struct term name = substitution_apply(c->entry[part], v);
    if (!term_equal(v, name))
      names[i] = name;
  }
  *same = term_true(c->terms);
  for (uint32_t i = 0; i < at->formals.count; i++) {
    struct term v = program_term(c->program, at->formals.at[i]);
    if (!term_equal(v, at->ghosts.at[i]))
      continue;
    struct term name = term_variable_again(c->terms, v);
    names[at->formals.at[i].id] = name;
    *same = term_and(c->terms, *same, term_eq(c->terms, v, name));
  }
  return names;
}

static void print_part(const struct checking *c, uint32_t part,
                       struct strbuf *out) {
  struct term same;
  struct term *names = earlier_names(c, part, &same);
  BITSET_EACH (l, &c->c2bp->made[part].locations) {
    if (term_is_false(c->terms, c->at[l]))
      continue;
    strbuf_format(out, "location %u ", l);
    formula_text_print_both(c->program, term_and(c->terms, same, c->at[l]),
                            names, out);
    strbuf_char(out, '\n');
  }
  free(names);
}

static void print_all(const struct checking *c, struct strbuf *out) {
  strbuf_format(out, "locations %u\nedges %u\n",
                c->parts->procedure->locations.count,
                c->parts->procedure->edges.count);
  for (uint32_t i = 0; i < c->parts->at.count; i++)
    print_part(c, i, out);
}

bool slam_proof_check(const struct c2bp *c2bp, const struct bp_code *code,
                      struct summaries *summaries, struct dd_manager *dd,
                      struct solver *solver, struct poll poll,
                      struct strbuf *text, struct strbuf *why) {
  const struct parts *parts = c2bp->parts;
  uint32_t count = parts->at.count;
  struct checking c = {
      .c2bp = c2bp,
      .parts = parts,
      .code = code,
      .summaries = summaries,
      .dd = dd,
      .program = parts->program,
      .terms = parts->program->terms,
      .solver = solver,
      .at = memory_new_zero(parts->procedure->locations.count, sizeof *c.at),
      .entry = memory_new_zero(count, sizeof *c.entry),
      .opaque = intern(parts->program->names, "opaque"),
      .why = why};
  for (uint32_t i = 0; i < count; i++)
    c.entry[i] = entry_names(&c, i);
  for (uint32_t i = 0; i < parts->procedure->locations.count; i++)
    c.at[i] = term_false(c.terms);
  for (uint32_t i = 0; i < count; i++)
    BITSET_EACH (l, &c2bp->made[i].locations)
      read_location(&c, i, l);
  bool ok = check_start(&c);
  for (uint32_t i = 0; i < count && ok; i++)
    ok = check_part(&c, i, poll);
  if (ok && text)
    print_all(&c, text);
  for (uint32_t i = 0; i < count; i++)
    substitution_free(c.entry[i]);
  free(c.entry);
  free(c.at);
  return ok;
}
