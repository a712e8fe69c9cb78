#include "run/entry.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "program/lowering.h"
#include "run/library.h"

enum { DEPTH = 3, UNKNOWN_SIZE = 64, WIDEST_NAME = 200 };

static uint64_t *push_frame(struct machine *machine,
                            const struct procedure *procedure,
                            const struct code **code) {
  struct thread *thread = machine->threads.at[0];
  machine->current = thread;
  *code = machine_code(machine, procedure->self);
  struct slot no_target = {0, 0};
  if (!machine_enter(machine, thread, *code, no_target))
    return NULL;
  return frame_vec_last(&thread->frames)->words;
}

// The arguments as the oracle has them; those that it does not tell are short.
static const char **oracle_arguments(const struct oracle_entry *entry,
                                     struct arena *texts) {
  uint64_t count = entry->argument_count;
  const char **arguments = arena_new(texts, (count + 1) * sizeof *arguments);
  for (uint64_t i = 0; i < count; i++)
    arguments[i] = i ? "a" : "program";
  for (uint32_t i = 0; i < entry->arguments.count; i++) {
    const struct oracle_argument *one = &entry->arguments.at[i];
    if (one->index >= count)
      continue;
    char *text = arena_new(texts, one->byte_count + 1);
    if (one->byte_count)
      memcpy(text, one->bytes, one->byte_count);
    text[one->byte_count] = '\0';
    arguments[one->index] = text;
  }
  return arguments;
}

static void record_arguments(struct machine *machine,
                             const struct oracle_entry *entry) {
  if (!oracle_is_recording(machine->oracle))
    return;
  oracle_record_line(machine->oracle, "arguments %" PRIu64,
                     entry->argument_count);
  for (uint32_t i = 0; i < entry->arguments.count; i++) {
    const struct oracle_argument *one = &entry->arguments.at[i];
    struct strbuf hex = {0};
    for (uint64_t k = 0; k < one->byte_count; k++)
      strbuf_format(&hex, "%02x", one->bytes[k]);
    oracle_record_line(machine->oracle, "argument %" PRIu64 " %s", one->index,
                       strbuf_text(&hex));
    strbuf_release(&hex);
  }
}

static void push_main(struct machine *machine,
                      const struct procedure *procedure,
                      const char *const *arguments, uint32_t count) {
  const struct code *code;
  uint64_t *words = push_frame(machine, procedure, &code);
  if (!words)
    return;
  uint32_t wanted = code->parameter_count;
  u128 values[3] = {count};
  if (wanted > 1)
    values[1] = library_text_array(machine, "argv", arguments, count);
  if (wanted > 2)
    values[2] = library_environment(machine);
  for (uint32_t i = 0; i < wanted && i < 3; i++)
    words_put(words, code->parameters[i], values[i]);
}

void entry_main(struct machine *machine, const struct procedure *procedure,
                const char *const *arguments, uint32_t count) {
  const struct oracle_entry *entry = oracle_entry(machine->oracle);
  if (!entry->has_arguments) {
    push_main(machine, procedure, arguments, count);
    return;
  }
  struct arena texts;
  arena_init(&texts);
  record_arguments(machine, entry);
  push_main(machine, procedure, oracle_arguments(entry, &texts),
            (uint32_t)entry->argument_count);
  arena_release(&texts);
}

// Objects that a pointer may point to

// Where a value goes, for recording it.
struct place {
  const char *object;
  uint64_t offset;
};

static void fill_type(struct machine *machine, struct ctype type,
                      uint8_t *bytes, struct place place, unsigned depth);

static struct space_object *add_object(struct machine *machine,
                                       const char *name, uint64_t size) {
  struct space_request request = {.kind = SPACE_HEAP,
                                  .size = size,
                                  .is_zeroed = true,
                                  .name =
                                      intern(machine->program->names, name)};
  struct space_object *object = space_allocate(&machine->space, &request);
  if (!object)
    machine_stop(machine, OUTCOME_LIMIT, "no room for the entry objects");
  else
    object->is_known = true; // the caller's
  return object;
}

static void record_object(struct machine *machine, const char *name,
                          const struct space_object *object) {
  if (!oracle_is_recording(machine->oracle))
    return;
  struct strbuf hex = {0};
  for (uint64_t i = 0; i < object->size; i++)
    strbuf_format(&hex, "%02x", object->bytes[i]);
  oracle_record_line(machine->oracle, "object %s %" PRIu64 " %s", name,
                     object->size, strbuf_text(&hex));
  strbuf_release(&hex);
}

// The address of a fresh object of the type, or 0 unless there must be one.
static uint64_t invent_object(struct machine *machine, struct ctype type,
                              const char *name, unsigned depth, bool must) {
  const struct ctype_info *info = ctype_bare(machine->program->types, type);
  uint64_t random = oracle_random(machine->oracle);
  bool may_be_null = depth == 0 || info->kind == CTYPE_FUNCTION ||
                     random % 4 == 3 || strlen(name) > WIDEST_NAME;
  if (may_be_null && !must)
    return 0;
  uint64_t size = info->bit_size / 8;
  struct space_object *object =
      add_object(machine, name, size ? size : UNKNOWN_SIZE);
  if (!object)
    return 0;
  fill_type(machine, type, object->bytes, (struct place){name, 0}, depth - 1);
  record_object(machine, name, object);
  return object->base;
}

static void fill_pointer(struct machine *machine, struct ctype pointee,
                         uint8_t *bytes, struct place place, unsigned depth) {
  char name[WIDEST_NAME + 64];
  snprintf(name, sizeof name, "%.200s.%" PRIu64, place.object, place.offset);
  // A null pointer inside an object is the simplest state.
  uint64_t address = oracle_random(machine->oracle)
                         ? invent_object(machine, pointee, name, depth, false)
                         : 0;
  space_put(bytes, machine->program->pointer_width / 8, address);
  if (address)
    oracle_record_line(machine->oracle, "pointer %s %" PRIu64 " &%s+0",
                       place.object, place.offset, name);
}

static void fill_scalar(struct machine *machine, uint8_t *bytes,
                        uint64_t count) {
  for (uint64_t i = 0; i < count; i++)
    bytes[i] = (uint8_t)oracle_random(machine->oracle);
}

static void fill_array(struct machine *machine, const struct ctype_info *info,
                       uint8_t *bytes, struct place place, unsigned depth) {
  uint64_t size =
      ctype_bare(machine->program->types, info->target)->bit_size / 8;
  for (uint64_t i = 0; size && i < info->bit_size / 8 / size; i++)
    fill_type(machine, info->target, bytes + i * size,
              (struct place){place.object, place.offset + i * size}, depth);
}

static void fill_struct(struct machine *machine, const struct ctype_info *info,
                        uint8_t *bytes, struct place place, unsigned depth) {
  for (uint32_t i = 0; i < info->field_count; i++) {
    const struct cfield *field = &info->fields[i];
    uint64_t offset = field->bit_offset / 8;
    if (field->is_bit_field)
      fill_scalar(machine, bytes + offset,
                  (field->bit_offset % 8 + field->bit_size + 7) / 8);
    else
      fill_type(machine, field->type, bytes + offset,
                (struct place){place.object, place.offset + offset}, depth);
  }
}

// Arbitrary contents of a type. Its nesting is that of the declaration, so the
// recursion is as deep as the source is.
static void fill_type(struct machine *machine, struct ctype type,
                      uint8_t *bytes, struct place place, unsigned depth) {
  const struct ctype_info *info = ctype_bare(machine->program->types, type);
  switch (info->kind) {
  case CTYPE_POINTER:
    fill_pointer(machine, info->target, bytes, place, depth);
    break;
  case CTYPE_ARRAY: fill_array(machine, info, bytes, place, depth); break;
  case CTYPE_STRUCT: fill_struct(machine, info, bytes, place, depth); break;
  case CTYPE_BOOL: *bytes = oracle_random(machine->oracle) & 1; break;
  default: fill_scalar(machine, bytes, info->bit_size / 8);
  }
}

// Names

// Objects come first: a component has variables by their names.
struct variable entry_find_global(const struct program *program,
                                  const char *name) {
  for (uint32_t i = 1; i < program->variables.count; i++)
    if (program->variables.at[i].kind == VARIABLE_GLOBAL &&
        !strcmp(name_text(program->names, program->variables.at[i].name), name))
      return (struct variable){i};
  return (struct variable){0};
}

struct space_object *entry_find_object(struct machine *machine,
                                       const char *name) {
  const struct program *program = machine->program;
  for (uint32_t i = 1; i < program->objects.count; i++) {
    const struct object_info *info = &program->objects.at[i];
    bool is_named = info->kind == OBJECT_GLOBAL ||
                    info->kind == OBJECT_FUNCTION ||
                    info->kind == OBJECT_STRING;
    if (is_named && machine->environment.objects[i] &&
        !strcmp(name_text(program->names, info->name), name))
      return machine->environment.objects[i];
  }
  return NULL;
}

struct space_object *entry_find_frame_object(const struct machine *machine,
                                             const char *name) {
  const struct interner *names = machine->program->names;
  const struct frame_vec *frames = &machine->current->frames;
  const char *colons = strstr(name, "::");
  size_t length = (size_t)(colons - name);
  for (uint32_t i = frames->count; i-- > 0;) {
    const char *owner = name_text(names, frames->at[i].code->procedure->name);
    if (strlen(owner) != length || strncmp(owner, name, length))
      continue;
    for (struct space_object *o = frames->at[i].objects; o; o = o->next)
      if (!name_is_none(o->name) &&
          !strcmp(name_text(names, o->name), colons + 2))
        return o;
  }
  return NULL;
}

struct entry {
  struct machine *machine;
  uint64_t *addresses; // of the file's objects, by index
};

static bool resolve(void *context, const char *name, uint64_t *address) {
  const struct entry *entry = context;
  const struct oracle_entry *lines = oracle_entry(entry->machine->oracle);
  for (uint32_t i = 0; i < lines->objects.count; i++)
    if (!strcmp(lines->objects.at[i].name, name)) {
      *address = entry->addresses[i];
      return true;
    }
  struct space_object *object =
      strstr(name, "::") ? entry_find_frame_object(entry->machine, name)
                         : entry_find_object(entry->machine, name);
  if (object)
    *address = object->base;
  return object != NULL;
}

// What an oracle file says

static void stop_oracle(struct machine *machine, const char *what,
                        const char *name) {
  machine_stop(machine, OUTCOME_ORACLE, "the oracle's %s `%s` %s", what, name,
               "does not fit the program");
}

// A global without an address gets its value from the bytes.
static void place_variable(struct machine *machine, struct variable variable,
                           const struct oracle_object *wanted) {
  struct slot slot = machine->environment.globals[variable.id];
  u128 value = 0;
  if (wanted->byte_count <= sizeof value)
    memcpy(&value, wanted->bytes, wanted->byte_count);
  words_put(machine->globals, slot, value);
}

static uint64_t place_object(struct machine *machine,
                             const struct oracle_object *wanted) {
  if (strstr(wanted->name, "::"))
    return 0; // of a frame that does not exist yet
  struct space_object *object = entry_find_object(machine, wanted->name);
  struct variable variable = entry_find_global(machine->program, wanted->name);
  if (!object && !variable_is_none(variable)) {
    place_variable(machine, variable, wanted);
    return 0;
  }
  if (object && object->writable < wanted->size) {
    stop_oracle(machine, "object", wanted->name);
    return 0;
  }
  if (!object)
    object = add_object(machine, wanted->name, wanted->size);
  if (!object)
    return 0;
  if (wanted->byte_count)
    memcpy(object->bytes, wanted->bytes, wanted->byte_count);
  return object->base;
}

static void place_pointer(struct machine *machine,
                          const struct oracle_pointer *pointer) {
  unsigned bytes = machine->program->pointer_width / 8;
  struct oracle_value at = {.object = pointer->object,
                            .number = pointer->offset};
  u128 address, value;
  if (!oracle_evaluate(machine->oracle, &at, 8 * bytes, &address) ||
      !oracle_evaluate(machine->oracle, &pointer->value, 8 * bytes, &value)) {
    machine_stop(machine, OUTCOME_ORACLE, "%s", oracle_error(machine->oracle));
    return;
  }
  uint8_t *to = space_write(&machine->space, (uint64_t)address, bytes);
  if (to)
    space_put(to, bytes, value);
  else
    stop_oracle(machine, "pointer in", pointer->object);
}

static void place_global(struct machine *machine,
                         const struct oracle_setting *setting) {
  struct space_object *object = entry_find_object(machine, setting->name);
  struct variable variable = {0};
  if (!object)
    variable = entry_find_global(machine->program, setting->name);
  bool is_small = object && object->writable && object->size <= sizeof(u128);
  if (variable_is_none(variable) && !is_small) {
    stop_oracle(machine, "global", setting->name);
    return;
  }
  struct slot slot = machine->environment.globals[variable.id];
  unsigned width = slot.width ? slot.width : 8 * (unsigned)object->size;
  u128 value;
  if (!oracle_evaluate(machine->oracle, &setting->value, width, &value))
    machine_stop(machine, OUTCOME_ORACLE, "%s", oracle_error(machine->oracle));
  else if (slot.width)
    words_put(machine->globals, slot, value);
  else
    space_put(object->bytes, (unsigned)object->size, value);
}

struct entry *entry_new(struct machine *machine) {
  const struct oracle_entry *lines = oracle_entry(machine->oracle);
  struct entry *entry = memory_new_zero(1, sizeof *entry);
  entry->machine = machine;
  entry->addresses =
      memory_new_zero(lines->objects.count + 1, sizeof *entry->addresses);
  oracle_set_resolver(machine->oracle, resolve, entry);
  for (uint32_t i = 0; i < lines->objects.count; i++)
    entry->addresses[i] = place_object(machine, &lines->objects.at[i]);
  for (uint32_t i = 0; i < lines->pointers.count; i++)
    place_pointer(machine, &lines->pointers.at[i]);
  for (uint32_t i = 0; i < lines->settings.count; i++)
    if (!lines->settings.at[i].is_parameter)
      place_global(machine, &lines->settings.at[i]);
  return entry;
}

void entry_free(struct entry *entry) {
  oracle_set_resolver(entry->machine->oracle, NULL, NULL);
  free(entry->addresses);
  free(entry);
}

// What the seed says

static void invent_globals(struct machine *machine) {
  const struct program *program = machine->program;
  if (oracle_is_file(machine->oracle) || !oracle_random(machine->oracle))
    return;
  for (uint32_t i = 1; i < program->variables.count; i++) {
    const struct variable_info *info = &program->variables.at[i];
    struct slot slot = machine->environment.globals[i];
    if (info->kind != VARIABLE_GLOBAL || slot.width > 64)
      continue;
    words_put(machine->globals, slot, oracle_random(machine->oracle));
    oracle_record_line(machine->oracle, "global %s %" PRIu64,
                       name_text(program->names, info->name),
                       machine->globals[slot.word]);
  }
  for (uint32_t i = 1; i < program->objects.count; i++) {
    const struct object_info *info = &program->objects.at[i];
    struct space_object *object = machine->environment.objects[i];
    if (info->kind != OBJECT_GLOBAL || !object || !object->writable)
      continue;
    const char *name = name_text(program->names, info->name);
    fill_type(machine, info->type, object->bytes, (struct place){name, 0},
              DEPTH);
    record_object(machine, name, object);
  }
}

static const struct oracle_setting *
find_parameter(const struct machine *machine, const char *name) {
  const struct oracle_entry *entry = oracle_entry(machine->oracle);
  for (uint32_t i = 0; i < entry->settings.count; i++)
    if (entry->settings.at[i].is_parameter &&
        !strcmp(entry->settings.at[i].name, name))
      return &entry->settings.at[i];
  return NULL;
}

// What a pointer that is a parameter points to; false for one that is none.
static bool parameter_pointee(const struct machine *machine,
                              const struct procedure *procedure, uint32_t index,
                              struct ctype *pointee) {
  const struct program *program = machine->program;
  struct lowered_type passed = lowering_type(program, procedure, index);
  struct ctype type = passed.type;
  *pointee = type;
  if (passed.is_memory)
    return true;
  if (!type.id)
    type = program_variable(program, procedure->parameters.at[index])->type;
  *pointee = ctype_bare(program->types, type)->target;
  return ctype_bare(program->types, type)->kind == CTYPE_POINTER;
}

static u128 invent_parameter(struct machine *machine,
                             const struct procedure *procedure, uint32_t index,
                             const char *name, unsigned width) {
  struct ctype pointee;
  if (parameter_pointee(machine, procedure, index, &pointee)) {
    bool is_memory =
        lowering_type(machine->program, procedure, index).is_memory;
    uint64_t address = invent_object(machine, pointee, name, DEPTH, is_memory);
    oracle_record_line(machine->oracle,
                       address ? "parameter %s &%s+0" : "parameter %s null",
                       name, name);
    return address;
  }
  u128 value = bits_truncate((u128)oracle_random(machine->oracle) << 64 |
                                 oracle_random(machine->oracle),
                             width);
  struct strbuf text = {0};
  oracle_print_number(value, &text);
  oracle_record_line(machine->oracle, "parameter %s %s", name,
                     strbuf_text(&text));
  strbuf_release(&text);
  return value;
}

// A struct that is passed by value, and where one is returned, are the
// function's own: nobody else can see what is written there.
static void own_parameter(const struct machine *machine,
                          const struct procedure *procedure, uint64_t address) {
  struct space_object *object = space_find(&machine->space, address);
  if (object->kind == SPACE_HEAP)
    object->owner = procedure->name;
}

static void set_parameter(struct machine *machine,
                          const struct procedure *procedure, uint32_t index,
                          uint64_t *words, struct slot slot) {
  const struct program *program = machine->program;
  const struct variable_info *info =
      program_variable(program, procedure->parameters.at[index]);
  const char *name = name_text(program->names, info->name);
  const struct oracle_setting *setting = find_parameter(machine, name);
  u128 value;
  if (setting) {
    if (!oracle_evaluate(machine->oracle, &setting->value, slot.width,
                         &value)) {
      machine_stop(machine, OUTCOME_ORACLE, "%s",
                   oracle_error(machine->oracle));
      return;
    }
  } else if (oracle_may_invent(machine->oracle)) {
    value = invent_parameter(machine, procedure, index, name, slot.width);
  } else {
    machine_stop(machine, OUTCOME_ORACLE,
                 "the oracle does not say what the parameter `%s` is", name);
    return;
  }
  if (lowering_type(program, procedure, index).is_memory)
    own_parameter(machine, procedure, (uint64_t)value);
  words_put(words, slot, value);
}

void entry_function(struct machine *machine,
                    const struct procedure *procedure) {
  invent_globals(machine);
  const struct code *code = NULL;
  uint64_t *words = machine_has_stopped(machine)
                        ? NULL
                        : push_frame(machine, procedure, &code);
  for (uint32_t i = 0; words && i < code->parameter_count; i++)
    set_parameter(machine, procedure, i, words, code->parameters[i]);
}
