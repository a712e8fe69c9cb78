#include "certify/summary_check.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "certify/asking.h"
#include "program/formula_text.h"

struct summary_check {
  const struct parts *parts;
  struct program *program;
  struct term_table *terms;
  const struct certificate *certificate;
  struct strbuf *why;
  struct asking asking;
  struct term *began; // by variable: what it held where its function began
  char **formulas;    // by location; null: false
};

static uint32_t variable_count(const struct summary_check *c) {
  return c->program->variables.count;
}

static struct term variable_term(const struct summary_check *c, uint32_t id) {
  return c->program->variables.at[id].term;
}

static struct term fresh(const struct summary_check *c, uint32_t id) {
  return term_variable_again(c->terms, variable_term(c, id));
}

static const char *formula_at(const struct summary_check *c,
                              struct location_id location) {
  const char *text = c->formulas[location.id];
  return text ? text : "false";
}

// What each variable holds, to begin with: itself.
static struct term *same_values(const struct summary_check *c) {
  struct term *values = memory_new_zero(variable_count(c) + 1u, sizeof *values);
  for (uint32_t i = 1; i < variable_count(c); i++)
    values[i] = variable_term(c, i);
  return values;
}

// Pairs for asking_deny: what was at the beginning, and what that is.
static void begin_with(const struct summary_check *c, const struct term *values,
                       struct term_vec *into) {
  for (uint32_t i = 1; i < variable_count(c); i++) {
    term_vec_push(into, c->began[i]);
    term_vec_push(into, values[i]);
  }
}

// ---- Steps ------------------------------------------------------------------

static void ask_start(struct summary_check *c) {
  struct term *values = same_values(c);
  struct term_vec began = {0};
  for (uint32_t i = 1; i < variable_count(c); i++)
    values[i] = effects_at_entry(c->parts->effects, values[i]);
  begin_with(c, values, &began);
  asking_begin(&c->asking, 0);
  asking_deny(&c->asking, values, &began,
              formula_at(c, c->parts->at.at[0].entry));
  asking_end(&c->asking);
  term_vec_release(&began);
  free(values);
}

static void ask_step(struct summary_check *c, struct edge_id id) {
  const struct edge *edge = procedure_edge(c->parts->procedure, id);
  const struct effect *effect = &c->parts->effects->at[id.id];
  struct term *values = same_values(c);
  bool is_step = question_role(c->parts->question, id) == ROLE_STEP;
  for (uint32_t i = 0; i < effect->binding_count; i++)
    values[effect->bindings[i].target.id] = effect->bindings[i].value;
  for (uint32_t i = 0; i < effect->havoc_count; i++)
    values[effect->havocked[i].id] = fresh(c, effect->havocked[i].id);
  asking_begin(&c->asking, id.id);
  asking_assert_text(&c->asking, formula_at(c, edge->from));
  asking_assert(&c->asking, effect->guard);
  asking_deny(&c->asking, values, NULL,
              is_step ? formula_at(c, edge->to) : "false");
  asking_end(&c->asking);
  free(values);
}

// ---- Calls ------------------------------------------------------------------

// A call as it is asked about: values of the caller's variables before it are
// the variables themselves.
struct passed_call {
  const struct kept_call *call;
  uint32_t caller, callee; // parts
  struct term *passed;     // what the callee begins with
  struct term *left;       // what variables hold, for it, where it returns
  struct term *after;      // what they hold for the caller then
};

// Is there one of it, for both?
static bool is_shared(const struct summary_check *c,
                      const struct passed_call *p, uint32_t id) {
  const struct variable_info *info = &c->program->variables.at[id];
  struct variable variable = {id};
  return info->kind == VARIABLE_GLOBAL && !info->owner.id &&
         !parts_owns(c->parts, p->caller, variable) &&
         !parts_owns(c->parts, p->callee, variable);
}

static void pass_formals(const struct summary_check *c,
                         const struct passed_call *p) {
  const struct slam_part *callee = &c->parts->at.at[p->callee];
  for (uint32_t i = 0; i < callee->formals.count; i++) {
    struct term value = i < p->call->arguments.count ? p->call->arguments.at[i]
                                                     : p->call->variadic;
    if (!term_is_none(value))
      p->passed[callee->formals.at[i].id] = value;
  }
}

// What is shared and that the call does not change (memory/remove_kept.c) is as
// before; what the caller owns stays, unless the edge says otherwise.
static void passing_init(struct summary_check *c, struct passed_call *p,
                         struct edge_id edge) {
  const struct slam_part *callee = &c->parts->at.at[p->callee];
  p->passed = same_values(c);
  p->left = same_values(c);
  p->after = same_values(c);
  for (uint32_t i = 1; i < variable_count(c); i++) {
    bool is_changed =
        effects_havocs(c->parts->effects, edge, (struct variable){i});
    if (is_changed)
      p->after[i] = fresh(c, i);
    if (is_shared(c, p, i))
      p->left[i] = p->after[i];
    else
      p->passed[i] = fresh(c, i), p->left[i] = fresh(c, i);
  }
  pass_formals(c, p);
  uint32_t target = p->call->target.id;
  if (target)
    p->after[target] = variable_is_none(callee->result)
                           ? fresh(c, target)
                           : p->left[callee->result.id];
}

static void passing_release(struct passed_call *p) {
  free(p->passed);
  free(p->left);
  free(p->after);
}

// What holds where the callee returns, wherever that is.
static void add_returned(const struct summary_check *c, uint32_t part,
                         struct strbuf *out) {
  strbuf_add(out, "(or false");
  for (uint32_t i = 1; i < c->parts->procedure->edges.count; i++) {
    struct edge_id edge = {i};
    if (parts_has_edge(c->parts, part, edge) && parts_returns(c->parts, edge))
      strbuf_format(
          out, " %s",
          formula_at(c, procedure_edge(c->parts->procedure, edge)->to));
  }
  strbuf_add(out, ")");
}

static void ask_call(struct summary_check *c, struct edge_id id) {
  const struct edge *edge = procedure_edge(c->parts->procedure, id);
  struct passed_call p = {.call = c->parts->calls[id.id],
                          .caller = c->parts->part_of.at[edge->from.id],
                          .callee = c->parts->calls[id.id]->part};
  struct term_vec began = {0};
  struct strbuf returned = {0};
  passing_init(c, &p, id);
  begin_with(c, p.passed, &began);
  asking_begin(&c->asking, id.id);
  asking_assert_text(&c->asking, formula_at(c, edge->from));
  asking_deny(&c->asking, p.passed, &began,
              formula_at(c, c->parts->at.at[p.callee].entry));
  asking_end(&c->asking);
  add_returned(c, p.callee, &returned);
  asking_begin(&c->asking, id.id);
  asking_assert_text(&c->asking, formula_at(c, edge->from));
  asking_bind(&c->asking, p.left, &began, strbuf_text(&returned));
  asking_deny(&c->asking, p.after, NULL, formula_at(c, edge->to));
  asking_end(&c->asking);
  strbuf_release(&returned);
  term_vec_release(&began);
  passing_release(&p);
}

// ---- All --------------------------------------------------------------------

// Only those that lead into another part stand for no step.
static bool ask_edge(struct summary_check *c, struct edge_id id) {
  const struct edge *edge = procedure_edge(c->parts->procedure, id);
  uint32_t part = c->parts->part_of.at[edge->from.id];
  if (part == UINT32_MAX || !c->formulas[edge->from.id] ||
      question_role(c->parts->question, id) == ROLE_ENDS)
    return true;
  if (!parts_has_edge(c->parts, part, id))
    return edge->from.id == c->parts->fork.id;
  if (c->parts->calls[id.id] &&
      question_role(c->parts->question, id) == ROLE_STEP)
    ask_call(c, id);
  else
    ask_step(c, id);
  return true;
}

static bool ask_all(struct summary_check *c) {
  ask_start(c);
  for (uint32_t i = 1; i < c->parts->procedure->edges.count; i++) {
    if (poll_stops(c->asking.poll)) {
      strbuf_add(c->why, "not certified: " ASKING_OUT_OF_TIME);
      return false;
    }
    if (ask_edge(c, (struct edge_id){i}))
      continue;
    strbuf_add(c->why, "not certified: functions cannot be told apart");
    return false;
  }
  return true;
}

static bool fits(const struct summary_check *c) {
  bool ok = c->certificate->formulas &&
            c->certificate->locations == c->parts->procedure->locations.count &&
            c->certificate->edges == c->parts->procedure->edges.count;
  if (!ok)
    strbuf_add(c->why, "not certified: it is about another number of locations "
                       "and edges than the program has");
  return ok;
}

static bool resolve(struct summary_check *c) {
  for (uint32_t i = 1; i < c->certificate->locations; i++) {
    struct strbuf text = {0};
    const char *formula = c->certificate->formulas[i];
    bool ok = !formula ||
              formula_text_resolve_both(c->program, formula, c->began, &text);
    c->formulas[i] = text.length ? strbuf_detach(&text) : NULL;
    strbuf_release(&text);
    if (ok)
      continue;
    strbuf_add(c->why, "not certified: a formula speaks of what is no variable "
                       "of the program");
    return false;
  }
  return true;
}

bool certify_summaries(const struct parts *parts,
                       const struct certificate *certificate, struct poll poll,
                       uint64_t *asked, struct strbuf *why) {
  struct summary_check c = {.parts = parts,
                            .program = parts->program,
                            .terms = parts->program->terms,
                            .certificate = certificate,
                            .why = why};
  uint32_t locations = parts->procedure->locations.count;
  c.began = memory_new_zero(variable_count(&c) + 1u, sizeof *c.began);
  c.formulas = memory_new_zero(locations + 1u, sizeof *c.formulas);
  for (uint32_t i = 1; i < variable_count(&c); i++)
    c.began[i] = fresh(&c, i);
  asking_init(&c.asking, c.program, parts->procedure, poll, asked, why);
  for (uint32_t i = 1; i < variable_count(&c); i++)
    term_vec_push(&c.asking.roots, c.began[i]);
  bool ok =
      fits(&c) && resolve(&c) && ask_all(&c) && asking_all_refuted(&c.asking);
  for (uint32_t i = 0; i < locations; i++)
    free(c.formulas[i]);
  free(c.formulas);
  free(c.began);
  asking_release(&c.asking);
  return ok;
}
