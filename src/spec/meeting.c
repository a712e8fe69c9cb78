// Returns that meet in a composition.
//
// An action of several processes is performed by all of them together, and a
// return is a set of values: if one says return{$ >= 0} and another return{*},
// what they perform together is a value in both sets. A process that mentions
// one return of a procedure mentions all, so all processes with returns of the
// procedure take part.
//
// Before they are composed, each return of a process is relabelled by the
// combinations of returns, one of each process, that it is in. A combination is
// a joint return: `return{$ == 0 && $ <= 5}`; its members are returns as they
// were written. That no value is in all of them shows when the type is known
// (spec_bind_returns), for then it has no cases. A combination may hold two
// returns of one process: it is a smaller set of values than either, and where
// both steps are taken for it nothing is allowed that was not before.
#include "spec/internal.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { MOST_COMBINATIONS = 20000 };

struct meeting {
  struct spec *spec;
  struct name component; // whose returns
  struct bitset mine;    // all of them, in whatever process
  struct lts_action_vec joint;
};

// ---- Joint returns ----------------------------------------------------------

// `return{$ <= 0}` or `x.return{$ <= 0}`: what is in the braces.
static void add_inside(const struct spec *spec, struct action action,
                       struct strbuf *out) {
  const char *text = action_text(spec->actions, action);
  const char *open = strchr(text, '{');
  strbuf_format(out, "%.*s", (int)(strlen(open) - 2), open + 1);
}

static bool needs_parentheses(const char *text) {
  return strpbrk(text, "|&?<>=!,") != NULL;
}

static void add_member(const struct spec *spec, struct action action,
                       struct strbuf *out) {
  const struct spec_return *ret = return_of(spec, action);
  struct strbuf text = {0};
  add_inside(spec, action, &text);
  bool is_value = ret->kind == RETURN_VALUE;
  bool is_wrapped = is_value ? needs_parentheses(strbuf_text(&text))
                             : strpbrk(strbuf_text(&text), "|?&,") != NULL;
  if (is_value)
    strbuf_add(out, "$ == ");
  strbuf_format(out, is_wrapped ? "(%s)" : "%s", strbuf_text(&text));
  strbuf_release(&text);
}

// The members of two returns together. Of `*`, and of a return of nothing,
// nothing is left beside others.
static void unite(const struct spec *spec, struct action a, struct action b,
                  struct lts_action_vec *members) {
  struct action both[] = {a, b};
  struct bitset seen = {0};
  for (uint32_t i = 0; i < 2; i++) {
    const struct spec_return *ret = return_of(spec, both[i]);
    const struct action *from = ret->members.count ? ret->members.at : &both[i];
    uint32_t count = ret->members.count ? ret->members.count : 1;
    bool says_nothing = ret->kind == RETURN_ANY || ret->kind == RETURN_VOID;
    for (uint32_t k = 0; !says_nothing && k < count; k++)
      if (bitset_add(&seen, from[k].id))
        lts_action_vec_push(members, from[k]);
  }
  if (members->count)
    qsort(members->at, members->count, sizeof *members->at, compare_u32);
  bitset_release(&seen);
}

struct action meeting_join(struct spec *spec, struct name component,
                           struct action a, struct action b) {
  struct lts_action_vec members = {0};
  unite(spec, a, b, &members);
  if (members.count < 2) {
    // Anything and nothing are nothing.
    bool is_any = return_of(spec, a)->kind == RETURN_ANY;
    struct action one = members.count ? members.at[0] : is_any ? b : a;
    lts_action_vec_release(&members);
    return one;
  }
  struct strbuf text = {0};
  if (!name_is_none(component))
    strbuf_format(&text, "%s.", name_text(spec->names, component));
  strbuf_add(&text, "return{");
  for (uint32_t i = 0; i < members.count; i++) {
    strbuf_add(&text, i ? " && " : "");
    add_member(spec, members.at[i], &text);
  }
  strbuf_char(&text, '}');
  struct action known = action_find(spec->actions, strbuf_text(&text));
  if (action_is_none(known)) {
    struct spec_return row = {.kind = RETURN_JOINT,
                              .component = component,
                              .members = members,
                              .position =
                                  return_of(spec, members.at[0])->position};
    known = row.action = action_intern_return(spec->actions, strbuf_text(&text),
                                              spec->returns.count);
    spec_return_vec_push(&spec->returns, row);
  } else {
    lts_action_vec_release(&members);
  }
  strbuf_release(&text);
  return known;
}

// Are the values of both literals, and different? More than that needs types.
static bool is_literal(const struct c_syntax *c, i128 *value) {
  bool is_negative = c->kind == EXPR_UNARY && c->op == TOKEN_MINUS;
  if (is_negative)
    c = c->a;
  if (c->kind != EXPR_NUMBER)
    return false;
  *value = is_negative ? -(i128)c->value : (i128)c->value;
  return true;
}

static bool is_impossible(const struct spec *spec, struct action action) {
  const struct lts_action_vec *members = &return_of(spec, action)->members;
  i128 first = 0, other = 0;
  bool is_known = false;
  for (uint32_t i = 0; i < members->count; i++) {
    const struct spec_return *ret = return_of(spec, members->at[i]);
    if (ret->kind != RETURN_VALUE || !is_literal(ret->value, &other))
      continue;
    if (is_known && first != other)
      return true;
    first = other;
    is_known = true;
  }
  return false;
}

// ---- Combinations -----------------------------------------------------------

static void collect(const struct spec *spec, const struct lts *lts,
                    struct name component, struct lts_action_vec *into) {
  BITSET_EACH (a, &lts->alphabet) {
    const struct spec_return *ret = return_of(spec, (struct action){a});
    if (ret && name_equal(ret->component, component))
      lts_action_vec_push(into, (struct action){a});
  }
}

// All ways to add a return of one more process.
static bool extend(struct meeting *meeting,
                   const struct lts_action_vec *returns) {
  struct lts_action_vec next = {0};
  struct bitset seen = {0};
  for (uint32_t i = 0; i < meeting->joint.count; i++)
    for (uint32_t k = 0; k < returns->count; k++) {
      struct action both = meeting_join(meeting->spec, meeting->component,
                                        meeting->joint.at[i], returns->at[k]);
      if (bitset_add(&seen, both.id) && next.count <= MOST_COMBINATIONS &&
          !is_impossible(meeting->spec, both))
        lts_action_vec_push(&next, both);
    }
  bitset_release(&seen);
  lts_action_vec_release(&meeting->joint);
  meeting->joint = next;
  return next.count <= MOST_COMBINATIONS;
}

static bool is_member(const struct spec *spec, struct action action,
                      struct action of) {
  const struct spec_return *one = return_of(spec, action);
  const struct spec_return *all = return_of(spec, of);
  if (one->kind == RETURN_ANY || action_equal(action, of))
    return true;
  const struct action *wanted = one->members.count ? one->members.at : &action;
  uint32_t count = one->members.count ? one->members.count : 1, found = 0;
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t k = 0; k < all->members.count; k++)
      found += action_equal(wanted[i], all->members.at[k]);
  return found == count;
}

// ---- Processes --------------------------------------------------------------

static void relabel_step(const struct meeting *meeting,
                         struct lts_builder *builder, uint32_t from,
                         struct lts_step step) {
  if (!bitset_has(&meeting->mine, step.action.id)) {
    lts_builder_step(builder, from, step.action, step.target);
    return;
  }
  for (uint32_t i = 0; i < meeting->joint.count; i++)
    if (is_member(meeting->spec, step.action, meeting->joint.at[i]))
      lts_builder_step(builder, from, meeting->joint.at[i], step.target);
}

static struct lts *relabel(const struct meeting *meeting,
                           const struct lts *lts) {
  struct lts_builder builder;
  lts_builder_init(&builder, lts->actions);
  lts_builder_labels(&builder, lts);
  for (uint32_t s = 0; s < lts->state_count; s++) {
    struct lts_step_range steps = lts_steps(lts, s);
    for (const struct lts_step *step = steps.begin; step < steps.end; step++)
      relabel_step(meeting, &builder, s, *step);
  }
  bitset_unite(&builder.alphabet, &meeting->mine);
  for (uint32_t i = 0; i < meeting->joint.count; i++)
    lts_builder_alphabet(&builder, meeting->joint.at[i]);
  return lts_builder_finish(&builder);
}

// The returns of one procedure, in all processes that speak of them.
static bool meet(struct spec *spec, struct name component, struct lts **parts,
                 uint32_t count) {
  struct meeting meeting = {.spec = spec, .component = component};
  uint32_t speakers = 0;
  bool ok = true;
  for (uint32_t i = 0; ok && i < count; i++) {
    struct lts_action_vec returns = {0};
    collect(spec, parts[i], component, &returns);
    for (uint32_t k = 0; k < returns.count; k++)
      bitset_add(&meeting.mine, returns.at[k].id);
    if (returns.count && !speakers++)
      lts_action_vec_append(&meeting.joint, returns.at, returns.count);
    else if (returns.count)
      ok = extend(&meeting, &returns);
    lts_action_vec_release(&returns);
  }
  for (uint32_t i = 0; ok && speakers > 1 && i < count; i++)
    if (lts_mentions_return(spec, parts[i], component)) {
      struct lts *next = relabel(&meeting, parts[i]);
      lts_free(parts[i]);
      parts[i] = next;
    }
  lts_action_vec_release(&meeting.joint);
  bitset_release(&meeting.mine);
  return ok;
}

bool meeting_prepare(struct spec *spec, struct lts **parts, uint32_t count) {
  bool ok = true;
  struct name *done = NULL;
  uint32_t done_count = 0;
  for (uint32_t i = 0; ok && i < count; i++) {
    struct bitset alphabet = {0};
    bitset_copy(&alphabet, &parts[i]->alphabet);
    for (uint32_t a = bitset_next(&alphabet, 0); ok && a != UINT32_MAX;
         a = bitset_next(&alphabet, a + 1)) {
      const struct spec_return *ret = return_of(spec, (struct action){a});
      bool is_done = !ret;
      for (uint32_t k = 0; !is_done && k < done_count; k++)
        is_done = name_equal(done[k], ret->component);
      if (is_done)
        continue;
      struct name component = ret->component;
      done = memory_resize(done, (done_count + 1u) * sizeof *done);
      done[done_count++] = component;
      ok = meet(spec, component, parts, count);
    }
    bitset_release(&alphabet);
  }
  free(done);
  return ok;
}

void meeting_finish(const struct spec *spec, struct lts *composition) {
  struct bitset used = {0};
  for (uint32_t i = 0; i < composition->step_count; i++)
    bitset_add(&used, composition->steps[i].action.id);
  BITSET_EACH (a, &composition->alphabet) {
    const struct spec_return *ret = return_of(spec, (struct action){a});
    if (ret && ret->kind == RETURN_JOINT && !bitset_has(&used, a))
      bitset_remove(&composition->alphabet, a);
  }
  bitset_release(&used);
}
