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

enum length { LENGTH_NONE, LENGTH_HH, LENGTH_H, LENGTH_L, LENGTH_LL, LENGTH_J,
              LENGTH_Z, LENGTH_T, LENGTH_BIG_L };

struct specification {
  char flags[8];
  int width;      // -1: none
  int precision;  // -1: none
  enum length length;
  char conversion;
};

struct printer {
  struct library_call *call;
  struct variadic *arguments;
  struct strbuf *out;
  size_t start; // of our text in `out`
};

// Parsing

static const char *parse_flags(const char *text, struct specification *spec) {
  size_t count = 0;
  for (; *text && strchr("-+ #0'", *text); text++)
    if (!strchr(spec->flags, *text) && count + 1 < sizeof spec->flags)
      spec->flags[count++] = *text;
  return text;
}

// A number or `*`. Null after stopping the run.
static const char *parse_count(struct printer *printer, const char *text,
                               int *count) {
  if (*text == '*') {
    u128 value;
    if (!variadic_integer(printer->arguments, 4, &value))
      return NULL;
    *count = (int32_t)value;
    return text + 1;
  }
  *count = 0;
  for (; *text >= '0' && *text <= '9'; text++)
    if (*count < 100000000)
      *count = 10 * *count + (*text - '0');
  return text;
}

static const char *parse_width(struct printer *printer, const char *text,
                               struct specification *spec) {
  spec->width = -1;
  if (*text != '*' && (*text < '0' || *text > '9'))
    return text;
  text = parse_count(printer, text, &spec->width);
  if (text && spec->width < 0) { // a negative width means the flag `-`
    if (!strchr(spec->flags, '-'))
      spec->flags[strlen(spec->flags)] = '-';
    spec->width = -spec->width;
  }
  return text;
}

static const char *parse_precision(struct printer *printer, const char *text,
                                   struct specification *spec) {
  spec->precision = -1;
  if (*text != '.')
    return text;
  return parse_count(printer, text + 1, &spec->precision);
}

static const char *parse_length(const char *text, struct specification *spec) {
  static const struct {
    const char *text;
    enum length length;
  } lengths[] = {{"hh", LENGTH_HH}, {"h", LENGTH_H}, {"ll", LENGTH_LL},
                 {"l", LENGTH_L},   {"j", LENGTH_J}, {"z", LENGTH_Z},
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

// Printing

// Writes "%<flags>*.*<suffix>" for snprintf.
static void host_format(const struct specification *spec, const char *suffix,
                        char *into, size_t size) {
  snprintf(into, size, "%%%s*.*%s", spec->flags, suffix);
}

static int host_width(const struct specification *spec) {
  return spec->width < 0 ? 0 : spec->width;
}

static void print_host(struct printer *printer,
                       const struct specification *spec, const char *suffix,
                       uintmax_t value) {
  char format[32];
  host_format(spec, suffix, format, sizeof format);
  strbuf_format(printer->out, format, host_width(spec), spec->precision,
                value);
}

static bool print_integer(struct printer *printer,
                          const struct specification *spec) {
  unsigned bytes = integer_bytes(printer->call, spec->length);
  bool is_signed = spec->conversion == 'd' || spec->conversion == 'i';
  u128 value;
  if (!variadic_integer(printer->arguments, bytes < 4 ? 4 : bytes, &value))
    return false;
  value = bits_truncate(value, 8 * bytes);
  if (is_signed)
    value = (u128)bits_signed(value, 8 * bytes);
  char suffix[3] = {'j', spec->conversion, '\0'};
  print_host(printer, spec, suffix, (uintmax_t)value);
  return true;
}

static bool print_float(struct printer *printer,
                        const struct specification *spec) {
  char format[32];
  char suffix[3] = {'L', spec->conversion, '\0'};
  bool is_long = spec->length == LENGTH_BIG_L;
  host_format(spec, is_long ? suffix : suffix + 1, format, sizeof format);
  double value = 0;
  long double long_value = 0;
  if (is_long ? !variadic_long_double(printer->arguments, &long_value)
              : !variadic_double(printer->arguments, &value))
    return false;
  if (is_long)
    strbuf_format(printer->out, format, host_width(spec), spec->precision,
                  long_value);
  else
    strbuf_format(printer->out, format, host_width(spec), spec->precision,
                  value);
  return true;
}

static void print_padded(struct printer *printer,
                         const struct specification *spec, const char *text,
                         size_t length) {
  size_t width = (size_t)host_width(spec);
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
               "%s of wide characters", library_name(printer->call));
  return false;
}

static bool print_string(struct printer *printer,
                         const struct specification *spec) {
  uint64_t address;
  if (!variadic_pointer(printer->arguments, &address))
    return false;
  if (spec->length == LENGTH_L)
    return stop_wide(printer);
  uint64_t limit = spec->precision < 0 ? UINT64_MAX : (uint64_t)spec->precision;
  if (address == 0) { // as glibc does
    print_padded(printer, spec, "(null)", limit < 6 ? 0 : 6);
    return true;
  }
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
  if (!variadic_integer(printer->arguments, 4, &value))
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
  if (!variadic_pointer(printer->arguments, &address))
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
  return variadic_pointer(printer->arguments, &address) &&
         library_store(printer->call, address,
                       integer_bytes(printer->call, spec->length),
                       printer->out->length - printer->start);
}

static bool print_errno(struct printer *printer,
                        const struct specification *spec) {
  struct space_object *object =
      library_static(printer->call->machine, STATIC_ERRNO, "errno", 4);
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

// Parses and prints what follows a '%'. Null after stopping the run.
static const char *print_one(struct printer *printer, const char *text) {
  struct specification spec = {0};
  text = parse_flags(text, &spec);
  text = parse_width(printer, text, &spec);
  if (text)
    text = parse_precision(printer, text, &spec);
  if (!text)
    return NULL;
  text = parse_length(text, &spec);
  spec.conversion = *text;
  if (!print_conversion(printer, &spec))
    return NULL;
  return text + 1;
}

bool format_print(struct library_call *call, uint64_t format,
                  struct variadic *arguments, struct strbuf *out) {
  const char *text = library_string(call, format);
  struct printer printer = {call, arguments, out, out->length};
  // %n may write into the format itself: work on a copy.
  char *copy = text ? memory_copy_string(text) : NULL;
  const char *next = copy;
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
