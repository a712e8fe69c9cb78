#include "run/wish.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>

#include "base/memory.h"
#include "run/library_state.h"
#include "run/scan.h"
#include "run/written.h"

// Routines

static const struct reading_routine routines[] = {
    {"getchar", READS_CHARACTER, -1, 0},
    {"getchar_unlocked", READS_CHARACTER, -1, 0},
    {"fgetc", READS_CHARACTER, 0, 0},
    {"getc", READS_CHARACTER, 0, 0},
    {"getc_unlocked", READS_CHARACTER, 0, 0},
    {"_IO_getc", READS_CHARACTER, 0, 0},
    {"fgets", READS_LINE, 2, 0},
    {"fread", READS_RECORDS, 3, 0},
    {"fread_unlocked", READS_RECORDS, 3, 0},
    {"getline", READS_WHOLE, 2, 0},
    {"scanf", READS_FORMAT, -1, 0},
    {"__isoc99_scanf", READS_FORMAT, -1, 0},
    {"__isoc23_scanf", READS_FORMAT, -1, 0},
    {"fscanf", READS_FORMAT, 0, 1},
    {"__isoc99_fscanf", READS_FORMAT, 0, 1},
    {"__isoc23_fscanf", READS_FORMAT, 0, 1},
    {"vscanf", READS_LIST, -1, 0},
    {"__isoc99_vscanf", READS_LIST, -1, 0},
    {"__isoc23_vscanf", READS_LIST, -1, 0},
    {"vfscanf", READS_LIST, 0, 1},
    {"__isoc99_vfscanf", READS_LIST, 0, 1},
    {"__isoc23_vfscanf", READS_LIST, 0, 1},
};

const struct reading_routine *reading_find(const char *name) {
  for (size_t i = 0; i < sizeof routines / sizeof *routines; i++)
    if (!strcmp(routines[i].name, name))
      return &routines[i];
  return NULL;
}

static const struct {
  const char *name;
  unsigned width;
} stored[] = {{"__vouch_scanned8", 8},
              {"__vouch_scanned16", 16},
              {"__vouch_scanned32", 32},
              {"__vouch_scanned64", 64}};

bool reading_is_stored(const char *name) {
  for (size_t i = 0; i < sizeof stored / sizeof *stored; i++)
    if (!strcmp(stored[i].name, name))
      return true;
  return false;
}

void routine_scanned(struct library_call *call) {
  u128 value;
  oracle_wish(call->machine->oracle, library_name(call),
              library_result_width(call), &value);
  if (library_load(call, argument(call, 0), library_result_width(call) / 8,
                   &value))
    call->result = value;
}

// Wishes

struct wished_bytes {
  uint64_t address;
  const uint8_t *bytes;
  uint64_t count;
};

VEC_DEFINE(wished_bytes_vec, struct wished_bytes);
VEC_DEFINE(wished_number_vec, uint64_t);

enum { MOST_BYTES = 4096 }; // that one call reads

struct wish {
  struct library_call *call;
  const struct reading_routine *routine;
  int64_t result;
  struct wished_bytes_vec written;
  struct wished_number_vec numbers; // that scanf stores
  uint32_t next_number;
  bool is_fresh; // nothing is in the stream, or a line ends there
  enum wish_round round;
  struct strbuf out;
};

static void take_written(struct wish *wish) {
  const struct oracle_writing *writing;
  while ((writing = oracle_wished_writing(wish->call->machine->oracle))) {
    const struct space_object *object = written_object(wish->call, writing);
    if (object && writing->bytes)
      wished_bytes_vec_push(
          &wish->written,
          (struct wished_bytes){object->base + writing->offset, writing->bytes,
                                writing->byte_count});
  }
}

static void take_numbers(struct wish *wish) {
  struct oracle *oracle = wish->call->machine->oracle;
  bool found = true;
  while (found) {
    u128 value;
    found = false;
    for (size_t i = 0; i < sizeof stored / sizeof *stored && !found; i++)
      found = oracle_wish(oracle, stored[i].name, stored[i].width, &value);
    if (found)
      wished_number_vec_push(&wish->numbers, (uint64_t)value);
  }
}

// The byte that is wished for at the address, or -1.
static int byte_at(const struct wish *wish, uint64_t address) {
  for (uint32_t i = wish->written.count; i-- > 0;) {
    const struct wished_bytes *bytes = &wish->written.at[i];
    if (address - bytes->address < bytes->count)
      return bytes->bytes[address - bytes->address];
  }
  return -1;
}

static void add_byte(struct wish *wish, int byte) {
  strbuf_char(&wish->out, (char)(byte < 0 ? 'a' : byte));
}

// Characters and lines

// One that a scanf before it did not match is there already.
static void wish_character(struct wish *wish) {
  if (!library_of(wish->call)->has_lent)
    add_byte(wish, (int)(wish->result & 0xff));
  library_of(wish->call)->has_lent = false;
}

// Of the bytes that are wished for, the last that is not zero, or -1.
static int64_t last_byte(const struct wish *wish, uint64_t to, uint64_t room) {
  int64_t last = -1;
  for (uint64_t i = 0; i < room && i < MOST_BYTES; i++)
    if (byte_at(wish, to + i) > 0)
      last = (int64_t)i;
  return last;
}

// What is wished, or what is there: that is to be kept.
static int byte_or_kept(const struct wish *wish, uint64_t address) {
  int byte = byte_at(wish, address);
  const uint8_t *kept =
      byte < 0 ? space_read(&wish->call->machine->space, address, 1) : NULL;
  return kept ? *kept : byte;
}

// Up to its last byte, or to its first zero if only zeros are wished behind
// that; what is shorter than its room ends with a line or with the stream.
static void wish_line(struct wish *wish) {
  uint64_t to = argument(wish->call, 0);
  int64_t room = argument_signed(wish->call, 1) - 1;
  int64_t last = room > 0 ? last_byte(wish, to, (uint64_t)room) : -1;
  bool is_open = last >= 0 && byte_at(wish, to + (uint64_t)last + 1) < 0;
  if (wish->round == ROUND_FULL)
    last = room < MOST_BYTES ? room - 1 : MOST_BYTES;
  for (int64_t i = 0; i <= last; i++) {
    int byte = byte_or_kept(wish, to + (uint64_t)i);
    add_byte(wish, byte);
    if (byte == '\n')
      return;
  }
  if (last < 0 || (is_open && last + 1 < room))
    strbuf_char(&wish->out, '\n');
}

static void wish_records(struct wish *wish) {
  uint64_t to = argument(wish->call, 0), size = argument(wish->call, 1);
  uint64_t count = size * (uint64_t)wish->result;
  for (uint64_t i = 0; i < count && i < MOST_BYTES; i++)
    add_byte(wish, byte_at(wish, to + i));
}

// What is in it nobody can say before there is room for it.
static void wish_whole(struct wish *wish) {
  for (int64_t i = 1; i < wish->result && i < MOST_BYTES; i++)
    strbuf_char(&wish->out, 'a');
  strbuf_char(&wish->out, '\n');
}

// Formats

struct scan_wish {
  struct wish *wish;
  struct variadic arguments;
  struct scan_directive last; // that stored text
  int64_t stored;
};

static bool accepts(const struct scan_directive *directive, int c) {
  if (directive->conversion == '[')
    return directive->accepts[c];
  return directive->conversion == 'c' || !isspace(c);
}

// What ends the directive before it, and is skipped by the next.
static void add_blank(struct scan_wish *s) {
  bool takes_blanks = s->last.conversion == '[' && s->last.accepts[' '];
  struct strbuf *out = &s->wish->out;
  if (out->length == 0 && s->wish->is_fresh)
    return;
  strbuf_char(out, takes_blanks || out->length == 0 ? '\n' : ' ');
}

static uint64_t next_number(struct wish *wish, uint64_t address,
                            unsigned bytes) {
  if (wish->next_number < wish->numbers.count)
    return wish->numbers.at[wish->next_number++];
  uint64_t value = 0;
  for (unsigned i = 0; i < bytes && byte_at(wish, address + i) >= 0; i++)
    value |= (uint64_t)byte_at(wish, address + i) << 8 * i;
  return value;
}

static void add_integer(struct scan_wish *s,
                        const struct scan_directive *directive,
                        uint64_t address) {
  unsigned bytes = scan_integer_bytes(s->wish->call, directive);
  uint64_t value =
      directive->is_suppressed ? 0 : next_number(s->wish, address, bytes);
  struct strbuf *out = &s->wish->out;
  switch (directive->conversion) {
  case 'd':
  case 'i':
    strbuf_format(out, "%lld", (long long)bits_signed(value, 8 * bytes));
    return;
  case 'o': strbuf_format(out, "%llo", (unsigned long long)value); return;
  case 'u': strbuf_format(out, "%llu", (unsigned long long)value); return;
  default: strbuf_format(out, "%llx", (unsigned long long)value); return;
  }
}

static void add_float(struct scan_wish *s,
                      const struct scan_directive *directive,
                      uint64_t address) {
  unsigned bytes = directive->size == SIZE_L ? 8 : 4;
  uint64_t bits =
      directive->is_suppressed ? 0 : next_number(s->wish, address, bytes);
  double value = 0;
  float narrow;
  memcpy(&narrow, &bits, sizeof narrow);
  if (directive->size == SIZE_L)
    memcpy(&value, &bits, sizeof value);
  else if (directive->size == SIZE_NONE)
    value = narrow;
  strbuf_format(&s->wish->out, "%.17g", value);
}

static int default_character(const struct scan_directive *directive) {
  int c = 'a';
  for (int i = 0; i < 256 && !accepts(directive, c); i++)
    c = i;
  return c;
}

// Up to its last byte or to its first zero, and always something. What does not
// match is nothing that the path cares for.
static void add_text(struct scan_wish *s,
                     const struct scan_directive *directive, uint64_t address) {
  bool is_fixed = directive->conversion == 'c';
  bool is_kept = !directive->is_suppressed;
  uint64_t width = directive->width ? directive->width
                   : is_fixed       ? 1
                                    : MOST_BYTES;
  int64_t last = is_kept ? last_byte(s->wish, address, width) : -1;
  int64_t count = is_fixed ? (int64_t)width : last < 0 ? 1 : last + 1;
  for (int64_t i = 0; i < count && i < MOST_BYTES; i++) {
    int byte = is_kept ? byte_at(s->wish, address + (uint64_t)i) : -1;
    if (byte == 0 && !is_fixed && i && s->wish->round == ROUND_SHORT)
      return;
    bool is_good = byte >= 0 && accepts(directive, byte) && (byte || is_fixed);
    add_byte(s->wish, is_good ? byte : default_character(directive));
  }
}

static bool is_number(const struct scan_directive *directive) {
  return strchr("diouxXpeEfFgGaA", directive->conversion) != NULL;
}

// The character that is wished next, if no number begins with it, or one of
// ours.
static int mismatch(struct wish *wish) {
  const char *next;
  u128 number;
  bool has_next = oracle_next_call(wish->call->machine->oracle, &next, &number);
  const struct reading_routine *reading = has_next ? reading_find(next) : NULL;
  if (!reading || reading->kind != READS_CHARACTER || number > UCHAR_MAX ||
      isspace((int)number) || isdigit((int)number) ||
      strchr("+-.", (int)number))
    return '?';
  library_of(wish->call)->has_lent = true;
  return (int)number;
}

// A character that does not match stays in the stream; its end does, too.
static void fail(struct scan_wish *s, const struct scan_directive *directive) {
  struct wish *wish = s->wish;
  if (is_number(directive) &&
      (wish->result == 0 || wish->round == ROUND_FULL)) {
    add_blank(s);
    add_byte(wish, mismatch(wish));
  }
}

static void add_one(struct scan_wish *s,
                    const struct scan_directive *directive) {
  uint64_t address = 0;
  if (!directive->is_suppressed && !variadic_pointer(&s->arguments, &address))
    return;
  if (directive->conversion == 'n')
    return;
  if (!strchr("c[", directive->conversion))
    add_blank(s);
  s->last = *directive;
  if (strchr("eEfFgGaA", directive->conversion))
    add_float(s, directive, address);
  else if (is_number(directive))
    add_integer(s, directive, address);
  else
    add_text(s, directive, address);
  s->stored += !directive->is_suppressed;
}

// False where the format is not looked at any further.
static bool add_next(struct scan_wish *s, const char **format) {
  char c = *(*format)++;
  struct scan_directive directive;
  if (isspace((unsigned char)c))
    return true;
  if (c != '%') {
    strbuf_char(&s->wish->out, c);
    return true;
  }
  *format = scan_parse(*format, &directive);
  if (directive.conversion == '%') {
    strbuf_char(&s->wish->out, '%');
    return true;
  }
  bool fails = directive.conversion != 'n' && !directive.is_suppressed &&
               s->stored == s->wish->result;
  if (fails)
    fail(s, &directive);
  else
    add_one(s, &directive);
  return !fails && directive.conversion;
}

static void wish_format(struct wish *wish) {
  struct library_call *call = wish->call;
  uint32_t format = wish->routine->format;
  const char *text = library_string(call, argument(call, format));
  if (!text || wish->routine->kind == READS_LIST)
    return;
  struct scan_wish s = {.wish = wish,
                        .arguments = variadic_rest(call, format + 1)};
  char *copy = memory_copy_string(text);
  const char *next = copy;
  while (*next && !machine_has_stopped(call->machine) && add_next(&s, &next))
    continue;
  free(copy);
}

// Granting

// A negative result, or null, is the end of the stream.
static void make_bytes(struct wish *wish) {
  bool is_end =
      wish->result < 0 || (wish->routine->kind == READS_LINE && !wish->result);
  if (is_end)
    return;
  switch (wish->routine->kind) {
  case READS_CHARACTER: wish_character(wish); return;
  case READS_LINE: wish_line(wish); return;
  case READS_RECORDS: wish_records(wish); return;
  case READS_WHOLE: wish_whole(wish); return;
  case READS_FORMAT:
  case READS_LIST: wish_format(wish); return;
  }
}

static struct stream *stream_of(struct library_call *call,
                                const struct reading_routine *routine) {
  struct stream_vec *streams = &library_of(call)->streams;
  if (routine->stream < 0)
    return &streams->at[0];
  if ((uint32_t)routine->stream >= call->count)
    return NULL;
  return library_stream_at(call, argument(call, (uint32_t)routine->stream));
}

struct source *wish_source(struct library_call *call,
                           const struct reading_routine *routine) {
  const struct stream *stream = stream_of(call, routine);
  return stream ? stream->source : NULL;
}

void wish_grant(struct library_call *call,
                const struct reading_routine *routine) {
  struct machine *machine = call->machine;
  unsigned width = library_result_width(call);
  struct wish wish = {
      .call = call, .routine = routine, .round = machine->wish_round};
  u128 result;
  if (!oracle_wish(machine->oracle, library_name(call), width, &result))
    return;
  wish.result = (int64_t)bits_signed(result, width);
  take_written(&wish);
  take_numbers(&wish);
  struct stream *stream = stream_of(call, routine);
  if (stream && stream->source) {
    struct strbuf *bytes = &stream->source->bytes;
    wish.is_fresh =
        bytes->length == 0 || bytes->text[bytes->length - 1] == '\n';
    make_bytes(&wish);
    strbuf_bytes(bytes, strbuf_text(&wish.out), wish.out.length);
    clearerr(stream->host);
  }
  wished_bytes_vec_release(&wish.written);
  wished_number_vec_release(&wish.numbers);
  strbuf_release(&wish.out);
}
