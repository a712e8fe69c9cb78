#include "run/oracle.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/memory.h"

// A line to be consumed in order.
struct answer {
  enum oracle_kind kind;
  char *name;                // null for ALLOCATE
  struct oracle_value value; // of CONTENTS: the line of the allocation
  uint8_t *bytes;            // of CONTENTS
  uint64_t byte_count;
  struct oracle_writing writing; // of WRITTEN
  uint32_t line;
};

VEC_DEFINE(answer_vec, struct answer);

enum rest { REST_NONE, REST_SEED };

struct oracle {
  char *path; // null: answers come from the seed only
  struct answer_vec answers;
  uint32_t next;
  struct u32_vec wished; // lines, in order
  bool has_allocations;
  bool has_failing;
  uint64_t failing;   // allocation, from 1
  uint64_t allocated; // without an answer of the file
  bool has_uninitialised;
  enum rest rest;
  uint64_t seed;                // of the answers after the file's; 0 for zeros
  uint64_t state;               // of the generator
  uint64_t indeterminate;       // seed of what C leaves indeterminate
  uint64_t indeterminate_state; // of its generator
  struct oracle_entry entry;
  struct schedule_run_vec schedule;
  bool (*resolve)(void *context, const char *object, uint64_t *address);
  void *context;
  struct strbuf error;
  bool is_recording;
  struct strbuf record;
};

struct oracle *oracle_new(uint64_t seed) {
  struct oracle *oracle = memory_new_zero(1, sizeof *oracle);
  oracle->rest = REST_SEED;
  oracle->seed = oracle->state = seed;
  oracle->indeterminate = oracle->indeterminate_state = seed;
  return oracle;
}

void oracle_free(struct oracle *oracle) {
  if (!oracle)
    return;
  for (uint32_t i = 0; i < oracle->answers.count; i++) {
    free(oracle->answers.at[i].name);
    free(oracle->answers.at[i].bytes);
    free(oracle->answers.at[i].value.object);
    free(oracle->answers.at[i].writing.name);
    free(oracle->answers.at[i].writing.bytes);
    free(oracle->answers.at[i].writing.pointer.object);
  }
  answer_vec_release(&oracle->answers);
  schedule_run_vec_release(&oracle->schedule);
  struct oracle_entry *entry = &oracle->entry;
  for (uint32_t i = 0; i < entry->objects.count; i++) {
    free(entry->objects.at[i].name);
    free(entry->objects.at[i].bytes);
  }
  for (uint32_t i = 0; i < entry->pointers.count; i++) {
    free(entry->pointers.at[i].object);
    free(entry->pointers.at[i].value.object);
  }
  for (uint32_t i = 0; i < entry->settings.count; i++) {
    free(entry->settings.at[i].name);
    free(entry->settings.at[i].value.object);
  }
  for (uint32_t i = 0; i < entry->arguments.count; i++)
    free(entry->arguments.at[i].bytes);
  for (uint32_t i = 0; i < entry->inputs.count; i++)
    free(entry->inputs.at[i].bytes);
  for (uint32_t i = 0; i < entry->environment.count; i++) {
    free(entry->environment.at[i].name);
    free(entry->environment.at[i].bytes);
  }
  oracle_variable_vec_release(&entry->environment);
  oracle_input_vec_release(&entry->inputs);
  oracle_argument_vec_release(&entry->arguments);
  u32_vec_release(&oracle->wished);
  oracle_object_vec_release(&entry->objects);
  oracle_pointer_vec_release(&entry->pointers);
  oracle_setting_vec_release(&entry->settings);
  strbuf_release(&oracle->error);
  strbuf_release(&oracle->record);
  free(oracle->path);
  free(oracle);
}

// Reading

struct reader {
  struct oracle *oracle;
  char *rest;    // of the line
  uint32_t line; // its number
  struct strbuf *error;
};

static bool complain(struct reader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool complain(struct reader *reader, const char *format, ...) {
  strbuf_format(reader->error, "%s:%u: ", reader->oracle->path, reader->line);
  va_list args;
  va_start(args, format);
  strbuf_vformat(reader->error, format, args);
  va_end(args);
  return false;
}

// The next word of the line, or null.
static char *next_word(struct reader *reader) {
  char *word = reader->rest + strspn(reader->rest, " \t\r");
  if (!*word)
    return NULL;
  char *end = word + strcspn(word, " \t\r");
  reader->rest = *end ? end + 1 : end;
  *end = '\0';
  return word;
}

static bool parse_digits(const char *text, u128 *number) {
  unsigned base = 10;
  if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
    base = 16;
    text += 2;
  }
  if (!*text)
    return false;
  *number = 0;
  for (; *text; text++) {
    const char *digits = "0123456789abcdef";
    char lower = *text >= 'A' && *text <= 'F' ? *text + 32 : *text;
    const char *digit = strchr(digits, lower);
    if (!digit || digit - digits >= (int)base)
      return false;
    *number = *number * base + (unsigned)(digit - digits);
  }
  return true;
}

static bool parse_pointer(char *text, struct oracle_value *value) {
  char *plus = strrchr(text, '+');
  if (plus && !parse_digits(plus + 1, &value->number))
    return false;
  if (plus)
    *plus = '\0';
  value->object = memory_copy_string(text);
  return *text != '\0';
}

static bool parse_value(struct reader *reader, struct oracle_value *value) {
  char *word = next_word(reader);
  *value = (struct oracle_value){0};
  if (!word)
    return complain(reader, "a value is missing");
  if (!strcmp(word, "null"))
    return true;
  if (word[0] == '&')
    return parse_pointer(word + 1, value) ||
           complain(reader, "`&%s` is not &OBJECT+OFFSET", word + 1);
  value->is_negative = word[0] == '-';
  return parse_digits(word + value->is_negative, &value->number) ||
         complain(reader, "`%s` is not a value", word);
}

static bool parse_number(struct reader *reader, const char *what,
                         uint64_t *number) {
  char *word = next_word(reader);
  u128 value;
  if (!word || !parse_digits(word, &value) || value > UINT64_MAX)
    return complain(reader, "%s is missing or not a number", what);
  *number = (uint64_t)value;
  return true;
}

static bool parse_name(struct reader *reader, char **name) {
  char *word = next_word(reader);
  if (!word)
    return complain(reader, "a name is missing");
  *name = memory_copy_string(word);
  return true;
}

static bool parse_hex(struct reader *reader, const char *hex, size_t count,
                      uint8_t *bytes) {
  for (size_t i = 0; i < count; i++) {
    char pair[5] = {'0', 'x', hex[2 * i], hex[2 * i + 1], '\0'};
    u128 byte;
    if (!parse_digits(pair, &byte))
      return complain(reader, "`%s` is not a byte", pair + 2);
    bytes[i] = (uint8_t)byte;
  }
  return true;
}

static bool parse_bytes(struct reader *reader, struct oracle_object *object) {
  char *hex = next_word(reader);
  if (!hex)
    return true;
  size_t count = strlen(hex) / 2;
  if (strlen(hex) % 2 || count > object->size)
    return complain(reader, "the bytes of `%s` do not fit", object->name);
  object->bytes = memory_new_zero(count + 1, 1);
  object->byte_count = count;
  return parse_hex(reader, hex, count, object->bytes);
}

static bool parse_pairs(struct reader *reader, const char *keyword, char *hex,
                        uint8_t **bytes, uint64_t *count) {
  if (!hex || strlen(hex) % 2)
    return complain(reader, "`%s` wants pairs of digits", keyword);
  *count = strlen(hex) / 2;
  *bytes = memory_new_zero(*count + 1, 1);
  return parse_hex(reader, hex, *count, *bytes);
}

static bool parse_contents(struct reader *reader) {
  uint64_t number;
  if (!parse_number(reader, "the line", &number))
    return false;
  uint32_t index = answer_vec_push(&reader->oracle->answers,
                                   (struct answer){.kind = ORACLE_CONTENTS,
                                                   .value = {.number = number},
                                                   .line = reader->line});
  struct answer *answer = &reader->oracle->answers.at[index];
  return parse_pairs(reader, "contents", next_word(reader), &answer->bytes,
                     &answer->byte_count);
}

// An argument or a name, and an offset.
static bool parse_written_place(struct reader *reader,
                                struct oracle_writing *writing) {
  char *word = next_word(reader);
  struct oracle_value place = {0};
  if (!word || !parse_pointer(word, &place)) {
    free(place.object);
    return complain(reader, "`written` wants an argument or a name");
  }
  writing->name = place.object;
  writing->offset = (uint64_t)place.number;
  u128 argument;
  if (!parse_digits(writing->name, &argument))
    return true;
  free(writing->name);
  writing->name = NULL;
  writing->argument = (uint64_t)argument;
  return true;
}

static bool parse_written(struct reader *reader) {
  uint32_t index = answer_vec_push(
      &reader->oracle->answers,
      (struct answer){.kind = ORACLE_WRITTEN, .line = reader->line});
  struct oracle_writing *writing = &reader->oracle->answers.at[index].writing;
  if (!parse_written_place(reader, writing))
    return false;
  char *word = next_word(reader);
  if (word && word[0] == '&')
    return parse_pointer(word + 1, &writing->pointer) ||
           complain(reader, "`&%s` is not &OBJECT+OFFSET", word + 1);
  return parse_pairs(reader, "written", word, &writing->bytes,
                     &writing->byte_count);
}

static bool parse_object(struct reader *reader) {
  uint32_t index = oracle_object_vec_push(&reader->oracle->entry.objects,
                                          (struct oracle_object){0});
  struct oracle_object *object = &reader->oracle->entry.objects.at[index];
  return parse_name(reader, &object->name) &&
         parse_number(reader, "the size", &object->size) &&
         parse_bytes(reader, object);
}

static bool parse_pointer_line(struct reader *reader) {
  uint32_t index = oracle_pointer_vec_push(&reader->oracle->entry.pointers,
                                           (struct oracle_pointer){0});
  struct oracle_pointer *pointer = &reader->oracle->entry.pointers.at[index];
  return parse_name(reader, &pointer->object) &&
         parse_number(reader, "the offset", &pointer->offset) &&
         parse_value(reader, &pointer->value);
}

static bool parse_setting(struct reader *reader, bool is_parameter) {
  uint32_t index = oracle_setting_vec_push(
      &reader->oracle->entry.settings,
      (struct oracle_setting){.is_parameter = is_parameter});
  struct oracle_setting *setting = &reader->oracle->entry.settings.at[index];
  return parse_name(reader, &setting->name) &&
         parse_value(reader, &setting->value);
}

static bool parse_arguments(struct reader *reader) {
  struct oracle_entry *entry = &reader->oracle->entry;
  entry->has_arguments = true;
  if (!parse_number(reader, "the number of arguments", &entry->argument_count))
    return false;
  return entry->argument_count <= ORACLE_ARGUMENTS ||
         complain(reader, "more than %d arguments", ORACLE_ARGUMENTS);
}

static bool parse_argument(struct reader *reader) {
  uint32_t index = oracle_argument_vec_push(&reader->oracle->entry.arguments,
                                            (struct oracle_argument){0});
  struct oracle_argument *argument = &reader->oracle->entry.arguments.at[index];
  if (!parse_number(reader, "which argument", &argument->index))
    return false;
  char *hex = next_word(reader);
  return !hex || parse_pairs(reader, "argument", hex, &argument->bytes,
                             &argument->byte_count);
}

static bool parse_input(struct reader *reader) {
  uint32_t index = oracle_input_vec_push(&reader->oracle->entry.inputs,
                                         (struct oracle_input){0});
  struct oracle_input *input = &reader->oracle->entry.inputs.at[index];
  if (!parse_number(reader, "which stream", &input->stream))
    return false;
  char *hex = next_word(reader);
  return !hex ||
         parse_pairs(reader, "input", hex, &input->bytes, &input->byte_count);
}

static bool parse_variable(struct reader *reader) {
  uint32_t index = oracle_variable_vec_push(&reader->oracle->entry.environment,
                                            (struct oracle_variable){0});
  struct oracle_variable *made = &reader->oracle->entry.environment.at[index];
  if (!parse_name(reader, &made->name))
    return false;
  char *hex = next_word(reader);
  return !hex || parse_pairs(reader, "environment", hex, &made->bytes,
                             &made->byte_count);
}

static bool parse_answer(struct reader *reader, enum oracle_kind kind) {
  uint32_t index =
      answer_vec_push(&reader->oracle->answers,
                      (struct answer){.kind = kind, .line = reader->line});
  struct answer *answer = &reader->oracle->answers.at[index];
  if (!parse_name(reader, &answer->name))
    return false;
  if (kind == ORACLE_CALL &&
      !strncmp(reader->rest + strspn(reader->rest, " \t"), "void", 4)) {
    next_word(reader);
    return true;
  }
  return parse_value(reader, &answer->value);
}

static bool parse_allocate(struct reader *reader) {
  char *word = next_word(reader);
  struct answer answer = {.kind = ORACLE_ALLOCATE, .line = reader->line};
  if (!word || (strcmp(word, "ok") && strcmp(word, "fail")))
    return complain(reader, "`allocate` wants `ok` or `fail`");
  answer.value.number = !strcmp(word, "ok");
  answer_vec_push(&reader->oracle->answers, answer);
  reader->oracle->has_allocations = true;
  return true;
}

static bool parse_failing(struct reader *reader) {
  reader->oracle->has_failing = reader->oracle->has_allocations = true;
  return parse_number(reader, "which allocation", &reader->oracle->failing);
}

static bool parse_rest(struct reader *reader) {
  struct oracle *oracle = reader->oracle;
  char *word = next_word(reader);
  if (word && !strcmp(word, "none")) {
    oracle->rest = REST_NONE;
    return true;
  }
  oracle->rest = REST_SEED;
  if (word && !strcmp(word, "zero"))
    return true;
  if (!word || strcmp(word, "seed"))
    return complain(reader, "`rest` wants `zero`, `none` or `seed N`");
  bool ok = parse_number(reader, "the seed", &oracle->seed);
  oracle->state = oracle->seed;
  return ok;
}

static bool parse_indeterminate(struct reader *reader) {
  struct oracle *oracle = reader->oracle;
  bool ok = parse_number(reader, "the seed", &oracle->indeterminate);
  oracle->indeterminate_state = oracle->indeterminate;
  return ok;
}

static bool parse_schedule(struct reader *reader) {
  uint64_t thread, events;
  if (!parse_number(reader, "the thread", &thread) ||
      !parse_number(reader, "how many events", &events))
    return false;
  if (!thread || thread > UINT32_MAX || events > UINT32_MAX)
    return complain(reader, "threads are counted from 1");
  schedule_run_vec_push(
      &reader->oracle->schedule,
      (struct schedule_run){(uint32_t)thread, (uint32_t)events});
  return true;
}

// For native runs; nothing that ours needs to know.
static bool parse_turn(struct reader *reader) {
  uint64_t thread, events;
  return parse_number(reader, "the thread", &thread) &&
         parse_number(reader, "how many events", &events);
}

// The same.
static bool pass_line(struct reader *reader) {
  reader->rest += strlen(reader->rest);
  return true;
}

static bool parse_item(struct reader *reader, const char *keyword) {
  if (!strcmp(keyword, "value"))
    return parse_answer(reader, ORACLE_VALUE);
  if (!strcmp(keyword, "call"))
    return parse_answer(reader, ORACLE_CALL);
  if (!strcmp(keyword, "allocate"))
    return parse_allocate(reader);
  if (!strcmp(keyword, "failing"))
    return parse_failing(reader);
  if (!strcmp(keyword, "schedule"))
    return parse_schedule(reader);
  if (!strcmp(keyword, "turn"))
    return parse_turn(reader);
  if (!strcmp(keyword, "deed"))
    return pass_line(reader);
  if (!strcmp(keyword, "contents"))
    return parse_contents(reader);
  if (!strcmp(keyword, "written"))
    return parse_written(reader);
  if (!strcmp(keyword, "object"))
    return parse_object(reader);
  if (!strcmp(keyword, "pointer"))
    return parse_pointer_line(reader);
  if (!strcmp(keyword, "parameter"))
    return parse_setting(reader, true);
  if (!strcmp(keyword, "global"))
    return parse_setting(reader, false);
  if (!strcmp(keyword, "arguments"))
    return parse_arguments(reader);
  if (!strcmp(keyword, "argument"))
    return parse_argument(reader);
  if (!strcmp(keyword, "input"))
    return parse_input(reader);
  if (!strcmp(keyword, "environment"))
    return parse_variable(reader);
  if (!strcmp(keyword, "rest"))
    return parse_rest(reader);
  if (!strcmp(keyword, "indeterminate"))
    return parse_indeterminate(reader);
  if (!strcmp(keyword, "uninitialised")) {
    reader->oracle->has_uninitialised = true;
    return parse_answer(reader, ORACLE_UNINITIALISED);
  }
  return complain(reader, "`%s` is not an item of an oracle", keyword);
}

static bool parse_header(struct reader *reader) {
  char *word = next_word(reader);
  char *version = word ? next_word(reader) : NULL;
  if (!word || strcmp(word, "vouch-oracle"))
    return complain(reader, "an oracle begins with `vouch-oracle 1`");
  if (!version || strcmp(version, "1"))
    return complain(reader, "this version of oracles is not known");
  return true;
}

// A comment starts a word: names may have the sign inside (f#2::x).
static void cut_comment(char *line) {
  for (char *at = line; *at; at++)
    if (*at == '#' && (at == line || at[-1] == ' ' || at[-1] == '\t')) {
      *at = '\0';
      return;
    }
}

static bool parse_line(struct reader *reader) {
  cut_comment(reader->rest);
  if (reader->line == 1)
    return parse_header(reader);
  char *keyword = next_word(reader);
  if (!keyword)
    return true;
  if (!parse_item(reader, keyword))
    return false;
  char *extra = next_word(reader);
  return !extra || complain(reader, "`%s` is too much", extra);
}

static bool parse_text(struct oracle *oracle, char *text,
                       struct strbuf *error) {
  struct reader reader = {.oracle = oracle, .error = error};
  for (char *line = text; line;) {
    char *end = strchr(line, '\n');
    if (end)
      *end = '\0';
    reader.line++;
    reader.rest = line;
    if (!parse_line(&reader))
      return false;
    line = end ? end + 1 : NULL;
  }
  return true;
}

// Takes the text apart.
static struct oracle *parse(const char *path, struct strbuf *text,
                            struct strbuf *error) {
  struct oracle *oracle = memory_new_zero(1, sizeof *oracle);
  oracle->path = memory_copy_string(path);
  strbuf_char(text, '\n');
  if (parse_text(oracle, text->text, error))
    return oracle;
  oracle_free(oracle);
  return NULL;
}

struct oracle *oracle_parse(const char *text, struct strbuf *error) {
  struct strbuf copy = {0};
  strbuf_add(&copy, text);
  struct oracle *oracle = parse(ORACLE_TEXT, &copy, error);
  strbuf_release(&copy);
  return oracle;
}

struct oracle *oracle_read(const char *path, struct strbuf *error) {
  struct strbuf text = {0};
  struct oracle *oracle = NULL;
  if (file_read(path, &text))
    oracle = parse(path, &text, error);
  else
    strbuf_format(error, "%s: %s", path, strerror(errno));
  strbuf_release(&text);
  return oracle;
}

// Queries

void oracle_set_resolver(struct oracle *oracle,
                         bool (*resolve)(void *context, const char *object,
                                         uint64_t *address),
                         void *context) {
  oracle->resolve = resolve;
  oracle->context = context;
}

bool oracle_is_file(const struct oracle *oracle) {
  return oracle->path != NULL;
}

bool oracle_may_invent(const struct oracle *oracle) {
  return oracle->rest != REST_NONE;
}

bool oracle_has_allocations(const struct oracle *oracle) {
  return oracle->has_allocations;
}

uint64_t oracle_allocations(const struct oracle *oracle) {
  return oracle->allocated;
}

bool oracle_has_uninitialised(const struct oracle *oracle) {
  return oracle->has_uninitialised;
}

uint64_t oracle_indeterminate_seed(const struct oracle *oracle) {
  return oracle->indeterminate;
}

const struct schedule_run_vec *oracle_schedule(const struct oracle *oracle) {
  return &oracle->schedule;
}

const struct oracle_entry *oracle_entry(const struct oracle *oracle) {
  return &oracle->entry;
}

const char *oracle_error(const struct oracle *oracle) {
  return strbuf_text(&oracle->error);
}

// Answers

uint64_t oracle_random(struct oracle *oracle) {
  return oracle->seed ? hash_random(&oracle->state) : 0;
}

// Small values now and then: programs compare inputs with small constants.
static u128 random_value(struct oracle *oracle, unsigned width) {
  uint64_t choice = oracle_random(oracle);
  u128 bits = (u128)oracle_random(oracle) << 64 | oracle_random(oracle);
  switch (choice % 4) {
  case 0: bits &= 0xf; break;
  case 1: bits &= 0xff; break;
  default: break;
  }
  return bits_truncate(bits, width);
}

// Mostly one of the ends, which is where routines fail and where they succeed.
static u128 random_between(struct oracle *oracle, i128 low, i128 high) {
  enum { SMALL = 16, LARGE = 256 };
  i128 few = low < 0 && high > 0 ? 0 : low;
  switch (oracle_random(oracle) % 8) {
  case 0: return (u128)low;
  case 1: return (u128)high;
  case 2:
  case 3: few += (i128)(oracle_random(oracle) % LARGE); break;
  default: few += (i128)(oracle_random(oracle) % SMALL); break;
  }
  return (u128)(few < high ? few : high);
}

static u128 seed_answer(struct oracle *oracle,
                        const struct oracle_request *request) {
  if (request->has_default)
    return bits_truncate(request->value, request->width);
  if (request->kind == ORACLE_ALLOCATE && oracle->has_failing)
    return ++oracle->allocated != oracle->failing;
  if (request->kind == ORACLE_ALLOCATE)
    return oracle->seed == 0 || oracle_random(oracle) % 8 != 0;
  if (request->has_range && oracle->seed && request->width)
    return bits_truncate(random_between(oracle, request->low, request->high),
                         request->width);
  if (oracle->seed == 0 || request->width == 0)
    return 0;
  return random_value(oracle, request->width);
}

bool oracle_evaluate(struct oracle *oracle, const struct oracle_value *value,
                     unsigned width, u128 *result) {
  *result = value->is_negative ? -value->number : value->number;
  if (value->object) {
    uint64_t address;
    if (!oracle->resolve ||
        !oracle->resolve(oracle->context, value->object, &address)) {
      strbuf_clear(&oracle->error);
      strbuf_format(&oracle->error, "%s: there is no object `%s`", oracle->path,
                    value->object);
      return false;
    }
    *result += address;
  }
  *result = bits_truncate(*result, width);
  return true;
}

static const char *kind_name(enum oracle_kind kind) {
  switch (kind) {
  case ORACLE_VALUE: return "value";
  case ORACLE_CALL: return "call";
  case ORACLE_ALLOCATE: return "allocate";
  case ORACLE_UNINITIALISED: return "uninitialised";
  case ORACLE_CONTENTS: return "contents";
  case ORACLE_WRITTEN: return "written";
  }
  return "?";
}

// A name as one word of the file.
static void name_word(const char *name, struct strbuf *out) {
  if (!name || !*name) {
    strbuf_char(out, '-');
    return;
  }
  strbuf_char(out, strchr(" \t\r\n#", *name) ? '_' : *name);
  while (*++name)
    strbuf_char(out, strchr(" \t\r\n", *name) ? '_' : *name);
}

static bool matches(const struct answer *answer,
                    const struct oracle_request *request) {
  bool fits =
      answer->kind == request->kind ||
      (request->kind == ORACLE_UNINITIALISED && answer->kind == ORACLE_VALUE);
  if (!fits)
    return false;
  if (answer->kind == ORACLE_ALLOCATE)
    return true;
  struct strbuf word = {0};
  name_word(request->name, &word);
  bool same = !strcmp(strbuf_text(&word), answer->name);
  strbuf_release(&word);
  return same;
}

static void describe_request(const struct oracle_request *request,
                             struct strbuf *out) {
  strbuf_format(out, "`%s", kind_name(request->kind));
  if (request->kind != ORACLE_ALLOCATE) {
    strbuf_char(out, ' ');
    name_word(request->name, out);
  }
  strbuf_char(out, '`');
}

static bool no_answer(struct oracle *oracle,
                      const struct oracle_request *request,
                      const struct answer *answer) {
  struct strbuf *error = &oracle->error;
  strbuf_clear(error);
  strbuf_format(error, "%s", oracle->path);
  if (answer)
    strbuf_format(error, ":%u", answer->line);
  strbuf_add(error, ": the run asks for ");
  describe_request(request, error);
  if (!answer)
    strbuf_add(error, ", " ORACLE_NO_MORE);
  else if (!answer->name)
    strbuf_format(error, ", but the oracle has `%s` here",
                  kind_name(answer->kind));
  else
    strbuf_format(error, ", but the oracle has `%s %s` here",
                  kind_name(answer->kind), answer->name);
  return false;
}

void oracle_print_number(u128 value, struct strbuf *out) {
  if (value >> 64)
    strbuf_format(out, "0x%" PRIx64 "%016" PRIx64, (uint64_t)(value >> 64),
                  (uint64_t)value);
  else
    strbuf_format(out, "%" PRIu64, (uint64_t)value);
}

static void record_answer(struct oracle *oracle,
                          const struct oracle_request *request, u128 value) {
  struct strbuf *out = &oracle->record;
  strbuf_format(out, "%s ", kind_name(request->kind));
  if (request->kind == ORACLE_ALLOCATE) {
    strbuf_add(out, value ? "ok\n" : "fail\n");
    return;
  }
  name_word(request->name, out);
  if (request->width == 0) {
    strbuf_add(out, " void\n");
  } else {
    strbuf_char(out, ' ');
    oracle_print_number(value, out);
    strbuf_char(out, '\n');
  }
}

// The seed decides, and a replay has the same seed, so nothing is recorded.
static bool draw_indeterminate(struct oracle *oracle,
                               const struct oracle_request *request,
                               u128 *value) {
  uint64_t *state = &oracle->indeterminate_state;
  *value = 0;
  if (oracle->indeterminate)
    *value = bits_truncate((u128)hash_random(state) << 64 | hash_random(state),
                           request->width);
  return true;
}

bool oracle_draw(struct oracle *oracle, const struct oracle_request *request,
                 u128 *value) {
  bool is_answered = oracle->next < oracle->answers.count;
  if (is_answered && request->has_default && oracle->rest != REST_NONE)
    is_answered = matches(&oracle->answers.at[oracle->next], request);
  if (request->kind == ORACLE_UNINITIALISED &&
      !(is_answered && matches(&oracle->answers.at[oracle->next], request)))
    return draw_indeterminate(oracle, request, value);
  if (is_answered) {
    const struct answer *answer = &oracle->answers.at[oracle->next++];
    if (!matches(answer, request))
      return no_answer(oracle, request, answer);
    if (!oracle_evaluate(oracle, &answer->value, request->width, value))
      return false;
  } else if (oracle->rest == REST_NONE) {
    return no_answer(oracle, request, NULL);
  } else {
    *value = seed_answer(oracle, request);
  }
  if (oracle->is_recording)
    record_answer(oracle, request, *value);
  return true;
}

bool oracle_expects_call(const struct oracle *oracle, const char *function) {
  struct oracle_request request = {.kind = ORACLE_CALL, .name = function};
  return oracle->next < oracle->answers.count &&
         oracle->answers.at[oracle->next].kind == ORACLE_CALL &&
         matches(&oracle->answers.at[oracle->next], &request);
}

static void print_bytes(const uint8_t *bytes, uint64_t count,
                        struct strbuf *out) {
  for (uint64_t i = 0; i < count; i++)
    strbuf_format(out, "%02x", bytes[i]);
  strbuf_char(out, '\n');
}

void oracle_fill(struct oracle *oracle, uint32_t line, uint8_t *bytes,
                 uint64_t size) {
  if (oracle->next >= oracle->answers.count)
    return;
  const struct answer *answer = &oracle->answers.at[oracle->next];
  if (answer->kind != ORACLE_CONTENTS || answer->value.number != line)
    return;
  oracle->next++;
  memcpy(bytes, answer->bytes,
         answer->byte_count < size ? answer->byte_count : size);
  if (!oracle->is_recording)
    return;
  strbuf_format(&oracle->record, "contents %u ", line);
  print_bytes(answer->bytes, answer->byte_count, &oracle->record);
}

static void record_writing(struct oracle *oracle,
                           const struct oracle_writing *writing) {
  struct strbuf *out = &oracle->record;
  if (writing->name)
    strbuf_format(out, "written %s", writing->name);
  else
    strbuf_format(out, "written %" PRIu64, writing->argument);
  strbuf_format(out, "+%" PRIu64 " ", writing->offset);
  if (writing->bytes)
    print_bytes(writing->bytes, writing->byte_count, out);
  else
    strbuf_format(out, "&%s+%" PRIu64 "\n", writing->pointer.object,
                  (uint64_t)writing->pointer.number);
}

const struct oracle_writing *oracle_written(struct oracle *oracle) {
  if (oracle->next >= oracle->answers.count)
    return NULL;
  const struct answer *answer = &oracle->answers.at[oracle->next];
  if (answer->kind != ORACLE_WRITTEN)
    return NULL;
  oracle->next++;
  if (oracle->is_recording)
    record_writing(oracle, &answer->writing);
  return &answer->writing;
}

// Wishes

bool oracle_wish(struct oracle *oracle, const char *function, unsigned width,
                 u128 *value) {
  if (!oracle_expects_call(oracle, function))
    return false;
  const struct answer *answer = &oracle->answers.at[oracle->next++];
  u32_vec_push(&oracle->wished, answer->line);
  return oracle_evaluate(oracle, &answer->value, width, value);
}

const struct oracle_writing *oracle_wished_writing(struct oracle *oracle) {
  if (oracle->next >= oracle->answers.count ||
      oracle->answers.at[oracle->next].kind != ORACLE_WRITTEN)
    return NULL;
  const struct answer *answer = &oracle->answers.at[oracle->next++];
  u32_vec_push(&oracle->wished, answer->line);
  return &answer->writing;
}

bool oracle_next_call(const struct oracle *oracle, const char **function,
                      u128 *number) {
  if (oracle->next >= oracle->answers.count ||
      oracle->answers.at[oracle->next].kind != ORACLE_CALL)
    return false;
  *function = oracle->answers.at[oracle->next].name;
  *number = oracle->answers.at[oracle->next].value.number;
  return true;
}

bool oracle_has_wishes(const struct oracle *oracle) {
  return oracle->wished.count != 0;
}

void oracle_settle(const struct oracle *oracle, const char *text,
                   struct strbuf *into) {
  uint32_t number = 1, next = 0;
  for (; *text; number++) {
    size_t length = strcspn(text, "\n");
    length += text[length] == '\n';
    if (next < oracle->wished.count && oracle->wished.at[next] == number)
      next++;
    else
      strbuf_bytes(into, text, length);
    text += length;
  }
}

// Recording

void oracle_record(struct oracle *oracle) {
  oracle->is_recording = true;
  strbuf_format(&oracle->record, "vouch-oracle 1\nindeterminate %" PRIu64 "\n",
                oracle->indeterminate);
}

const char *oracle_recorded(const struct oracle *oracle) {
  return strbuf_text(&oracle->record);
}

bool oracle_is_recording(const struct oracle *oracle) {
  return oracle->is_recording;
}

void oracle_record_line(struct oracle *oracle, const char *format, ...) {
  if (!oracle->is_recording)
    return;
  va_list args;
  va_start(args, format);
  strbuf_vformat(&oracle->record, format, args);
  va_end(args);
  strbuf_char(&oracle->record, '\n');
}

bool oracle_save(const struct oracle *oracle, const char *path,
                 struct strbuf *error) {
  FILE *file = fopen(path, "w");
  bool ok = file && fputs(strbuf_text(&oracle->record), file) >= 0;
  if (file && fclose(file))
    ok = false;
  if (!ok)
    strbuf_format(error, "%s: %s", path, strerror(errno));
  return ok;
}
