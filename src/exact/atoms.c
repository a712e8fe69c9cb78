#include "exact/atoms.h"

#include <string.h>

#include "spec/syntax.h"
#include "threads/interleave.h"

void atoms_init(struct atoms *atoms, const struct spec *spec,
                struct interner *names) {
  *atoms = (struct atoms){.spec = spec, .names = names};
}

void atoms_release(struct atoms *atoms) {
  atom_vec_release(&atoms->list);
}

static bool is_same(const struct atom *a, const struct atom *b) {
  return a->kind == b->kind && a->action.id == b->action.id &&
         name_equal(a->text, b->text) && a->thread == b->thread;
}

static uint32_t enter(struct atoms *atoms, struct atom atom) {
  for (uint32_t i = 0; i < atoms->list.count; i++)
    if (is_same(&atoms->list.at[i], &atom))
      return i;
  return atom_vec_push(&atoms->list, atom);
}

static struct action action_of(const struct atoms *atoms,
                               const struct action_syntax *syntax) {
  struct strbuf text = {0};
  action_syntax_print(atoms->names, syntax, &text);
  struct action action = action_find(atoms->spec->actions, strbuf_text(&text));
  strbuf_release(&text);
  return action;
}

static struct name condition_text(const struct atoms *atoms,
                                  const struct c_syntax *condition) {
  struct strbuf text = {0};
  c_syntax_print(atoms->names, condition, &text);
  struct name name = intern(atoms->names, strbuf_text(&text));
  strbuf_release(&text);
  return name;
}

uint32_t atoms_number(struct atoms *atoms,
                      const struct formula_syntax *formula) {
  struct atom atom = {0};
  switch (formula->kind) {
  case FORMULA_ACTION:
    atom.kind = ATOM_ACTION;
    atom.action = action_of(atoms, &formula->action);
    break;
  case FORMULA_AT:
    atom.kind = ATOM_AT;
    atom.text = formula->name;
    break;
  case FORMULA_END: atom.kind = ATOM_END; break;
  case FORMULA_STUCK: atom.kind = ATOM_STUCK; break;
  default:
    atom.kind = ATOM_C;
    atom.condition = formula->condition;
    atom.text = condition_text(atoms, formula->condition);
    break;
  }
  return enter(atoms, atom);
}

uint32_t atoms_error(struct atoms *atoms) {
  return enter(atoms, (struct atom){.kind = ATOM_ERROR});
}

uint32_t atoms_action(struct atoms *atoms, struct action action) {
  return enter(atoms, (struct atom){.kind = ATOM_ACTION, .action = action});
}

uint32_t atoms_transit(struct atoms *atoms) {
  return enter(atoms, (struct atom){.kind = ATOM_TRANSIT});
}

uint32_t atoms_end(struct atoms *atoms) {
  return enter(atoms, (struct atom){.kind = ATOM_END});
}

uint32_t atoms_turn(struct atoms *atoms) {
  return enter(atoms, (struct atom){.kind = ATOM_TURN});
}

uint32_t atoms_fair(struct atoms *atoms, uint32_t thread) {
  return enter(atoms, (struct atom){.kind = ATOM_FAIR, .thread = thread});
}

// The label between two turns, behind its beginning; null: it is none.
static const char *turn_of(const struct atoms *atoms, struct name label) {
  size_t length = strlen(INTERLEAVE_TURN);
  const char *text = name_is_none(label) ? "" : name_text(atoms->names, label);
  return strncmp(text, INTERLEAVE_TURN, length) ? NULL : text + length;
}

bool atom_holds_at(const struct atoms *atoms, const struct atom *atom,
                   const struct procedure *procedure, struct location_id at) {
  struct name label = procedure_location(procedure, at)->label;
  const char *turn = turn_of(atoms, label);
  bool is_end = at.id == procedure->exit.id;
  bool is_undefined = at.id == procedure->undefined.id;
  switch (atom->kind) {
  case ATOM_AT: return name_equal(label, atom->text);
  case ATOM_END: return is_end;
  case ATOM_ERROR:
  case ATOM_STUCK: return is_undefined;
  case ATOM_TURN: return turn || is_end || is_undefined;
  case ATOM_FAIR:
    return is_end || is_undefined || (turn && turn[atom->thread] == '1');
  default: return false;
  }
}

void atoms_print(const struct atoms *atoms, uint32_t number,
                 struct strbuf *out) {
  const struct atom *atom = &atoms->list.at[number];
  switch (atom->kind) {
  case ATOM_ACTION:
    strbuf_add(out, action_text(atoms->spec->actions, atom->action));
    break;
  case ATOM_C:
    strbuf_format(out, "\"%s\"", name_text(atoms->names, atom->text));
    break;
  case ATOM_AT:
    strbuf_format(out, "at %s", name_text(atoms->names, atom->text));
    break;
  case ATOM_END: strbuf_add(out, "end"); break;
  case ATOM_STUCK: strbuf_add(out, "stuck"); break;
  case ATOM_ERROR: strbuf_add(out, "violation"); break;
  case ATOM_TURN: strbuf_add(out, "between turns"); break;
  case ATOM_FAIR: strbuf_format(out, "thread %u", atom->thread); break;
  case ATOM_TRANSIT: strbuf_add(out, "transit"); break;
  }
}
