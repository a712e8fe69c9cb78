// What `ensures` says of every return of a procedure.
//
// Each return of an arm becomes a joint one (meeting.c): what the arm says, and
// all that is ensured. So whatever looks at returns needs to know nothing of
// the clause: callers assume it, and a body has to keep it.
#include "lts/transform.h"
#include "spec/internal.h"

VEC_DEFINE(pair_vec, struct action_pair);

static struct action ensured(struct spec *spec, const struct c_syntax *c) {
  struct action_syntax action = {
      .position = c->position, .is_return = true, .ret = {RETURN_ENSURED, c}};
  struct strbuf text = {0};
  strbuf_add(&text, "return{ensures ");
  c_syntax_print(spec->names, c, &text);
  strbuf_char(&text, '}');
  struct action made = elaborate_return(spec, &action, strbuf_text(&text));
  strbuf_release(&text);
  return made;
}

// What a return of a procedure without a result says is ensured as well.
static struct action plain(struct spec *spec, const struct spec_proc *proc,
                           struct action action) {
  const struct spec_return *ret = return_of(spec, action);
  bool is_told = !scope_result(&proc->scope) && ret->kind == RETURN_VALUE &&
                 return_is_truth(ret->value);
  return is_told ? ensured(spec, ret->value) : action;
}

struct lts *ensures_apply(struct spec *spec, const struct spec_proc *proc,
                          struct lts *lts) {
  const struct lvalues_syntax *ensures = &proc->item->proc.ensures;
  struct pair_vec pairs = {0};
  BITSET_EACH (a, &lts->alphabet) {
    struct action_pair pair = {{a}, {a}};
    const struct spec_return *ret = return_of(spec, pair.from);
    if (!ret || !name_is_none(ret->component))
      continue;
    pair.to = plain(spec, proc, pair.from);
    for (uint32_t i = 0; i < ensures->count; i++)
      pair.to = meeting_join(spec, (struct name){0}, pair.to,
                             ensured(spec, ensures->at[i]));
    pair_vec_push(&pairs, pair);
  }
  struct lts *renamed = lts_rename(lts, pairs.at, pairs.count);
  pair_vec_release(&pairs);
  lts_free(lts);
  return renamed;
}
