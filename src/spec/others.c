// `assume others`: what all functions change that have neither a body nor a
// `modifies` of their own.
#include "base/suggest.h"
#include "spec/internal.h"

static bool list_variables(struct program *program, struct name name) {
  bool found = false;
  for (uint32_t i = 1; i < program->variables.count; i++) {
    struct variable_info *info = &program->variables.at[i];
    if (info->kind == VARIABLE_GLOBAL && name_equal(info->text, name))
      found = info->is_listed = true;
  }
  for (uint32_t i = 1; i < program->objects.count; i++) {
    struct object_info *info = &program->objects.at[i];
    if (info->kind == OBJECT_GLOBAL && name_equal(info->name, name))
      found = info->is_listed = true;
  }
  return found;
}

static void complain_global(const struct spec *spec, struct name name,
                            struct position position) {
  const struct program *program = spec->program;
  const char *text = name_text(spec->names, name);
  struct suggestion near = suggestion_for(text);
  for (uint32_t i = 1; i < program->variables.count; i++)
    if (program->variables.at[i].kind == VARIABLE_GLOBAL)
      suggestion_offer(&near,
                       name_text(spec->names, program->variables.at[i].text));
  for (uint32_t i = 1; i < program->objects.count; i++)
    if (program->objects.at[i].kind == OBJECT_GLOBAL)
      suggestion_offer(&near,
                       name_text(spec->names, program->objects.at[i].name));
  diag_report(spec->diag, SEVERITY_ERROR, position,
              near.best ? "the program has no global '%s'; did you mean '%s'?"
                        : "the program has no global '%s'",
              text, near.best);
}

static void resolve_one(struct spec *spec, const struct item *item) {
  const struct others_syntax *others = &item->others;
  spec->program->unseen =
      (struct unseen){.kind = others->has_anything    ? UNSEEN_ANYTHING
                              : others->has_arguments ? UNSEEN_ARGUMENTS
                                                      : UNSEEN_NOTHING,
                      .is_specified = true};
  for (uint32_t i = 0; spec->has_program && i < others->count; i++)
    if (!list_variables(spec->program, others->names[i]))
      complain_global(spec, others->names[i], others->positions[i]);
}

// The last one counts, which is that of the file itself where an imported one
// has another.
void resolve_others(struct spec *spec) {
  const struct item *last = NULL;
  for (uint32_t i = 0; i < spec->syntax->items.count; i++) {
    const struct item *item = &spec->syntax->items.at[i];
    if (item->kind != ITEM_OTHERS)
      continue;
    if (last && last->file == item->file) {
      diag_report(spec->diag, SEVERITY_ERROR, item->position,
                  "what others modify was said before");
      diag_report(spec->diag, SEVERITY_NOTE, last->position, "here");
    }
    last = item;
  }
  if (last)
    resolve_one(spec, last);
}
