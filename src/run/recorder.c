#include "run/recorder.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/bitset.h"
#include "base/memory.h"
#include "library/cone.h"
#include "library/routine.h"
#include "run/entry.h"
#include "run/show.h"
#include "run/turns.h"

enum {
  MOST_STEPS = 100000,
  MOST_PARTS = 16,    // told of what one operation writes
  MOST_BYTES = 65536, // compared
};

// Bytes that are being written, as they were.
struct touched {
  uint64_t address;
  uint64_t size;
  uint8_t *bytes;
};

VEC_DEFINE(touched_vec, struct touched);
VEC_DEFINE(u128_vec, u128);
NUMBER_MAP_DEFINE(told_map, uint64_t, bool);
NUMBER_MAP_DEFINE(activation_map, uint64_t, uint32_t);

struct recorder {
  struct machine *machine;
  struct deeds *deeds;
  uint32_t thread; // that made the last step; 0: there is only one
  uint32_t depth;  // of the activation that came to the last line
  uint64_t line_count;
  struct lane *lane;
  struct interner *names; // of values and notes, until the run has ended
  struct show show;
  struct touched_vec touched;
  struct u128_vec before; // values of the variables that an edge assigns
  struct told_map told;   // addresses of the entry state that need no telling
  struct told_map given;  // variables of activations that got a value
  struct told_map stored; // addresses that got one
  struct activation_map activations; // the number of each that goes on, by
                                     // thread and depth
  uint32_t activation_count;
  uint64_t read;        // address that is being read, or 0
  struct position at;   // of the edge that is being followed
  uint64_t left_out;    // steps
  struct bitset silent; // functions of which was told what they leave alone
};

struct recorder *recorder_new(struct machine *machine, struct lane *lane,
                              const struct woven_call_vec *calls) {
  struct recorder *recorder = memory_new_zero(1, sizeof *recorder);
  recorder->machine = machine;
  recorder->lane = lane;
  recorder->names = interner_new();
  recorder->show.machine = machine;
  recorder->deeds = deeds_new(machine, lane, calls);
  return recorder;
}

static void forget_touched(struct recorder *recorder) {
  for (uint32_t i = 0; i < recorder->touched.count; i++)
    free(recorder->touched.at[i].bytes);
  touched_vec_clear(&recorder->touched);
}

void recorder_free(struct recorder *recorder) {
  if (!recorder)
    return;
  deeds_free(recorder->deeds);
  forget_touched(recorder);
  touched_vec_release(&recorder->touched);
  u128_vec_release(&recorder->before);
  told_map_release(&recorder->told);
  told_map_release(&recorder->given);
  told_map_release(&recorder->stored);
  activation_map_release(&recorder->activations);
  bitset_release(&recorder->silent);
  show_release(&recorder->show);
  interner_free(recorder->names);
  free(recorder);
}

static const struct program *program_of(const struct recorder *recorder) {
  return recorder->machine->program;
}

// Texts

// What values and notes say, of steps that are still there, moves to other
// names. Actions are told by others, who have names that stay.
static void move_texts(struct recorder *recorder, struct interner *to) {
  for (uint32_t i = 0; i < recorder->lane->steps.count; i++) {
    struct step *step = &recorder->lane->steps.at[i];
    if (step->kind != STEP_VALUE && step->kind != STEP_NOTE)
      continue;
    step->text = intern(to, name_text(recorder->names, step->text));
    step->value = intern(to, name_text(recorder->names, step->value));
  }
}

static void renew_texts(struct recorder *recorder) {
  struct interner *names = interner_new();
  move_texts(recorder, names);
  interner_free(recorder->names);
  recorder->names = names;
}

// Steps

// Leaves half of the steps out, of the middle; a note stands for them.
static void thin(struct recorder *recorder) {
  struct step_vec *steps = &recorder->lane->steps;
  uint32_t first = MOST_STEPS / 4, count = MOST_STEPS / 2;
  recorder->left_out += recorder->left_out ? count - 1 : count;
  steps->at[first] = (struct step){
      .kind = STEP_NOTE,
      .position = steps->at[first].position,
      .text = intern_format(recorder->names, "(%llu steps are left out here)",
                            (unsigned long long)recorder->left_out)};
  memmove(&steps->at[first + 1], &steps->at[first + count],
          (steps->count - first - count) * sizeof *steps->at);
  steps->count -= count - 1;
  renew_texts(recorder);
}

// Names that were interned before it may be gone.
static struct step *add_step(struct recorder *recorder, enum step_kind kind) {
  if (recorder->lane->steps.count >= MOST_STEPS)
    thin(recorder);
  struct step *step = lane_add(recorder->lane, kind, (struct name){0});
  step->depth = recorder->machine->current->frames.count;
  return step;
}

static struct step *add_value(struct recorder *recorder, const char *what,
                              const struct strbuf *value) {
  struct step *step = add_step(recorder, STEP_VALUE);
  step->text = intern(recorder->names, what);
  step->value = intern(recorder->names, strbuf_text(value));
  return step;
}

static void add_note(struct recorder *recorder, const char *format, ...) {
  struct strbuf text = {0};
  va_list arguments;
  va_start(arguments, format);
  strbuf_vformat(&text, format, arguments);
  va_end(arguments);
  struct step *step = add_step(recorder, STEP_NOTE);
  step->text = intern(recorder->names, strbuf_text(&text));
  strbuf_release(&text);
}

static bool is_same_line(struct position a, struct position b) {
  return a.line == b.line && name_equal(a.file, b.file);
}

// Another line of source is another step, as is a line that control comes back
// to from a call in it. What calls the first function is none of the source.
static void take_position(struct recorder *recorder, struct position position) {
  const struct step_vec *steps = &recorder->lane->steps;
  const struct machine *machine = recorder->machine;
  struct position last = steps->count ? steps->at[steps->count - 1].position
                                      : (struct position){0};
  uint32_t thread = machine->environment.has_turns ? machine->current->id : 0;
  uint32_t depth = machine->current->frames.count;
  if (!position_is_known(position))
    return;
  if (is_same_line(position, last) && thread == recorder->thread &&
      depth >= recorder->depth) {
    if (recorder->line_count == 1)
      steps->at[0].depth = recorder->depth = depth;
    return;
  }
  struct step *step = add_step(recorder, STEP_LINE);
  step->position = position;
  step->thread = recorder->thread = thread;
  recorder->depth = depth;
  recorder->line_count++;
}

static void take_value(struct recorder *recorder, const char *what,
                       struct ctype type, unsigned width, u128 value) {
  struct strbuf text = {0};
  show_value(&recorder->show, type, width, value, &text);
  add_value(recorder, what, &text)->raw = value;
  strbuf_release(&text);
}

// Variables

static struct slot slot_of(const struct recorder *recorder,
                           const struct frame *frame, struct variable variable,
                           const uint64_t **words) {
  const struct variable_info *info =
      program_variable(program_of(recorder), variable);
  bool is_global = info->kind == VARIABLE_GLOBAL;
  *words = is_global ? recorder->machine->globals : frame->words;
  return is_global ? recorder->machine->environment.globals[variable.id]
                   : frame->code->variables[info->slot];
}

static u128 value_now(const struct recorder *recorder,
                      const struct frame *frame, struct variable variable) {
  const uint64_t *words;
  struct slot slot = slot_of(recorder, frame, variable, &words);
  return words_get(words, slot);
}

// The compiler has a variable for what a function returns.
static bool is_result(const struct program *program,
                      const struct variable_info *info) {
  return info->kind == VARIABLE_LOCAL && !position_is_known(info->position) &&
         !strcmp(name_text(program->names, info->name), "retval");
}

// Does the source declare it, or is it what a function returns?
static bool is_told(const struct recorder *recorder, struct variable variable) {
  const struct program *program = program_of(recorder);
  const struct variable_info *info = program_variable(program, variable);
  bool is_declared = info->kind != VARIABLE_LOCAL ||
                     position_is_known(info->position) ||
                     is_result(program, info);
  return is_declared &&
         (info->kind == VARIABLE_GLOBAL || info->kind == VARIABLE_PARAMETER ||
          info->kind == VARIABLE_LOCAL) &&
         !info->is_made && info->type.id &&
         !ctype_is_record(program->types, info->type) &&
         !sort_is_array(term_sort(program->terms, info->term));
}

// Activations of functions are numbered as they begin; globals are of none, 0.
static uint64_t depth_of(const struct recorder *recorder) {
  const struct thread *thread = recorder->machine->current;
  return (uint64_t)thread->id << 32 | thread->frames.count;
}

static void number_activation(struct recorder *recorder) {
  activation_map_put(&recorder->activations, depth_of(recorder),
                     ++recorder->activation_count);
}

static bool is_first_in(struct told_map *map, uint64_t key) {
  bool is_new;
  *told_map_insert(map, key, &is_new) = true;
  return is_new;
}

// A value is told when it is the first, though it may be what was there.
static bool is_first_value(struct recorder *recorder,
                           struct variable variable) {
  const struct program *program = program_of(recorder);
  const struct variable_info *info = program_variable(program, variable);
  bool is_global = info->kind == VARIABLE_GLOBAL;
  const uint32_t *activation =
      activation_map_find(&recorder->activations, depth_of(recorder));
  uint64_t number = is_global || !activation ? 0 : *activation;
  return !is_result(program, info) &&
         is_first_in(&recorder->given, number << 32 | variable.id);
}

// In the line in which the function begins.
static bool is_at_start(const struct recorder *recorder,
                        const struct frame *frame) {
  const struct step_vec *steps = &recorder->lane->steps;
  return steps->count && steps->at[steps->count - 1].position.line ==
                             frame->code->procedure->position.line;
}

static void take_variable(struct recorder *recorder, const struct frame *frame,
                          struct variable variable) {
  const uint64_t *words;
  struct slot slot = slot_of(recorder, frame, variable, &words);
  struct strbuf text = {0};
  const struct program *program = program_of(recorder);
  const struct variable_info *info = program_variable(program, variable);
  if (is_result(program, info) && is_at_start(recorder, frame))
    return; // main returns 0 if it does not say what
  if (is_result(program, info))
    strbuf_format(&text, "what %s returns",
                  name_text(program->names, frame->code->procedure->name));
  else
    show_variable(&recorder->show, frame, variable, &text);
  take_value(recorder, strbuf_text(&text), info->type, slot.width,
             words_get(words, slot));
  strbuf_release(&text);
}

// Memory

// Bytes behind those that were touched last belong to them.
static struct touched *touched_before(struct recorder *recorder,
                                      uint64_t address) {
  struct touched_vec *all = &recorder->touched;
  struct touched *last = all->count ? touched_vec_last(all) : NULL;
  if (!last || last->address + last->size != address) {
    touched_vec_push(all, (struct touched){.address = address});
    last = touched_vec_last(all);
  }
  return last;
}

void recorder_touch(struct recorder *recorder, uint64_t address,
                    uint64_t size) {
  deeds_touch(recorder->deeds, address, size);
  const uint8_t *bytes = space_read(&recorder->machine->space, address, size);
  if (!bytes || size > MOST_BYTES)
    return;
  struct touched *touched = touched_before(recorder, address);
  touched->bytes = memory_resize(touched->bytes, touched->size + size);
  memcpy(touched->bytes + touched->size, bytes, size);
  touched->size += size;
}

static bool is_text_type(const struct recorder *recorder, struct ctype type) {
  const struct ctype_info *info = ctype_bare(program_of(recorder)->types, type);
  return info->kind == CTYPE_INT && info->bit_size == 8;
}

// A text in an array of characters, from the first byte that changed: `s` or
// `s+3`. False if it is none.
static bool take_text(struct recorder *recorder, const struct strbuf *place,
                      uint64_t address, uint64_t *length) {
  const char *text = strbuf_text(place), *index = strrchr(text, '[');
  struct strbuf what = {0}, value = {0};
  unsigned long long at = index ? strtoull(index + 1, NULL, 10) : 0;
  strbuf_bytes(&what, text, index ? (size_t)(index - text) : place->length);
  bool ok = index && text[place->length - 1] == ']' &&
            show_text(&recorder->show, address, &value);
  if (ok) {
    if (at)
      strbuf_format(&what, "+%llu", at);
    add_value(recorder, strbuf_text(&what), &value);
    *length = strlen((const char *)space_read(&recorder->machine->space,
                                              address, 1)) +
              1;
  }
  strbuf_release(&what);
  strbuf_release(&value);
  return ok;
}

// One scalar or text that changed, at the address or around it. Returns how
// many bytes it has, from there on.
static uint64_t take_part(struct recorder *recorder, uint64_t address,
                          uint64_t room, bool is_block) {
  struct strbuf place = {0};
  struct ctype type;
  uint64_t bytes = 1;
  if (show_place(&recorder->show, address, is_block ? 0 : room, &place,
                 &type)) {
    uint64_t width = ctype_bare(program_of(recorder)->types, type)->bit_size;
    bytes = type.id && width ? width / 8 : is_block ? 1 : room;
    const uint8_t *now = space_read(&recorder->machine->space, address, bytes);
    bool is_text = is_block && is_text_type(recorder, type) &&
                   take_text(recorder, &place, address, &bytes);
    if (now && !is_text && bytes <= sizeof(u128) && (type.id || !is_block))
      take_value(recorder, strbuf_text(&place), type, 8 * (unsigned)bytes,
                 space_get(now, (unsigned)bytes));
  }
  strbuf_release(&place);
  return bytes ? bytes : 1;
}

// Bits

static u128 bits_at(const uint8_t *bytes, uint64_t bit, uint64_t width) {
  u128 value = 0;
  for (uint64_t i = width; i-- > 0;)
    value = value << 1 | (bytes[(bit + i) / 8] >> (bit + i) % 8 & 1);
  return value;
}

// Bit-fields among the bytes, as far as they changed; false if there are none.
static bool take_bit_fields(struct recorder *recorder,
                            const struct touched *touched, const uint8_t *now) {
  bool found = false;
  for (uint64_t bit = 0; bit < 8 * touched->size;) {
    struct strbuf place = {0};
    const struct cfield *field =
        show_bit_field(&recorder->show, touched->address, bit, &place);
    uint64_t width = field ? field->bit_size : 1;
    bool is_here = field && bit + width <= 8 * touched->size;
    u128 value = is_here ? bits_at(now, bit, width) : 0;
    found |= is_here;
    if (is_here && value != bits_at(touched->bytes, bit, width))
      take_value(recorder, strbuf_text(&place), field->type, (unsigned)width,
                 value);
    strbuf_release(&place);
    bit += width ? width : 1;
  }
  return found;
}

// An operation on one value tells it as it is; others part by part, as far as
// they changed.
static void settle(struct recorder *recorder, const struct touched *touched,
                   bool is_block) {
  const uint8_t *now =
      space_read(&recorder->machine->space, touched->address, touched->size);
  bool is_first = !is_block && is_first_in(&recorder->stored, touched->address);
  uint32_t told = 0;
  if (now && touched->size <= sizeof(u128) &&
      take_bit_fields(recorder, touched, now))
    return;
  for (uint64_t i = 0; now && i < touched->size && told < MOST_PARTS;) {
    if (now[i] == touched->bytes[i] && !is_first) {
      i++;
      continue;
    }
    uint64_t start = is_block ? i : 0;
    i = start + take_part(recorder, touched->address + start,
                          touched->size - start, is_block);
    told++;
  }
}

void recorder_settle(struct recorder *recorder) {
  for (uint32_t i = 0; i < recorder->touched.count; i++)
    settle(recorder, &recorder->touched.at[i], true);
  forget_touched(recorder);
}

void recorder_global(struct recorder *recorder, struct variable global) {
  const struct frame_vec *frames = &recorder->machine->current->frames;
  deeds_global(recorder->deeds, global);
  if (frames->count && is_told(recorder, global))
    take_variable(recorder, &frames->at[frames->count - 1], global);
}

// The entry state

// Is the address in something that was there before the run, with a value that
// C does not say?
static bool is_given(const struct recorder *recorder, uint64_t address) {
  const struct machine *machine = recorder->machine;
  const struct space_object *object = space_find(&machine->space, address);
  return machine->is_open &&
         ((object->kind == SPACE_HEAP && !name_is_none(object->name)) ||
          (object->kind == SPACE_GLOBAL && !object->is_constant));
}

static bool is_news(struct recorder *recorder, uint64_t address) {
  bool is_new;
  if (!is_given(recorder, address))
    return false;
  *told_map_insert(&recorder->told, address, &is_new) = true;
  return is_new;
}

// What is read of the entry state, by the name that the reader has for it.
static void take_read(struct recorder *recorder, const struct frame *frame,
                      struct variable target) {
  const struct variable_info *info =
      program_variable(program_of(recorder), target);
  const uint64_t *words;
  struct slot slot = slot_of(recorder, frame, target, &words);
  struct strbuf place = {0};
  struct ctype type = info->type, found;
  bool is_known = show_place(&recorder->show, recorder->read,
                             (slot.width + 7) / 8, &place, &found);
  if (is_known)
    take_value(recorder, strbuf_text(&place), found.id ? found : type,
               slot.width, words_get(words, slot));
  strbuf_release(&place);
}

// Edges

static const struct operation *operation_of(const struct frame *frame,
                                            struct edge_id edge) {
  return &procedure_edge(frame->code->procedure, edge)->op;
}

// What stands for a routine of the library is told as the routine would be:
// when it is over, by what it wrote.
static bool is_hidden(const struct frame *frame) {
  return frame->code->procedure->kind == PROCEDURE_MODEL;
}

void recorder_arrive(struct recorder *recorder, const struct frame *frame,
                     struct location_id location) {
  const struct procedure *procedure = frame->code->procedure;
  const struct location *at = procedure_location(procedure, location);
  if (is_hidden(frame))
    return;
  recorder_settle(recorder);
  deeds_arrive(recorder->deeds, frame, location);
  if (at->out_count)
    take_position(recorder, procedure->edges.at[at->first_out].position);
}

// Globals without an address, as far as the oracle says what they are.
static void take_global(struct recorder *recorder, const struct frame *frame,
                        const struct cone *cone, const char *name) {
  struct variable global = entry_find_global(program_of(recorder), name);
  if (!variable_is_none(global) &&
      !entry_find_object(recorder->machine, name) &&
      bitset_has(&cone->variables, global.id) && is_told(recorder, global))
    take_variable(recorder, frame, global);
}

// Those that the function can see: the others take no part.
static void take_globals(struct recorder *recorder, const struct frame *frame) {
  const struct oracle_entry *entry = oracle_entry(recorder->machine->oracle);
  struct name_vec none = {0};
  struct cone cone;
  cone_init(&cone, program_of(recorder), frame->code->procedure->self, &none);
  for (uint32_t i = 0; i < entry->settings.count; i++)
    if (!entry->settings.at[i].is_parameter)
      take_global(recorder, frame, &cone, entry->settings.at[i].name);
  for (uint32_t i = 0; i < entry->objects.count; i++)
    take_global(recorder, frame, &cone, entry->objects.at[i].name);
  cone_release(&cone);
}

void recorder_enter(struct recorder *recorder, const struct frame *frame) {
  const struct procedure *procedure = frame->code->procedure;
  bool is_first = recorder->machine->current->frames.count == 1;
  if (is_hidden(frame))
    return;
  number_activation(recorder);
  if (is_first) {
    deeds_enter(recorder->deeds, frame);
    take_position(recorder, procedure->position);
  }
  if (is_first && recorder->machine->is_open)
    take_globals(recorder, frame);
  for (uint32_t i = 0; i < procedure->parameters.count; i++) {
    struct variable parameter = procedure->parameters.at[i];
    const struct variable_info *info =
        program_variable(program_of(recorder), parameter);
    if (is_told(recorder, parameter))
      take_variable(recorder, frame, parameter);
    else if (ctype_is_record(program_of(recorder)->types, info->type))
      show_learn_object(&recorder->show, info->type,
                        (uint64_t)value_now(recorder, frame, parameter));
  }
}

void recorder_turn(struct recorder *recorder) {
  turns_add(recorder->machine, recorder->lane);
}

void recorder_before(struct recorder *recorder, const struct frame *frame,
                     struct edge_id edge, uint64_t address, uint64_t size) {
  const struct operation *op = operation_of(frame, edge);
  turns_before(recorder->machine, recorder->lane, op, address);
  u128_vec_clear(&recorder->before);
  recorder->read = 0;
  recorder->at = procedure_edge(frame->code->procedure, edge)->position;
  if (op->kind == OPERATION_LOAD || op->kind == OPERATION_UPDATE)
    recorder->read = is_news(recorder, address) ? address : 0;
  else if (size)
    is_news(recorder, address);
  if (size && op->kind != OPERATION_LOAD)
    recorder_touch(recorder, address, size);
  if (op->kind == OPERATION_ASSIGN)
    for (uint32_t i = 0; i < op->assign.count; i++)
      u128_vec_push(&recorder->before,
                    value_now(recorder, frame, op->assign.bindings[i].target));
}

static void after_assign(struct recorder *recorder, const struct frame *frame,
                         const struct operation *op) {
  for (uint32_t i = 0; i < op->assign.count; i++) {
    struct variable target = op->assign.bindings[i].target;
    u128 value = value_now(recorder, frame, target);
    deeds_global(recorder->deeds, target);
    show_learn(&recorder->show,
               program_variable(program_of(recorder), target)->type,
               (uint64_t)value);
    if (is_told(recorder, target) &&
        (is_first_value(recorder, target) || value != recorder->before.at[i]))
      take_variable(recorder, frame, target);
  }
}

// The type of a value that a function gives is that of its name.
static bool gives_signed(const char *function) {
  static const char before[] = "__VERIFIER_nondet_";
  static const char *const names[] = {"char",     "short",  "int",    "long",
                                      "longlong", "s8",     "s16",    "s32",
                                      "s64",      "loff_t", "ssize_t"};
  bool is_nondet = !strncmp(function, before, strlen(before));
  for (size_t i = 0; is_nondet && i < sizeof names / sizeof *names; i++)
    if (!strcmp(function + strlen(before), names[i]))
      return true;
  return false;
}

// What the value of a choice is in the source; false if it is nothing there:
// choices of passes have a dot or a blank in their names.
static bool name_choice(const char *function, struct strbuf *out) {
  if (!strcmp(function, "volatile"))
    strbuf_add(out, "what is read there (volatile)");
  else if (function[strcspn(function, ". ")] || !*function)
    return false;
  else
    strbuf_format(out, "%s()", function);
  return true;
}

static void take_choice(struct recorder *recorder, const char *function,
                        struct ctype type, unsigned width, u128 value) {
  struct strbuf what = {0}, text = {0};
  if (!name_choice(function, &what))
    return;
  if (!type.id && gives_signed(function))
    strbuf_format(&text, "%lld", (long long)bits_signed(value, width));
  else
    show_value(&recorder->show, type, width, value, &text);
  add_value(recorder, strbuf_text(&what), &text)->raw = value;
  strbuf_release(&what);
  strbuf_release(&text);
}

// Where nothing of the source gets it, the value is told as that of the call.
static void take_given(struct recorder *recorder, const struct frame *frame,
                       struct edge_id id) {
  const struct program *program = program_of(recorder);
  const struct edge *edge = procedure_edge(frame->code->procedure, id);
  struct variable target = edge->op.havoc.targets[0];
  const uint64_t *words;
  struct slot slot = slot_of(recorder, frame, target, &words);
  u128 value = words_get(words, slot);
  given_vec_push(&recorder->lane->given,
                 (struct given){.position = edge->position,
                                .function = edge->op.havoc.what,
                                .raw = value,
                                .width = slot.width});
  if (is_told(recorder, target))
    return;
  take_choice(recorder, name_text(program->names, edge->op.havoc.what),
              program_variable(program, target)->type, slot.width, value);
}

static bool is_given_value(const struct operation *op) {
  return op->kind == OPERATION_HAVOC && op->havoc.count == 1 &&
         op->havoc.origin == ORIGIN_INPUT && !name_is_none(op->havoc.what);
}

static void after_others(struct recorder *recorder, const struct frame *frame,
                         const struct operation *op) {
  struct variable_vec targets = {0};
  bool is_indeterminate =
      op->kind == OPERATION_HAVOC && op->havoc.origin == ORIGIN_UNINITIALISED;
  operation_targets(op, &targets);
  for (uint32_t i = 0; i < targets.count; i++)
    deeds_global(recorder->deeds, targets.at[i]);
  for (uint32_t i = 0; i < targets.count && !is_indeterminate; i++)
    if (is_told(recorder, targets.at[i]))
      take_variable(recorder, frame, targets.at[i]);
  if (recorder->read)
    take_read(recorder, frame, op->memory.target);
  variable_vec_release(&targets);
}

void recorder_after(struct recorder *recorder, const struct frame *frame,
                    struct edge_id edge) {
  const struct operation *op = operation_of(frame, edge);
  bool is_block = op->kind != OPERATION_STORE && op->kind != OPERATION_UPDATE;
  if (is_hidden(frame))
    return;
  if (op->kind == OPERATION_ASSIGN)
    after_assign(recorder, frame, op);
  else
    after_others(recorder, frame, op);
  if (is_given_value(op))
    take_given(recorder, frame, edge);
  for (uint32_t i = 0; i < recorder->touched.count; i++)
    settle(recorder, &recorder->touched.at[i], is_block);
  forget_touched(recorder);
  recorder->read = 0;
}

// What it rests on, and how it ends

// Where it was said that it leaves alone what others might change, once.
static void assume_silence(struct recorder *recorder,
                           const struct procedure *function) {
  const struct program *program = program_of(recorder);
  bool is_led = function->outside == OUTSIDE_LED;
  if ((!is_led && function->outside != OUTSIDE_LISTED) ||
      !bitset_add(&recorder->silent, function->self.id))
    return;
  add_note(
      recorder, "if %s changes %s", name_text(program->names, function->name),
      is_led                         ? "nothing but what its arguments lead to"
      : program->unseen.is_specified ? "nothing but what `assume others` lists"
                                     : "nothing");
}

void recorder_environment(struct recorder *recorder, const char *name,
                          const char *text) {
  strbuf_format(&recorder->lane->deeds, "environment %s ", name);
  for (const char *at = text; *at; at++)
    strbuf_format(&recorder->lane->deeds, "%02x", (unsigned char)*at);
  strbuf_char(&recorder->lane->deeds, '\n');
}

// Where its type is not known it returns an int.
static bool returns_signed(const struct program *program,
                           const struct procedure *function) {
  const struct ctype_info *type = ctype_bare(program->types, function->type);
  const struct ctype_info *result = ctype_bare(program->types, type->target);
  return type->kind != CTYPE_FUNCTION || result->kind == CTYPE_UNKNOWN ||
         result->is_signed;
}

// Functions of which a specification says what they do have a mark behind their
// name.
void recorder_assume(struct recorder *recorder, struct procedure_id id,
                     unsigned width, u128 value) {
  const struct procedure *function =
      program_procedure(program_of(recorder), id);
  const char *name = name_text(program_of(recorder)->names, function->name);
  bool is_signed = width > 1 && returns_signed(program_of(recorder), function);
  i128 number = is_signed ? bits_signed(value, width) : (i128)value;
  given_vec_push(&recorder->lane->given,
                 (struct given){.position = recorder->at,
                                .function = function->name,
                                .raw = value,
                                .width = width,
                                .is_call = true});
  if (width && !routine_is_own(name))
    add_note(recorder, "if %.*s may return %lld", (int)strcspn(name, "'@"),
             name, (long long)number);
  assume_silence(recorder, function);
}

void recorder_finish(struct recorder *recorder) {
  recorder_settle(recorder);
  deeds_finish(recorder->deeds);
  take_position(recorder, recorder->machine->outcome.position);
  move_texts(recorder, program_of(recorder)->names);
}
