#include "run/show.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_TEXT = 60 };

void show_release(struct show *show) {
  shown_map_release(&show->objects);
  line_map_release(&show->lines);
}

static const struct program *program_of(const struct show *show) {
  return show->machine->program;
}

static const char *text_of(const struct show *show, struct name name) {
  return name_text(program_of(show)->names, name);
}

// Names of objects

// Is it the function that the run began with? What constructors do comes
// before it. Procedures that only start one, as components of systems do, are
// called after it: "f (as A)".
static bool is_first(const struct show *show, struct name function) {
  const struct frame_vec *frames = &show->machine->threads.at[0]->frames;
  if (!frames->count)
    return false;
  struct name first = frames->at[0].code->procedure->name;
  const char *text = text_of(show, function), *all = text_of(show, first);
  size_t length = strlen(text);
  return name_equal(first, function) ||
         (!strncmp(all, text, length) && !strncmp(all + length, " (as ", 5));
}

static struct shown_object *learnt(struct show *show,
                                   const struct space_object *object) {
  bool is_new;
  struct shown_object *known =
      shown_map_insert(&show->objects, object->base, &is_new);
  if (is_new)
    *known = (struct shown_object){{0}, 0};
  return known;
}

static uint32_t number_of(struct show *show,
                          const struct space_object *object) {
  struct shown_object *known = learnt(show, object);
  if (!known->number) {
    bool is_new;
    uint32_t *count =
        line_map_insert(&show->lines, object->allocated.line, &is_new);
    known->number = *count = is_new ? 1 : *count + 1;
  }
  return known->number;
}

static void show_heap(struct show *show, const struct space_object *object,
                      struct strbuf *out) {
  uint32_t number = number_of(show, object);
  strbuf_format(out, "heap@%u", object->allocated.line);
  if (number > 1)
    strbuf_format(out, "#%u", number);
}

static bool is_anonymous(const struct space_object *object) {
  return object->kind == SPACE_NOTHING || object->kind == SPACE_EXTERNAL ||
         (name_is_none(object->name) && object->kind != SPACE_HEAP);
}

// Objects of the entry state are named after the pointers to them: "@in.p".
static const char *entry_name(const struct show *show,
                              const struct space_object *object) {
  static const char prefix[] = "@in.";
  const char *text = text_of(show, object->name);
  bool is_entry = object->kind == SPACE_HEAP && !strncmp(text, prefix, 4);
  bool is_own = is_entry && !name_is_none(object->owner);
  return is_own ? text + strlen(prefix) : is_entry ? text + 1 : text;
}

static void show_object(struct show *show, const struct space_object *object,
                        struct strbuf *out) {
  if (name_is_none(object->name)) {
    show_heap(show, object, out);
    return;
  }
  if (object->kind == SPACE_FRAME && !is_first(show, object->owner))
    strbuf_format(out, "%s::", text_of(show, object->owner));
  strbuf_add(out, entry_name(show, object));
}

// Objects of the program know their type.
static struct ctype type_of(struct show *show,
                            const struct space_object *object) {
  bool is_static = object->kind == SPACE_GLOBAL || object->kind == SPACE_STRING;
  bool is_local = object->kind == SPACE_FRAME && !object->edge;
  if ((is_static || is_local) && object->tag)
    return program_object(program_of(show), (struct object_id){object->tag})
        ->type;
  return object->kind == SPACE_HEAP ? learnt(show, object)->type
                                    : (struct ctype){0};
}

void show_learn_object(struct show *show, struct ctype type, uint64_t address) {
  const struct space_object *object =
      space_find(&show->machine->space, address);
  if (object->kind == SPACE_HEAP && object->base == address)
    learnt(show, object)->type = type;
}

void show_learn(struct show *show, struct ctype type, uint64_t address) {
  const struct ctype_table *types = program_of(show)->types;
  const struct ctype_info *info = ctype_bare(types, type);
  const struct space_object *object =
      space_find(&show->machine->space, address);
  if (info->kind != CTYPE_POINTER || object->kind != SPACE_HEAP ||
      object->base != address || !ctype_bare(types, info->target)->bit_size)
    return;
  struct shown_object *known = learnt(show, object);
  if (!known->type.id)
    known->type = info->target;
}

// Places

// Of the heap: an array of the type as large as the object.
static bool show_element(const struct show *show,
                         const struct space_object *object, struct ctype type,
                         uint64_t offset, uint64_t size, struct strbuf *out,
                         struct ctype *found) {
  const struct ctype_table *types = program_of(show)->types;
  uint64_t bytes = ctype_bare(types, type)->bit_size / 8;
  size_t before = out->length;
  if (bytes && bytes < object->size)
    strbuf_format(out, "[%llu]", (unsigned long long)(offset / bytes));
  if (bytes && ctype_path(types, type, offset % bytes, size, out, found))
    return true;
  out->length = before;
  return false;
}

static bool show_part(struct show *show, const struct space_object *object,
                      uint64_t offset, uint64_t size, struct strbuf *out,
                      struct ctype *found) {
  struct ctype type = type_of(show, object);
  if (!type.id || offset >= object->size)
    return false;
  return object->kind == SPACE_HEAP
             ? show_element(show, object, type, offset, size, out, found)
             : ctype_path(program_of(show)->types, type, offset, size, out,
                          found);
}

static void cut(struct strbuf *out, size_t length) {
  out->length = length;
  if (out->text)
    out->text[length] = '\0';
}

bool show_place(struct show *show, uint64_t address, uint64_t size,
                struct strbuf *out, struct ctype *type) {
  const struct space_object *object =
      space_find(&show->machine->space, address);
  *type = (struct ctype){0};
  if (is_anonymous(object))
    return false;
  uint64_t offset = address - object->base;
  show_object(show, object, out);
  size_t before = out->length;
  if (show_part(show, object, offset, size, out, type))
    return true;
  cut(out, before);
  if (offset)
    strbuf_format(out, "+%lld", (long long)offset);
  return true;
}

const struct cfield *show_bit_field(struct show *show, uint64_t address,
                                    uint64_t bit, struct strbuf *out) {
  const struct ctype_table *types = program_of(show)->types;
  const struct space_object *object =
      space_find(&show->machine->space, address);
  struct ctype type = type_of(show, object);
  uint64_t offset = address - object->base;
  uint64_t bytes = ctype_bare(types, type)->bit_size / 8;
  if (is_anonymous(object) || !bytes || offset >= object->size)
    return NULL;
  size_t before = out->length;
  show_object(show, object, out);
  if (object->kind == SPACE_HEAP && bytes < object->size)
    strbuf_format(out, "[%llu]", (unsigned long long)(offset / bytes));
  const struct cfield *found =
      ctype_bit_field(types, type, 8 * (offset % bytes) + bit, out);
  if (!found)
    cut(out, before);
  return found;
}

bool show_text(struct show *show, uint64_t address, struct strbuf *out) {
  const struct space_object *object =
      space_find(&show->machine->space, address);
  uint64_t offset = address - object->base;
  if (offset >= object->readable)
    return false;
  const char *bytes = (const char *)object->bytes + offset;
  uint64_t room = object->readable - offset, length = strnlen(bytes, room);
  for (uint64_t i = 0; i < length && i < LONGEST_TEXT; i++)
    if (!isprint((unsigned char)bytes[i]) && !isspace((unsigned char)bytes[i]))
      return false;
  if (length == room)
    return false;
  strbuf_char(out, '"');
  strbuf_escape(out, bytes, length < LONGEST_TEXT ? length : LONGEST_TEXT);
  strbuf_add(out, length > LONGEST_TEXT ? "...\"" : "\"");
  return true;
}

void show_variable(const struct show *show, const struct frame *frame,
                   struct variable variable, struct strbuf *out) {
  const struct variable_info *info =
      program_variable(program_of(show), variable);
  struct name function = frame->code->procedure->name;
  if (info->kind != VARIABLE_GLOBAL && !is_first(show, function))
    strbuf_format(out, "%s::", text_of(show, function));
  strbuf_add(out,
             text_of(show, name_is_none(info->text) ? info->name : info->text));
}

// Values

// What a pointer to a function or into a literal is called by itself.
static bool show_pointee(struct show *show, const struct space_object *object,
                         uint64_t address, struct strbuf *out) {
  if (object->kind == SPACE_FUNCTION && object->base == address) {
    strbuf_add(out, text_of(show, object->name));
    return true;
  }
  return object->kind == SPACE_STRING && show_text(show, address, out);
}

// What begins there and is as large as what is pointed to: `&a[0]` for a
// pointer to an element, `&s` for one to a struct.
static void show_pointer(struct show *show, struct ctype type, uint64_t address,
                         struct strbuf *out) {
  const struct ctype_table *types = program_of(show)->types;
  const struct space_object *object =
      space_find(&show->machine->space, address);
  uint64_t size = ctype_bare(types, ctype_bare(types, type)->target)->bit_size;
  struct ctype found;
  if (!address) {
    strbuf_add(out, "null");
    return;
  }
  if (show_pointee(show, object, address, out))
    return;
  show_learn(show, type, address);
  size_t before = out->length;
  bool is_whole = address == object->base && !is_anonymous(object) &&
                  (object->kind == SPACE_HEAP || !size);
  strbuf_char(out, '&');
  if (is_whole)
    show_object(show, object, out);
  else if (!show_place(show, address, size / 8, out, &found)) {
    cut(out, before);
    strbuf_format(out, "0x%llx", (unsigned long long)address);
  }
}

// As few digits as tell the number from all others.
static void print_shortest(double number, bool is_single, struct strbuf *out) {
  char text[64];
  bool is_exact = false;
  for (int digits = 6; digits <= 17 && !is_exact; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, number);
    is_exact = is_single ? strtof(text, NULL) == (float)number
                         : strtod(text, NULL) == number;
  }
  strbuf_add(out, text);
}

static void show_float(unsigned width, u128 value, struct strbuf *out) {
  float single;
  double number = 0;
  uint32_t low = (uint32_t)value;
  uint64_t all = (uint64_t)value;
  if (width == 32) {
    memcpy(&single, &low, sizeof single);
    number = single;
  } else {
    memcpy(&number, &all, sizeof number);
  }
  print_shortest(number, width == 32, out);
}

static bool is_character(const struct show *show,
                         const struct ctype_info *info) {
  return info->kind == CTYPE_INT && info->bit_size == 8 &&
         !strcmp(text_of(show, info->name), "char");
}

static void show_number(bool is_signed, unsigned width, u128 value,
                        struct strbuf *out) {
  if (width > 64)
    strbuf_format(out, "0x%llx%016llx", (unsigned long long)(value >> 64),
                  (unsigned long long)value);
  else if (is_signed)
    strbuf_format(out, "%lld", (long long)bits_signed(value, width));
  else
    strbuf_format(out, "%llu", (unsigned long long)value);
}

void show_value(struct show *show, struct ctype type, unsigned width,
                u128 value, struct strbuf *out) {
  const struct ctype_table *types = program_of(show)->types;
  const struct ctype_info *info = ctype_bare(types, type);
  struct name word = ctype_enumerator(types, type, value);
  if (!name_is_none(word))
    strbuf_add(out, text_of(show, word));
  else if (info->kind == CTYPE_POINTER)
    show_pointer(show, type, (uint64_t)value, out);
  else if (info->kind == CTYPE_FLOAT && (width == 32 || width == 64))
    show_float(width, value, out);
  else if (is_character(show, info) && isprint((int)(value & 0xff)))
    strbuf_format(out, strchr("'\\", (int)value) ? "'\\%c'" : "'%c'",
                  (int)value);
  else
    show_number(info->is_signed, width, value, out);
}
