// Processes as wholes: the operators + \ @ /, compositions, imported files, and
// making each on demand.
#include "spec/internal.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lts/file.h"
#include "lts/transform.h"
#include "lts/view.h"

enum { COMPOSITION_LIMIT = 1000000 }; // states

// A process as it is made: states that are ANY have no steps yet.
struct made {
  struct lts *lts; // null after an error
  struct bitset any;
};

// ---- Operators --------------------------------------------------------------

static void warn_absent(struct spec *spec, const struct lts *lts,
                        struct action action, struct position position) {
  if (bitset_has(&lts->alphabet, action.id))
    return;
  const char *text = action_text(spec->actions, action);
  struct suggestion near = suggestion_for(text);
  BITSET_EACH (a, &lts->alphabet)
    suggestion_offer(&near, action_text(spec->actions, (struct action){a}));
  report_near(spec->diag, SEVERITY_WARNING, position, near.best,
              "'%s' is not in the alphabet here: nothing happens to it", text);
}

static struct lts *rename_actions(struct spec *spec, const struct lts *lts,
                                  const struct op_syntax *op) {
  struct action_pair_vec pairs = {0};
  for (uint32_t i = 0; i < op->rename_count; i++) {
    const struct rename_syntax *rename = &op->renames[i];
    struct action_pair pair = {.from = elaborate_action(spec, &rename->from),
                               .to = elaborate_action(spec, &rename->to)};
    if (rename->from.is_return != rename->to.is_return)
      diag_report(spec->diag, SEVERITY_ERROR, rename->to.position,
                  "a return can only be renamed to a return");
    warn_absent(spec, lts, pair.from, rename->from.position);
    action_pair_vec_push(&pairs, pair);
  }
  struct lts *result = lts_rename(lts, pairs.at, pairs.count);
  action_pair_vec_release(&pairs);
  return result;
}

// `return{*}` in a list of what is hidden or kept is all returns.
static void widen_returns(const struct spec *spec, const struct lts *lts,
                          struct bitset *set) {
  BITSET_EACH (a, &lts->alphabet) {
    const struct spec_return *ret = return_of(spec, (struct action){a});
    for (uint32_t k = ret ? bitset_next(set, 0) : UINT32_MAX; k != UINT32_MAX;
         k = bitset_next(set, k + 1)) {
      const struct spec_return *other = return_of(spec, (struct action){k});
      if (other && other->kind == RETURN_ANY &&
          name_equal(other->component, ret->component)) {
        bitset_add(set, a);
        break;
      }
    }
  }
}

// Is it `return{*}`, and are there returns that it stands for?
static bool is_any_return(const struct spec *spec, const struct lts *lts,
                          struct action action) {
  const struct spec_return *ret = return_of(spec, action);
  return ret && ret->kind == RETURN_ANY &&
         lts_mentions_return(spec, lts, ret->component);
}

static struct lts *apply_op(struct spec *spec, const struct lts *lts,
                            const struct op_syntax *op) {
  if (op->kind == OPS_RENAME)
    return rename_actions(spec, lts, op);
  struct bitset set = {0};
  elaborate_actions(spec, &op->actions, &set);
  for (uint32_t a = bitset_next(&set, 0);
       op->kind != OPS_EXTEND && a != UINT32_MAX; a = bitset_next(&set, a + 1))
    if (!is_any_return(spec, lts, (struct action){a}))
      warn_absent(spec, lts, (struct action){a}, op->actions.position);
  if (op->kind != OPS_EXTEND)
    widen_returns(spec, lts, &set);
  struct lts *result = op->kind == OPS_EXTEND ? lts_extend(lts, &set)
                       : op->kind == OPS_HIDE ? lts_hide(lts, &set)
                                              : lts_project(lts, &set);
  bitset_release(&set);
  return result;
}

// No operator changes the numbers of states.
static void apply_ops(struct spec *spec, struct made *made,
                      const struct ops_syntax *ops) {
  for (uint32_t i = 0; made->lts && i < ops->count; i++) {
    struct lts *next = apply_op(spec, made->lts, &ops->at[i]);
    lts_free(made->lts);
    made->lts = next;
  }
}

// ---- Compositions -----------------------------------------------------------

VEC_DEFINE(made_vec, struct made);

static bool make_operand(struct spec *spec, const struct item *item,
                         const struct operand_syntax *operand,
                         struct made *made) {
  uint32_t process = spec_find_process(spec, operand->name);
  *made = (struct made){0};
  if (process == SPEC_NONE) {
    complain_process(spec, operand->name, operand->position);
    return false;
  }
  if (spec->processes.at[process].is_busy) {
    diag_report(spec->diag, SEVERITY_ERROR, operand->position,
                "'%s' is made of itself", name_text(spec->names, item->name));
    return false;
  }
  if (!elaborate_process(spec, process))
    return false;
  made->lts = lts_copy(spec->processes.at[process].bare);
  bitset_copy(&made->any, &spec->processes.at[process].any);
  apply_ops(spec, made, &operand->ops);
  return true;
}

// Operands with the steps of their ANY. Where all of them are ANY the
// composition is: they perform `mark` together there.
static void open_operand(struct spec *spec, struct made *made,
                         struct action mark) {
  struct lts *filled = any_fill(spec, made->lts, &made->any);
  lts_free(made->lts);
  made->lts = filled;
  if (action_is_none(mark))
    return;
  struct lts_builder builder;
  lts_builder_init(&builder, filled->actions);
  lts_builder_copy(&builder, filled);
  BITSET_EACH (s, &made->any)
    lts_builder_step(&builder, s, mark, s);
  lts_builder_alphabet(&builder, mark);
  made->lts = lts_builder_finish(&builder);
  lts_free(filled);
}

static struct lts *take_marks(struct lts *lts, struct action mark,
                              struct bitset *any) {
  if (action_is_none(mark))
    return lts;
  for (uint32_t s = 0; s < lts->state_count; s++) {
    struct lts_step_range range = lts_steps_by(lts, s, mark);
    if (range.begin != range.end)
      bitset_add(any, s);
  }
  struct bitset marks = {0};
  bitset_add(&marks, mark.id);
  struct lts *cut = lts_cut(lts, &marks);
  bitset_release(&marks);
  lts_free(lts);
  return cut;
}

static struct lts *compose(struct spec *spec, const struct item *item,
                           struct made_vec *parts, struct bitset *any) {
  struct action mark = {0};
  bool all_have_any = true;
  for (uint32_t i = 0; i < parts->count; i++)
    all_have_any &= !bitset_is_empty(&parts->at[i].any);
  if (all_have_any)
    mark = action_intern(spec->actions, " ANY");
  struct lts **systems = memory_new(parts->count * sizeof *systems);
  for (uint32_t i = 0; i < parts->count; i++) {
    open_operand(spec, &parts->at[i], mark);
    systems[i] = parts->at[i].lts;
  }
  bool is_met = meeting_prepare(spec, systems, parts->count);
  for (uint32_t i = 0; i < parts->count; i++)
    parts->at[i].lts = systems[i];
  struct lts *result = is_met ? lts_compose((const struct lts *const *)systems,
                                            parts->count, COMPOSITION_LIMIT)
                              : NULL;
  free(systems);
  const char *name = name_text(spec->names, item->name);
  if (!is_met)
    diag_report(spec->diag, SEVERITY_ERROR, item->position,
                "the returns in composition '%s' meet in too many ways", name);
  else if (!result)
    diag_report(spec->diag, SEVERITY_ERROR, item->position,
                "composition '%s' has more than %d states", name,
                COMPOSITION_LIMIT);
  if (!result)
    return NULL;
  meeting_finish(spec, result);
  return take_marks(result, mark, any);
}

static void make_composition(struct spec *spec, const struct item *item,
                             struct made *made) {
  struct made_vec parts = {0};
  bool ok = true;
  for (uint32_t i = 0; i < item->operand_count; i++) {
    struct made part;
    ok &= make_operand(spec, item, &item->operands[i], &part);
    if (part.lts)
      made_vec_push(&parts, part);
  }
  if (ok)
    made->lts = compose(spec, item, &parts, &made->any);
  for (uint32_t i = 0; i < parts.count; i++) {
    lts_free(parts.at[i].lts);
    bitset_release(&parts.at[i].any);
  }
  made_vec_release(&parts);
}

// ---- On demand --------------------------------------------------------------

static bool looks_like_return(const char *label) {
  const char *word = strstr(label, "return{");
  return word && (word == label || word[-1] == '.') &&
         label[strlen(label) - 1] == '}';
}

// In a file returns are labels like any other; here they mean something.
static struct lts *read_file(struct spec *spec, const struct item *item) {
  struct lts_reader reader = {spec->actions, spec->names, spec->diag};
  struct lts *lts = lts_read(&reader, name_text(spec->names, item->path));
  for (uint32_t a = lts ? bitset_next(&lts->alphabet, 0) : UINT32_MAX;
       a != UINT32_MAX; a = bitset_next(&lts->alphabet, a + 1)) {
    const char *label = action_text(spec->actions, (struct action){a});
    struct action_syntax action;
    if (looks_like_return(label) &&
        syntax_read_action(spec->syntax, label, item->position, &action) &&
        action.is_return)
      elaborate_return(spec, &action, label);
  }
  return lts;
}

static void make(struct spec *spec, const struct item *item,
                 struct made *made) {
  switch (item->kind) {
  case ITEM_PROCESS:
    made->lts = elaborate_states(spec, item, &made->any);
    apply_ops(spec, made, &item->ops);
    break;
  case ITEM_COMPOSITION:
    make_composition(spec, item, made);
    apply_ops(spec, made, &item->ops);
    break;
  case ITEM_FILE: made->lts = read_file(spec, item); break;
  default: BUG("item of kind %d is no process", item->kind);
  }
}

struct lts *elaborate_process(struct spec *spec, uint32_t number) {
  struct spec_process *process = &spec->processes.at[number];
  if (process->is_done)
    return process->lts;
  process->is_busy = true;
  struct made made = {0};
  make(spec, process->item, &made);
  process = &spec->processes.at[number];
  process->is_busy = false;
  process->is_done = true;
  process->bare = made.lts;
  process->any = made.any;
  process->lts = made.lts ? any_fill(spec, made.lts, &made.any) : NULL;
  process->mentions_return =
      process->lts && lts_mentions_return(spec, process->lts, (struct name){0});
  return process->lts;
}
