#include "spec/shipped.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/strbuf.h"
#include "spec/spec.h"
#include "spec/syntax.h"

static void add_once(struct name_vec *names, struct name name) {
  for (uint32_t i = 0; i < names->count; i++)
    if (name_equal(names->at[i], name))
      return;
  name_vec_push(names, name);
}

static void add_pair(struct name_vec *pairs, struct name name,
                     struct name file) {
  name_vec_push(pairs, name);
  name_vec_push(pairs, file);
}

static bool has_pair(const struct name_vec *pairs, struct name name,
                     struct name file) {
  for (uint32_t i = 0; i < pairs->count; i += 2)
    if (name_equal(pairs->at[i], name) && name_equal(pairs->at[i + 1], file))
      return true;
  return false;
}

// Rules

static const struct item *event_of(const struct syntax *syntax,
                                   struct name name) {
  for (uint32_t i = 0; i < syntax->items.count; i++)
    if (syntax->items.at[i].kind == ITEM_EVENT &&
        name_equal(syntax->items.at[i].name, name))
      return &syntax->items.at[i];
  return NULL;
}

static void add_functions(const struct syntax *syntax,
                          const struct action_syntax *action,
                          struct name_vec *into) {
  const struct item *event =
      action->is_return ? NULL : event_of(syntax, action->name);
  for (uint32_t i = 0; event && i < event->trigger_count; i++)
    if (event->triggers[i].kind != TRIGGER_LABEL)
      add_once(into, event->triggers[i].name);
}

// What is first in a body that begins something goes to `first`.
static void add_body(const struct syntax *syntax,
                     const struct body_syntax *body, struct name_vec *first,
                     struct name_vec *others) {
  for (uint32_t i = 0; body->kind == BODY_CHOICE && i < body->branch_count;
       i++) {
    const struct branch_syntax *branch = &body->branches[i];
    for (uint32_t k = 0; k < branch->action_count; k++)
      add_functions(syntax, &branch->actions[k], k ? others : first);
    add_body(syntax, branch->body, others, others);
  }
}

static void add_rule(struct shipped *shipped, const struct syntax *syntax,
                     const struct item *item, struct name file) {
  struct rule rule = {.file = file, .name = item->name};
  for (uint32_t i = 0; i < item->state_count; i++)
    add_body(syntax, item->states[i].body, i ? &rule.follows : &rule.begins,
             &rule.follows);
  rule_vec_push(&shipped->rules, rule);
}

// Files

static void add_items(struct shipped *shipped, const struct syntax *syntax,
                      struct name file) {
  for (uint32_t i = 0; i < syntax->items.count; i++) {
    const struct item *item = &syntax->items.at[i];
    if (syntax->files.at[item->file].depth)
      continue;
    if (item->kind == ITEM_PROCESS && item->is_property &&
        !name_is_none(item->object))
      add_rule(shipped, syntax, item, file);
    if (item->kind == ITEM_PROC)
      add_pair(&shipped->procedures, item->name, file);
    if (item->kind == ITEM_EVENT || item->kind == ITEM_PROCESS)
      add_pair(&shipped->definitions, item->name, file);
  }
  struct name *functions;
  uint32_t count;
  spec_functions(syntax, &functions, &count);
  for (uint32_t i = 0; i < count; i++)
    add_once(&shipped->functions, functions[i]);
  free(functions);
}

static bool add_file(struct shipped *shipped, const char *folder,
                     const char *file, struct interner *names,
                     struct diag *diag) {
  struct strbuf path = {0};
  strbuf_format(&path, "%s/%s", folder, file);
  struct syntax syntax;
  bool ok =
      syntax_read(&syntax, strbuf_text(&path),
                  &(struct syntax_options){.library = folder}, names, diag);
  if (ok)
    add_items(shipped, &syntax, intern(names, file));
  syntax_release(&syntax);
  strbuf_release(&path);
  return ok;
}

static int is_spec(const struct dirent *entry) {
  return !strcmp(file_suffix(entry->d_name), ".spec");
}

static int by_name(const struct dirent **a, const struct dirent **b) {
  return strcmp((*a)->d_name, (*b)->d_name);
}

bool shipped_init(struct shipped *shipped, const char *folder,
                  struct interner *names, struct diag *diag) {
  *shipped = (struct shipped){0};
  struct dirent **entries = NULL;
  int count = scandir(folder, &entries, is_spec, by_name);
  bool ok = true;
  for (int i = 0; i < count; i++) {
    ok = add_file(shipped, folder, entries[i]->d_name, names, diag) && ok;
    free(entries[i]);
  }
  free(entries);
  return ok;
}

void shipped_release(struct shipped *shipped) {
  for (uint32_t i = 0; i < shipped->rules.count; i++) {
    name_vec_release(&shipped->rules.at[i].begins);
    name_vec_release(&shipped->rules.at[i].follows);
  }
  rule_vec_release(&shipped->rules);
  name_vec_release(&shipped->functions);
  name_vec_release(&shipped->procedures);
  name_vec_release(&shipped->definitions);
}

bool shipped_describes(const struct shipped *shipped, struct name file,
                       struct name function) {
  return has_pair(&shipped->procedures, function, file);
}

bool shipped_clash(const struct shipped *shipped, struct name a,
                   struct name b) {
  const struct name_vec *all = &shipped->definitions;
  for (uint32_t i = 0; !name_equal(a, b) && i < all->count; i += 2)
    if (name_equal(all->at[i + 1], a) && has_pair(all, all->at[i], b))
      return true;
  return false;
}
