// One conversion at a time: the specification is parsed here, the argument is
// fetched with the size that it has on the interpreted machine, and the host's
// snprintf does the rest with a specification for the widest type.
#include "run/format.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "run/library_state.h"

enum length {
  LENGTH_NONE,
  LENGTH_HH,
  LENGTH_H,
  LENGTH_L,
  LENGTH_LL,
  LENGTH_J,
  LENGTH_Z,
  LENGTH_T,
  LENGTH_BIG_L
};

// A width or precision: nothing, a number, or an argument.
struct count {
  bool is_given;
  bool is_argument;
  uint32_t position; // of that argument, 0: the next
  int number;
};

struct specification {
  uint32_t position; // of the argument, 0: the next
  char flags[8];
  struct count width;
  struct count precision;
  enum length length;
  char conversion;
};

enum { POSITIONS = 64 }; // of arguments that are named by number

struct printer {
  struct library_call *call;
  struct variadic *arguments;
  struct strbuf *out;
  size_t start;       // of our text in `out`
  bool is_positional; // the format names its arguments by number
  u128 values[POSITIONS];
};

// Parsing

static const char *parse_number(const char *text, uint32_t *number) {
  *number = 0;
  for (; *text >= '0' && *text <= '9'; text++)
    if (*number < 100000000)
      *number = 10 * *number + (uint32_t)(*text - '0');
  return text;
}

// "3$", if it is there.
static const char *parse_position(const char *text, uint32_t *position) {
  uint32_t number;
  const char *end = parse_number(text, &number);
  if (end == text || *end != '$')
    return text;
  *position = number;
  return end + 1;
}

static const char *parse_flags(const char *text, struct specification *spec) {
  size_t count = 0;
  for (; *text && strchr("-+ #0'", *text); text++)
    if (!strchr(spec->flags, *text) && count + 1 < sizeof spec->flags)
      spec->flags[count++] = *text;
  return text;
}

static const char *parse_count(const char *text, struct count *count) {
  uint32_t number;
  if (*text == '*') {
    count->is_given = count->is_argument = true;
    return parse_position(text + 1, &count->position);
  }
  const char *end = parse_number(text, &number);
  count->is_given = end != text;
  count->number = (int)number;
  return end;
}

static const char *parse_length(const char *text, struct specification *spec) {
  static const struct {
    const char *text;
    enum length length;
  } lengths[] = {{"hh", LENGTH_HH}, {"h", LENGTH_H},  {"ll", LENGTH_LL},
                 {"l", LENGTH_L},   {"j", LENGTH_J},  {"z", LENGTH_Z},
                 {"t", LENGTH_T},   {"q", LENGTH_LL}, {"L", LENGTH_BIG_L}};
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
    size_t size = strlen(lengths[i].text);
    if (!strncmp(text, lengths[i].text, size)) {
      spec->length = lengths[i].length;
      return text + size;
    }
  }
  return text;
}

// What follows a '%'.
static const char *parse_specification(const char *text,
                                       struct specification *spec) {
  *spec = (struct specification){0};
  text = parse_position(text, &spec->position);
  text = parse_flags(text, spec);
  text = parse_count(text, &spec->width);
  if (*text == '.') {
    text = parse_count(text + 1, &spec->precision);
    spec->precision.is_given = true;
  }
  text = parse_length(text, spec);
  spec->conversion = *text;
  return *text ? text + 1 : text;
}

static unsigned integer_bytes(const struct library_call *call,
                              enum length length) {
  switch (length) {
  case LENGTH_HH: return 1;
  case LENGTH_H: return 2;
  case LENGTH_L:
  case LENGTH_Z:
  case LENGTH_T: return pointer_bytes(call);
  case LENGTH_LL:
  case LENGTH_J:
  case LENGTH_BIG_L: return 8;
  case LENGTH_NONE: break;
  }
  return 4;
}

static bool is_float(char conversion) {
  return conversion && strchr("eEfFgGaA", conversion);
}

static bool is_pointer(char conversion) {
  return conversion && strchr("spn", conversion);
}

// The bytes that the argument of a conversion takes as an argument; 10 for a
// long double.
static unsigned argument_bytes(const struct library_call *call,
                               const struct specification *spec) {
  if (is_float(spec->conversion))
    return spec->length == LENGTH_BIG_L ? 10 : 8;
  if (is_pointer(spec->conversion))
    return pointer_bytes(call);
  unsigned bytes =
      spec->conversion == 'c' ? 4 : integer_bytes(call, spec->length);
  return bytes < 4 ? 4 : bytes;
}

// Arguments

static bool next_value(struct printer *printer, unsigned bytes, u128 *value) {
  if (bytes != 10)
    return variadic_integer(printer->arguments, bytes, value);
  long double number;
  if (!variadic_long_double(printer->arguments, &number))
    return false;
  *value = 0;
  memcpy(value, &number, 10);
  return true;
}

// The argument of a position, or the next.
static bool fetch(struct printer *printer, uint32_t position, unsigned bytes,
                  u128 *value) {
  if (!printer->is_positional)
    return next_value(printer, bytes, value);
  *value =
      position && position <= POSITIONS ? printer->values[position - 1] : 0;
  return true;
}

static void note_bytes(uint32_t position, unsigned bytes, unsigned *sizes) {
  if (position && position <= POSITIONS)
    sizes[position - 1] = bytes;
}

// Reads all arguments of a format that names them by number: each one's size
// must be known before the next can be found.
static bool read_positions(struct printer *printer, const char *format) {
  unsigned sizes[POSITIONS] = {0};
  uint32_t count = 0;
  while ((format = strchr(format, '%'))) {
    struct specification spec;
    format = parse_specification(format + 1, &spec);
    note_bytes(spec.position, argument_bytes(printer->call, &spec), sizes);
    note_bytes(spec.width.position, 4, sizes);
    note_bytes(spec.precision.position, 4, sizes);
  }
  for (uint32_t i = 0; i < POSITIONS; i++)
    count = sizes[i] ? i + 1 : count;
  for (uint32_t i = 0; i < count; i++)
    if (!next_value(printer, sizes[i] ? sizes[i] : 4, &printer->values[i]))
      return false;
  printer->is_positional = count > 0;
  return true;
}

static bool has_positions(const char *format) {
  const char *first = strchr(format, '%');
  struct specification spec = {0};
  while (first && first[1] == '%')
    first = strchr(first + 2, '%');
  if (first)
    parse_specification(first + 1, &spec);
  return spec.position != 0;
}

// Gives counts that are arguments their numbers. A negative width means the
// flag `-`, a negative precision means none.
static bool resolve_counts(struct printer *printer,
                           struct specification *spec) {
  u128 value;
  if (spec->width.is_argument) {
    if (!fetch(printer, spec->width.position, 4, &value))
      return false;
    spec->width.number = (int32_t)value;
    if (spec->width.number < 0) {
      if (!strchr(spec->flags, '-'))
        spec->flags[strlen(spec->flags)] = '-';
      spec->width.number = -spec->width.number;
    }
  }
  if (spec->precision.is_argument) {
    if (!fetch(printer, spec->precision.position, 4, &value))
      return false;
    spec->precision.number = (int32_t)value;
    spec->precision.is_given = spec->precision.number >= 0;
  }
  return true;
}

static int width_of(const struct specification *spec) {
  return spec->width.is_given ? spec->width.number : 0;
}

static int precision_of(const struct specification *spec) {
  return spec->precision.is_given ? spec->precision.number : -1;
}

// Printing

// Writes "%<flags>*.*<suffix>" for snprintf.
static void host_format(const struct specification *spec, const char *suffix,
                        char *into, size_t size) {
  snprintf(into, size, "%%%s*.*%s", spec->flags, suffix);
}

static bool print_integer(struct printer *printer,
                          const struct specification *spec) {
  unsigned bytes = integer_bytes(printer->call, spec->length);
  bool is_signed = spec->conversion == 'd' || spec->conversion == 'i';
  u128 value;
  if (!fetch(printer, spec->position, bytes < 4 ? 4 : bytes, &value))
    return false;
  value = bits_truncate(value, 8 * bytes);
  if (is_signed)
    value = (u128)bits_signed(value, 8 * bytes);
  char suffix[3] = {'j', spec->conversion, '\0'}, format[32];
  host_format(spec, suffix, format, sizeof format);
  strbuf_format(printer->out, format, width_of(spec), precision_of(spec),
                (uintmax_t)value);
  return true;
}

static bool print_float(struct printer *printer,
                        const struct specification *spec) {
  bool is_long = spec->length == LENGTH_BIG_L;
  u128 bits;
  if (!fetch(printer, spec->position, is_long ? 10 : 8, &bits))
    return false;
  char suffix[3] = {'L', spec->conversion, '\0'}, format[32];
  host_format(spec, is_long ? suffix : suffix + 1, format, sizeof format);
  double value;
  long double long_value = 0;
  memcpy(&value, &bits, sizeof value);
  memcpy(&long_value, &bits, 10);
  if (is_long)
    strbuf_format(printer->out, format, width_of(spec), precision_of(spec),
                  long_value);
  else
    strbuf_format(printer->out, format, width_of(spec), precision_of(spec),
                  value);
  return true;
}

static void print_padded(struct printer *printer,
                         const struct specification *spec, const char *text,
                         size_t length) {
  size_t width = (size_t)width_of(spec);
  size_t padding = width > length ? width - length : 0;
  bool is_left = strchr(spec->flags, '-') != NULL;
  for (size_t i = 0; !is_left && i < padding; i++)
    strbuf_char(printer->out, ' ');
  strbuf_bytes(printer->out, text, length);
  for (size_t i = 0; is_left && i < padding; i++)
    strbuf_char(printer->out, ' ');
}

static bool stop_wide(struct printer *printer) {
  machine_stop(printer->call->machine, OUTCOME_UNSUPPORTED,
               "%s of wide characters beyond ASCII",
               library_name(printer->call));
  return false;
}

// A string of 4-byte characters, at most `limit` of them.
static bool print_wide(struct printer *printer,
                       const struct specification *spec, uint64_t address,
                       uint64_t limit) {
  struct strbuf text = {0};
  u128 c = 0;
  bool ok = true;
  while (ok && text.length < limit) {
    ok = library_load(printer->call, address + 4 * text.length, 4, &c);
    if (!ok || c == 0)
      break;
    ok = c < 128 || stop_wide(printer);
    strbuf_char(&text, (char)c);
  }
  if (ok)
    print_padded(printer, spec, strbuf_text(&text), text.length);
  strbuf_release(&text);
  return ok;
}

static bool fetch_pointer(struct printer *printer,
                          const struct specification *spec, uint64_t *address) {
  u128 value;
  if (!fetch(printer, spec->position, pointer_bytes(printer->call), &value))
    return false;
  *address = (uint64_t)value;
  return true;
}

static bool print_string(struct printer *printer,
                         const struct specification *spec) {
  uint64_t address;
  if (!fetch_pointer(printer, spec, &address))
    return false;
  uint64_t limit =
      spec->precision.is_given ? (uint64_t)spec->precision.number : UINT64_MAX;
  if (address == 0) { // as glibc does
    print_padded(printer, spec, "(null)", limit < 6 ? 0 : 6);
    return true;
  }
  if (spec->length == LENGTH_L)
    return print_wide(printer, spec, address, limit);
  uint64_t length = library_string_length(printer->call, address, limit);
  if (length == UINT64_MAX)
    return false;
  const uint8_t *bytes = library_readable(printer->call, address, length);
  print_padded(printer, spec, (const char *)bytes, length);
  return true;
}

static bool print_character(struct printer *printer,
                            const struct specification *spec) {
  u128 value;
  if (!fetch(printer, spec->position, 4, &value))
    return false;
  if (spec->length == LENGTH_L && value > 127)
    return stop_wide(printer);
  char c = (char)value;
  print_padded(printer, spec, &c, 1);
  return true;
}

static bool print_pointer(struct printer *printer,
                          const struct specification *spec) {
  uint64_t address;
  if (!fetch_pointer(printer, spec, &address))
    return false;
  if (address == 0) {
    print_padded(printer, spec, "(nil)", 5);
    return true;
  }
  char text[32];
  int length = snprintf(text, sizeof text, "0x%" PRIx64, address);
  print_padded(printer, spec, text, (size_t)length);
  return true;
}

static bool store_count(struct printer *printer,
                        const struct specification *spec) {
  uint64_t address;
  return fetch_pointer(printer, spec, &address) &&
         library_store(printer->call, address,
                       integer_bytes(printer->call, spec->length),
                       printer->out->length - printer->start);
}

static bool print_errno(struct printer *printer,
                        const struct specification *spec) {
  struct space_object *object = library_errno(printer->call->machine);
  const char *text = strerror((int)space_get(object->bytes, 4));
  print_padded(printer, spec, text, strlen(text));
  return true;
}

static bool print_conversion(struct printer *printer,
                             const struct specification *spec) {
  switch (spec->conversion) {
  case 'd':
  case 'i':
  case 'u':
  case 'o':
  case 'x':
  case 'X': return print_integer(printer, spec);
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
  case 'a':
  case 'A': return print_float(printer, spec);
  case 's': return print_string(printer, spec);
  case 'c': return print_character(printer, spec);
  case 'p': return print_pointer(printer, spec);
  case 'n': return store_count(printer, spec);
  case 'm': return print_errno(printer, spec);
  case '%': strbuf_char(printer->out, '%'); return true;
  default:
    machine_stop(printer->call->machine, OUTCOME_UNSUPPORTED,
                 "%s with the conversion `%%%c`", library_name(printer->call),
                 spec->conversion ? spec->conversion : ' ');
    return false;
  }
}

// What takes gigabytes is not printed.
static bool is_bearable(struct printer *printer,
                        const struct specification *spec) {
  enum { MOST = 1 << 24 };
  bool is_text = strchr("sc", spec->conversion) != NULL;
  if (width_of(spec) < MOST && (is_text || precision_of(spec) < MOST))
    return true;
  machine_stop(printer->call->machine, OUTCOME_LIMIT,
               "%s prints more than %d bytes at once",
               library_name(printer->call), MOST);
  return false;
}

// Prints what follows a '%'. Null after stopping the run.
static const char *print_one(struct printer *printer, const char *text) {
  struct specification spec;
  text = parse_specification(text, &spec);
  bool ok = resolve_counts(printer, &spec) && is_bearable(printer, &spec) &&
            print_conversion(printer, &spec);
  return ok ? text : NULL;
}

bool format_print(struct library_call *call, uint64_t format,
                  struct variadic *arguments, struct strbuf *out) {
  const char *text = library_string(call, format);
  struct printer printer = {
      .call = call, .arguments = arguments, .out = out, .start = out->length};
  // %n may write into the format itself: work on a copy.
  char *copy = text ? memory_copy_string(text) : NULL;
  const char *next = copy;
  if (next && has_positions(next) && !read_positions(&printer, next))
    next = NULL;
  while (next && *next) {
    size_t plain = strcspn(next, "%");
    strbuf_bytes(out, next, plain);
    next += plain;
    if (*next == '%')
      next = print_one(&printer, next + 1);
  }
  free(copy);
  return next != NULL;
}
