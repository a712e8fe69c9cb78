// What a proof says of places of the source, in C (evidence/invariant.h).
//
// Of the invariant of a location those parts are taken that speak only of
// variables that the source has a name for there: globals, and locals of the
// function that are declared before it. The rest is left out, so what is told
// follows from what was proved. A line that several locations have (a function
// that was inlined twice) is told by what holds at all of them: where they
// differ, nothing is.
#include "cegar/record.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "abstraction/predicate.h"
#include "base/diag.h"
#include "base/memory.h"
#include "program/print.h"

enum {
  LONGEST = 600,        // characters of a text
  READABLE = 200,       // and of one of its parts
  MOST_COMMON = 40,     // comparisons that are asked about
  MOST_LOCATIONS = 3000 // beyond that only loops are told of
};

struct taking {
  const struct cegar *cegar;
  struct program *program;
  const struct procedure *procedure; // of the component
  struct diag *sources;
  struct bitset heads; // of loops, by location
  struct proof *into;
};

// Loops

// A location that a search from the entry comes to while it is still in what
// can be reached from there.
static void find_heads(struct taking *taking) {
  enum { NEW, OPEN, DONE };
  const struct procedure *procedure = taking->procedure;
  uint8_t *state = memory_new_zero(procedure->locations.count, sizeof *state);
  uint32_t *next = memory_new_zero(procedure->locations.count, sizeof *next);
  struct u32_vec stack = {0};
  u32_vec_push(&stack, procedure->entry.id);
  state[procedure->entry.id] = OPEN;
  while (stack.count) {
    uint32_t at = *u32_vec_last(&stack);
    const struct location *location = &procedure->locations.at[at];
    if (next[at] == location->out_count) {
      state[at] = DONE;
      u32_vec_pop(&stack);
      continue;
    }
    uint32_t to = procedure->edges.at[location->first_out + next[at]++].to.id;
    if (state[to] == OPEN)
      bitset_add(&taking->heads, to);
    if (state[to] == NEW) {
      state[to] = OPEN;
      u32_vec_push(&stack, to);
    }
  }
  u32_vec_release(&stack);
  free(state);
  free(next);
}

// Places

static const struct edge *edge_at(const struct taking *taking,
                                  uint32_t location) {
  const struct location *at = &taking->procedure->locations.at[location];
  return at->out_count ? &taking->procedure->edges.at[at->first_out] : NULL;
}

static struct procedure_id function_at(const struct taking *taking,
                                       uint32_t location) {
  const struct component *component = taking->cegar->component;
  struct edge_id edge = {taking->procedure->locations.at[location].first_out};
  return plain_component_written(&component->behaviour->plain,
                                 provenance_last(&component->provenance, edge))
      ->procedure;
}

static bool is_word(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

// Where the keyword begins, counting from 1, if it stands in the line before
// the column; the last one. 0: nowhere.
static uint32_t find_keyword(const char *line, uint32_t column,
                             const char *keyword) {
  uint32_t found = 0;
  size_t length = strlen(keyword);
  for (const char *at = strstr(line, keyword); at;
       at = strstr(at + 1, keyword)) {
    uint32_t where = (uint32_t)(at - line) + 1;
    if (where <= column && !is_word(at[length]) &&
        (at == line || !is_word(at[-1])))
      found = where;
  }
  return found;
}

// The keyword of the loop whose condition stands there; false: it is not in
// that line.
static bool find_loop(const struct taking *taking, struct position *position) {
  const char *line = diag_source_line(taking->sources, *position);
  if (!line)
    return false;
  uint32_t by_for = find_keyword(line, position->column, "for");
  uint32_t by_while = find_keyword(line, position->column, "while");
  uint32_t column = by_for > by_while ? by_for : by_while;
  const char *before = column ? line + column - 1 : line;
  while (before > line && isspace((unsigned char)before[-1]))
    before--;
  if (!column || (before > line && before[-1] == '}')) // of do { ... } while
    return false;
  position->column = column;
  return true;
}

// Texts

// Is it there by this name, at the place?
static bool can_be_named(const struct taking *taking, struct variable variable,
                         struct procedure_id function,
                         struct position position) {
  const struct component *component = taking->cegar->component;
  struct variable original = inline_original(
      taking->program, &component->behaviour->plain.inlining, variable);
  if (variable_is_none(original))
    return false;
  const struct variable_info *info =
      program_variable(taking->program, original);
  if (info->is_made || bitset_has(&component->behaviour->own, variable.id) ||
      !position_is_known(info->position))
    return false;
  if (info->kind == VARIABLE_GLOBAL)
    return true;
  return (info->kind == VARIABLE_LOCAL || info->kind == VARIABLE_PARAMETER) &&
         info->owner.id == function.id &&
         name_equal(info->position.file, position.file) &&
         info->position.line <= position.line;
}

static bool is_about_names(const struct taking *taking, struct term t,
                           struct procedure_id function,
                           struct position position) {
  struct variable_vec variables = {0};
  program_variables_in(taking->program, &t, 1, &variables);
  bool ok = variables.count;
  for (uint32_t i = 0; i < variables.count && ok; i++)
    ok = can_be_named(taking, variables.at[i], function, position);
  variable_vec_release(&variables);
  return ok;
}

// Constants that C has no literal for, and what is no C at all.
static bool is_c(const char *text) {
  static const char *const others[] = {"$",       "::",   "@",    "old(",
                                       "...",     "_MIN", "_MAX", "in.",
                                       "extract", "inf",  "nan"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (strstr(text, others[i]))
      return false;
  return true;
}

static void add_text(const struct taking *taking, struct term t,
                     struct strbuf *out) {
  struct strbuf text = {0};
  program_print_term(taking->program, t, &text);
  if (is_c(strbuf_text(&text)) && out->length + text.length < LONGEST)
    strbuf_format(out, "%s(%s)", out->length ? " && " : "", strbuf_text(&text));
  strbuf_release(&text);
}

static bool is_long(const struct taking *taking, struct term t) {
  struct strbuf text = {0};
  program_print_term(taking->program, t, &text);
  bool is_so = text.length > READABLE;
  strbuf_release(&text);
  return is_so;
}

static bool implies(const struct taking *taking, struct term known,
                    struct term claim) {
  struct term question[2] = {known, term_not(taking->program->terms, claim)};
  return solver_check(taking->cegar->solver, PURPOSE_PROOF, question, 2) ==
         ANSWER_UNSAT;
}

// Small ones first.
static void sort_atoms(const struct term_table *terms, struct term_vec *atoms) {
  for (uint32_t i = 1; i < atoms->count; i++)
    for (uint32_t k = i; k && term_tree_size(terms, atoms->at[k]) <
                                  term_tree_size(terms, atoms->at[k - 1]);
         k--) {
      struct term other = atoms->at[k];
      atoms->at[k] = atoms->at[k - 1];
      atoms->at[k - 1] = other;
    }
}

// Of many cases what they have in common: comparisons that hold, or do not, in
// each of them, and do not follow from smaller ones.
static void add_common(const struct taking *taking, struct term t,
                       struct procedure_id function, struct position position,
                       struct strbuf *out) {
  struct term_table *terms = taking->program->terms;
  struct term_vec atoms = {0};
  struct term told = term_true(terms);
  predicate_atoms(terms, t, &atoms);
  sort_atoms(terms, &atoms);
  for (uint32_t i = 0; i < atoms.count && i < MOST_COMMON; i++) {
    struct term both[2] = {atoms.at[i], term_not(terms, atoms.at[i])};
    for (int k = 0;
         k < 2 && is_about_names(taking, both[k], function, position); k++) {
      if (!implies(taking, t, both[k]) || implies(taking, told, both[k]))
        continue;
      add_text(taking, both[k], out);
      told = term_and(terms, told, both[k]);
    }
  }
  term_vec_release(&atoms);
}

static void add_part(const struct taking *taking, struct term t,
                     struct procedure_id function, struct position position,
                     struct strbuf *out) {
  const struct term_table *terms = taking->program->terms;
  if (term_op(terms, t) == OP_AND) {
    for (uint32_t i = 0; i < term_arity(terms, t); i++)
      add_part(taking, term_operand(terms, t, i), function, position, out);
    return;
  }
  if (is_long(taking, t))
    add_common(taking, t, function, position, out);
  else if (is_about_names(taking, t, function, position))
    add_text(taking, t, out);
}

// What is told of a line

static struct invariant *told_at(struct proof *proof, struct position position,
                                 bool is_loop) {
  for (uint32_t i = 0; i < proof->invariants.count; i++) {
    struct invariant *one = &proof->invariants.at[i];
    if (one->position.line == position.line &&
        one->position.column == position.column &&
        name_equal(one->position.file, position.file) &&
        one->is_loop == is_loop)
      return one;
  }
  return NULL;
}

static void take_invariant(struct taking *taking, uint32_t location,
                           struct term t) {
  const struct edge *edge = edge_at(taking, location);
  if (!edge || !position_is_known(edge->position))
    return;
  struct position position = edge->position;
  struct procedure_id function = function_at(taking, location);
  struct strbuf text = {0};
  bool is_loop =
      bitset_has(&taking->heads, location) && find_loop(taking, &position);
  add_part(taking, t, function, position, &text);
  struct name name = intern(taking->program->names, strbuf_text(&text));
  struct invariant *told = told_at(taking->into, position, is_loop);
  if (told && !name_equal(told->text, name))
    told->text = (struct name){0};
  else if (!told)
    invariant_vec_push(
        &taking->into->invariants,
        (struct invariant){position,
                           program_procedure(taking->program, function)->name,
                           name, is_loop});
  strbuf_release(&text);
}

static void drop_empty(struct invariant_vec *invariants) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < invariants->count; i++)
    if (!name_is_none(invariants->at[i].text))
      invariants->at[kept++] = invariants->at[i];
  invariants->count = kept;
}

static struct term lemma_at(const struct taking *taking, uint32_t cut) {
  const struct term_vec *all = &taking->cegar->loops.lemmas.at[cut];
  struct term t = term_true(taking->program->terms);
  for (uint32_t i = 0; i < all->count; i++)
    t = term_and(taking->program->terms, t, all->at[i]);
  return t;
}

static void take_all(struct taking *taking) {
  const struct cegar *cegar = taking->cegar;
  const struct blocks *blocks = cegar->loops.blocks;
  uint32_t count = taking->procedure->locations.count;
  if (cegar->proof == PROOF_LEMMAS)
    for (uint32_t cut = 0; cut < blocks->count; cut++)
      take_invariant(taking, blocks->cuts[cut].id, lemma_at(taking, cut));
  else if (cegar->proof == PROOF_PREDICATES && cegar->invariants)
    for (uint32_t i = 1; i < count; i++)
      if (count <= MOST_LOCATIONS || bitset_has(&taking->heads, i))
        take_invariant(taking, i, cegar->invariants[i]);
}

// A product has several copies of a location, and says of each something else.
void record_invariants(const struct cegar *cegar, struct proof *into) {
  struct program *program = cegar->component->program;
  if (cegar->component_options->specification ||
      cegar->component_options->threaded)
    return;
  struct taking taking = {.cegar = cegar,
                          .program = program,
                          .procedure = cegar->component->procedure,
                          .sources = diag_new(program->names, stderr),
                          .into = into};
  find_heads(&taking);
  take_all(&taking);
  drop_empty(&into->invariants);
  bitset_release(&taking.heads);
  diag_free(taking.sources);
}
