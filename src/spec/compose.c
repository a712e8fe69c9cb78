// Processes as wholes: the operators + \ @ /, compositions, imported files, and
// making each on demand.
#include "spec/internal.h"

#include <string.h>

#include "lts/file.h"
#include "lts/transform.h"
#include "lts/view.h"

enum { COMPOSITION_LIMIT = 1000000 }; // states

// ---- Operators --------------------------------------------------------------

static void warn_absent(struct spec *spec, const struct lts *lts,
                        struct action action, struct position position) {
  if (bitset_has(&lts->alphabet, action.id))
    return;
  const char *text = action_text(spec->actions, action);
  struct suggestion near = suggestion_for(text);
  for (uint32_t a = bitset_next(&lts->alphabet, 0); a != UINT32_MAX;
       a = bitset_next(&lts->alphabet, a + 1))
    suggestion_offer(&near, action_text(spec->actions, (struct action){a}));
  report_near(spec->diag, SEVERITY_WARNING, position, near.best,
              "'%s' is not in the alphabet here: nothing happens to it", text);
}

VEC_DEFINE(action_pair_vec, struct action_pair);

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

static struct lts *apply_op(struct spec *spec, const struct lts *lts,
                            const struct op_syntax *op) {
  if (op->kind == OPS_RENAME)
    return rename_actions(spec, lts, op);
  struct bitset set = {0};
  elaborate_actions(spec, &op->actions, &set);
  for (uint32_t a = bitset_next(&set, 0);
       op->kind != OPS_EXTEND && a != UINT32_MAX; a = bitset_next(&set, a + 1))
    warn_absent(spec, lts, (struct action){a}, op->actions.position);
  struct lts *result = op->kind == OPS_EXTEND ? lts_extend(lts, &set)
                       : op->kind == OPS_HIDE ? lts_hide(lts, &set)
                                              : lts_project(lts, &set);
  bitset_release(&set);
  return result;
}

static struct lts *apply_ops(struct spec *spec, struct lts *lts,
                             const struct ops_syntax *ops) {
  for (uint32_t i = 0; lts && i < ops->count; i++) {
    struct lts *next = apply_op(spec, lts, &ops->at[i]);
    lts_free(lts);
    lts = next;
  }
  return lts;
}

// ---- Compositions -----------------------------------------------------------

VEC_DEFINE(lts_vec, struct lts *);

static struct lts *make_operand(struct spec *spec, const struct item *item,
                                const struct operand_syntax *operand) {
  uint32_t process = spec_find_process(spec, operand->name);
  if (process == SPEC_NONE) {
    const char *name = name_text(spec->names, operand->name);
    report_near(spec->diag, SEVERITY_ERROR, operand->position,
                resolve_nearest(spec, name, item_is_process),
                "undefined process '%s'", name);
    return NULL;
  }
  if (spec->processes.at[process].is_busy) {
    diag_report(spec->diag, SEVERITY_ERROR, operand->position,
                "'%s' is made of itself", name_text(spec->names, item->name));
    return NULL;
  }
  const struct lts *lts = elaborate_process(spec, process);
  return lts ? apply_ops(spec, lts_copy(lts), &operand->ops) : NULL;
}

static struct lts *make_composition(struct spec *spec,
                                    const struct item *item) {
  struct lts_vec parts = {0};
  bool ok = true;
  for (uint32_t i = 0; i < item->operand_count; i++) {
    struct lts *part = make_operand(spec, item, &item->operands[i]);
    ok &= part != NULL;
    if (part)
      lts_vec_push(&parts, part);
  }
  struct lts *result = NULL;
  if (ok) {
    result = lts_compose((const struct lts *const *)parts.at, parts.count,
                         COMPOSITION_LIMIT);
    if (!result)
      diag_report(spec->diag, SEVERITY_ERROR, item->position,
                  "composition '%s' has more than %d states",
                  name_text(spec->names, item->name), COMPOSITION_LIMIT);
  }
  for (uint32_t i = 0; i < parts.count; i++)
    lts_free(parts.at[i]);
  lts_vec_release(&parts);
  return result;
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

static struct lts *make(struct spec *spec, const struct item *item) {
  switch (item->kind) {
  case ITEM_PROCESS:
    return apply_ops(spec, elaborate_states(spec, item), &item->ops);
  case ITEM_COMPOSITION:
    return apply_ops(spec, make_composition(spec, item), &item->ops);
  case ITEM_FILE: return read_file(spec, item);
  default: BUG("item of kind %d is no process", item->kind);
  }
}

struct lts *elaborate_process(struct spec *spec, uint32_t number) {
  struct spec_process *process = &spec->processes.at[number];
  if (process->is_done)
    return process->lts;
  process->is_busy = true;
  struct lts *lts = make(spec, process->item);
  process = &spec->processes.at[number];
  process->is_busy = false;
  process->is_done = true;
  process->lts = lts;
  process->mentions_return =
      lts && lts_mentions_return(spec, lts, (struct name){0});
  return lts;
}
