// stdio.h on streams of the host.
#include <errno.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "base/memory.h"
#include "run/format.h"
#include "run/library_state.h"
#include "run/scan.h"
#include "run/source.h"
#include "run/wish.h"

enum { FILE_BYTES = 216 }; // what glibc's FILE takes; nobody looks inside

// Streams

uint64_t library_add_stream(struct machine *machine, FILE *host,
                            const char *name) {
  struct space_object *object = library_object(machine, name, FILE_BYTES);
  uint32_t index =
      stream_vec_push(&machine->library->streams,
                      (struct stream){.host = host, .object = object});
  object->tag = index + 1;
  return object->base;
}

// Is it an object that the function was given which starts the run?
static bool is_given(const struct machine *machine,
                     const struct space_object *object, uint64_t address) {
  return machine->is_open && object->is_alive && object->base == address &&
         object->kind == SPACE_HEAP && !name_is_none(object->name) &&
         object->size >= FILE_BYTES;
}

// One that is read first is for reading alone, others for anything.
static void open_given(struct library_call *call, struct space_object *object) {
  struct library *library = library_of(call);
  struct source *source = NULL;
  if (library->sources.count && reading_find(library_name(call)))
    source = library_add_source(call->machine, library->streams.count);
  FILE *host = source ? source_open(source) : fopen("/dev/null", "r+");
  if (host)
    stream_vec_push(&library->streams, (struct stream){host, object, source});
}

static struct stream *stream_with(struct library *library,
                                  const struct space_object *object) {
  for (uint32_t i = 0; i < library->streams.count; i++)
    if (library->streams.at[i].object == object)
      return &library->streams.at[i];
  return NULL;
}

struct stream *library_stream_at(struct library_call *call, uint64_t address) {
  struct library *library = library_of(call);
  struct space_object *object = space_find(&call->machine->space, address);
  if (!object->is_alive || object->base != address)
    return NULL;
  bool given = is_given(call->machine, object, address);
  if (!given && object->kind != SPACE_LIBRARY)
    return NULL;
  if (given && !stream_with(library, object))
    open_given(call, object);
  return stream_with(library, object);
}

static struct stream *find_stream(struct library_call *call, uint64_t address) {
  struct machine *machine = call->machine;
  struct stream *stream = library_stream_at(call, address);
  if (stream)
    return stream;
  if (space_find(&machine->space, address)->is_alive)
    machine_stop_refused(machine, UNDEFINED_INVALID_READ,
                         "%s: the stream is not open", library_name(call));
  else
    machine_stop_access(machine, ACCESS_READ, address, 1, library_name(call));
  return NULL;
}

static FILE *library_stream(struct library_call *call, uint64_t address) {
  struct stream *stream = find_stream(call, address);
  return stream ? stream->host : NULL;
}

static FILE *stream_argument(struct library_call *call, uint32_t index) {
  return library_stream(call, argument(call, index));
}

static FILE *standard_output(struct library_call *call) {
  return library_of(call)->host.out;
}

static FILE *standard_input(struct library_call *call) {
  return library_of(call)->host.in;
}

static void open_result(struct library_call *call, FILE *host,
                        const char *name) {
  if (host)
    call->result = library_add_stream(call->machine, host, name);
  else
    library_set_errno(call->machine, errno);
}

void routine_fopen(struct library_call *call) {
  const char *path = library_string(call, argument(call, 0));
  const char *mode = path ? library_string(call, argument(call, 1)) : NULL;
  if (mode)
    open_result(call, fopen(path, mode), path);
}

void routine_fdopen(struct library_call *call) {
  const char *mode = library_string(call, argument(call, 1));
  if (mode)
    open_result(call, fdopen((int)argument_signed(call, 0), mode), "fdopen");
}

void routine_freopen(struct library_call *call) {
  const char *path =
      argument(call, 0) ? library_string(call, argument(call, 0)) : NULL;
  const char *mode = library_string(call, argument(call, 1));
  if (machine_has_stopped(call->machine))
    return;
  FILE *host = stream_argument(call, 2);
  if (!host)
    return;
  if (freopen(path, mode, host))
    call->result = argument(call, 2);
  else
    library_set_errno(call->machine, errno);
}

void routine_tmpfile(struct library_call *call) {
  open_result(call, tmpfile(), "tmpfile");
}

void routine_fclose(struct library_call *call) {
  struct stream *stream = find_stream(call, argument(call, 0));
  if (!stream)
    return;
  struct library *library = library_of(call);
  bool is_ours = stream->host == library->host.in ||
                 stream->host == library->host.out ||
                 stream->host == library->host.err;
  int status = is_ours ? fflush(stream->host) : fclose(stream->host);
  space_end(&call->machine->space, stream->object,
            machine_position(call->machine));
  *stream = (struct stream){0};
  set_signed(call, status);
}

void routine_fflush(struct library_call *call) {
  if (argument(call, 0) == 0) {
    library_flush(call->machine);
    return;
  }
  FILE *host = stream_argument(call, 0);
  if (host)
    set_signed(call, fflush(host));
}

// Of a stream whose characters the oracle gives one by one nobody knows.
static FILE *known_stream(struct library_call *call) {
  struct stream *stream = find_stream(call, argument(call, 0));
  if (stream && call->machine->is_isolated && !stream->source) {
    machine_stop(call->machine, OUTCOME_UNSUPPORTED,
                 "%s of a stream that is not for reading alone",
                 library_name(call));
    return NULL;
  }
  return stream ? stream->host : NULL;
}

void routine_feof(struct library_call *call) {
  FILE *host = known_stream(call);
  if (host)
    set_signed(call, feof(host) != 0);
}

void routine_ferror(struct library_call *call) {
  FILE *host = known_stream(call);
  if (host)
    set_signed(call, ferror(host) != 0);
}

void routine_clearerr(struct library_call *call) {
  FILE *host = stream_argument(call, 0);
  if (host)
    clearerr(host);
}

void routine_fileno(struct library_call *call) {
  struct stream *stream = find_stream(call, argument(call, 0));
  if (!stream)
    return;
  // The first three are the standard streams, which may be one file outside.
  ptrdiff_t number = stream - library_of(call)->streams.at;
  set_signed(call, number < 3 ? number : fileno(stream->host));
}

void routine_fseek(struct library_call *call) {
  FILE *host = stream_argument(call, 0);
  if (!host)
    return;
  int whence = (int)argument_signed(call, 2);
  if (fseeko(host, (off_t)argument_signed(call, 1), whence))
    set_failure(call, errno);
}

void routine_ftell(struct library_call *call) {
  FILE *host = stream_argument(call, 0);
  if (!host)
    return;
  off_t offset = ftello(host);
  if (offset < 0)
    set_failure(call, errno);
  else
    set_signed(call, offset);
}

void routine_rewind(struct library_call *call) {
  FILE *host = stream_argument(call, 0);
  if (host)
    rewind(host);
}

void routine_setvbuf(struct library_call *call) {
  FILE *host = stream_argument(call, 0);
  if (host)
    set_signed(call, setvbuf(host, NULL, (int)argument_signed(call, 2), 0));
}

void routine_remove(struct library_call *call) {
  const char *path = library_string(call, argument(call, 0));
  if (path && remove(path))
    set_failure(call, errno);
}

void routine_rename(struct library_call *call) {
  const char *from = library_string(call, argument(call, 0));
  const char *to = from ? library_string(call, argument(call, 1)) : NULL;
  if (to && rename(from, to))
    set_failure(call, errno);
}

// Formatted output

static bool format_argument(struct library_call *call, uint32_t format,
                            bool is_list, struct strbuf *out) {
  struct variadic arguments = is_list ? variadic_list(call, format + 1)
                                      : variadic_rest(call, format + 1);
  return !machine_has_stopped(call->machine) &&
         format_print(call, argument(call, format), &arguments, out);
}

static void print_to(struct library_call *call, FILE *host, uint32_t format,
                     bool is_list) {
  struct strbuf text = {0};
  if (host && format_argument(call, format, is_list, &text)) {
    bool ok = fwrite(strbuf_text(&text), 1, text.length, host) == text.length;
    set_signed(call, ok ? (int64_t)text.length : -1);
  }
  strbuf_release(&text);
}

// To memory, at most `size` bytes with the terminating zero.
static void print_string(struct library_call *call, uint64_t to, uint64_t size,
                         uint32_t format, bool is_list) {
  struct strbuf text = {0};
  if (format_argument(call, format, is_list, &text)) {
    uint64_t count = text.length < size ? text.length + 1 : size;
    uint8_t *bytes = library_writable(call, to, count);
    if (bytes && count) {
      memcpy(bytes, strbuf_text(&text), count);
      bytes[count - 1] = 0;
    }
    set_signed(call, (int64_t)text.length);
  }
  strbuf_release(&text);
}

static void print_allocated(struct library_call *call, bool is_list) {
  struct strbuf text = {0};
  if (format_argument(call, 1, is_list, &text)) {
    uint64_t address = library_allocate(call, text.length + 1, 1, false);
    uint8_t *bytes =
        address ? library_writable(call, address, text.length + 1) : NULL;
    if (bytes)
      memcpy(bytes, strbuf_text(&text), text.length + 1);
    library_store(call, argument(call, 0), pointer_bytes(call), address);
    set_signed(call, address ? (int64_t)text.length : -1);
  }
  strbuf_release(&text);
}

static void print_descriptor(struct library_call *call, bool is_list) {
  struct strbuf text = {0};
  library_flush(call->machine);
  if (format_argument(call, 1, is_list, &text)) {
    ssize_t count =
        write((int)argument_signed(call, 0), strbuf_text(&text), text.length);
    set_signed(call, count);
  }
  strbuf_release(&text);
}

void routine_printf(struct library_call *call) {
  print_to(call, standard_output(call), 0, false);
}
void routine_vprintf(struct library_call *call) {
  print_to(call, standard_output(call), 0, true);
}
void routine_fprintf(struct library_call *call) {
  print_to(call, stream_argument(call, 0), 1, false);
}
void routine_vfprintf(struct library_call *call) {
  print_to(call, stream_argument(call, 0), 1, true);
}
void routine_dprintf(struct library_call *call) {
  print_descriptor(call, false);
}
void routine_vdprintf(struct library_call *call) {
  print_descriptor(call, true);
}
void routine_sprintf(struct library_call *call) {
  print_string(call, argument(call, 0), UINT64_MAX, 1, false);
}
void routine_vsprintf(struct library_call *call) {
  print_string(call, argument(call, 0), UINT64_MAX, 1, true);
}
void routine_snprintf(struct library_call *call) {
  print_string(call, argument(call, 0), argument(call, 1), 2, false);
}
void routine_vsnprintf(struct library_call *call) {
  print_string(call, argument(call, 0), argument(call, 1), 2, true);
}
void routine_asprintf(struct library_call *call) {
  print_allocated(call, false);
}
void routine_vasprintf(struct library_call *call) {
  print_allocated(call, true);
}
void routine_printf_chk(struct library_call *call) {
  print_to(call, standard_output(call), 1, false);
}
void routine_vprintf_chk(struct library_call *call) {
  print_to(call, standard_output(call), 1, true);
}
void routine_fprintf_chk(struct library_call *call) {
  print_to(call, stream_argument(call, 0), 2, false);
}
void routine_vfprintf_chk(struct library_call *call) {
  print_to(call, stream_argument(call, 0), 2, true);
}
void routine_sprintf_chk(struct library_call *call) {
  print_string(call, argument(call, 0), UINT64_MAX, 3, false);
}
void routine_vsprintf_chk(struct library_call *call) {
  print_string(call, argument(call, 0), UINT64_MAX, 3, true);
}
void routine_snprintf_chk(struct library_call *call) {
  print_string(call, argument(call, 0), argument(call, 1), 4, false);
}
void routine_vsnprintf_chk(struct library_call *call) {
  print_string(call, argument(call, 0), argument(call, 1), 4, true);
}

// Plain output

static void write_string(struct library_call *call, FILE *host,
                         bool adds_newline) {
  const char *text = host ? library_string(call, argument(call, 0)) : NULL;
  if (!text)
    return;
  bool ok = fputs(text, host) >= 0;
  if (adds_newline)
    ok = putc('\n', host) != EOF && ok;
  set_signed(call, ok ? 1 : EOF);
}

void routine_puts(struct library_call *call) {
  write_string(call, standard_output(call), true);
}

void routine_fputs(struct library_call *call) {
  write_string(call, stream_argument(call, 1), false);
}

void routine_putchar(struct library_call *call) {
  set_signed(call, putc((int)argument(call, 0), standard_output(call)));
}

void routine_fputc(struct library_call *call) {
  FILE *host = stream_argument(call, 1);
  if (host)
    set_signed(call, putc((int)argument(call, 0), host));
}

// The number of bytes of `count` elements; stops the run on overflow.
static bool element_bytes(struct library_call *call, uint64_t *bytes) {
  if (!__builtin_mul_overflow(argument(call, 1), argument(call, 2), bytes))
    return true;
  machine_stop_undefined(call->machine, UNDEFINED_LIBRARY,
                         "%s: the size overflows", library_name(call));
  return false;
}

void routine_fwrite(struct library_call *call) {
  FILE *host = stream_argument(call, 3);
  uint64_t bytes;
  if (!host || !element_bytes(call, &bytes) || bytes == 0)
    return;
  const uint8_t *from = library_readable(call, argument(call, 0), bytes);
  if (from)
    call->result = fwrite(from, argument(call, 1), argument(call, 2), host);
}

void routine_perror(struct library_call *call) {
  const char *prefix =
      argument(call, 0) ? library_string(call, argument(call, 0)) : "";
  if (!prefix)
    return;
  struct space_object *object = library_errno(call->machine);
  const char *text = strerror((int)space_get(object->bytes, 4));
  fprintf(library_of(call)->host.err, "%s%s%s\n", prefix, *prefix ? ": " : "",
          text);
}

// Input. What the program printed so far appears before it waits for more.

static void flush_before_input(struct library_call *call, FILE *host) {
  if (host == standard_input(call))
    fflush(standard_output(call));
}

static void read_character(struct library_call *call, FILE *host) {
  if (!host)
    return;
  set_signed(call, getc(host));
}

void routine_fgetc(struct library_call *call) {
  read_character(call, stream_argument(call, 0));
}

void routine_getchar(struct library_call *call) {
  read_character(call, standard_input(call));
}

// The host's library crashes where it writes behind what was pushed back; a run
// that confirms something must not.
void routine_ungetc(struct library_call *call) {
  FILE *host = stream_argument(call, 1);
  if (host && call->machine->is_isolated && __freadable(host) &&
      __fwritable(host))
    machine_stop(call->machine, OUTCOME_UNSUPPORTED,
                 "ungetc to a stream that can be written");
  else if (host) {
    int pushed = ungetc((int)argument_signed(call, 0), host);
    library_of(call)->has_pushed |= pushed != EOF;
    set_signed(call, pushed);
  }
}

void routine_fgets(struct library_call *call) {
  FILE *host = stream_argument(call, 2);
  int64_t size = argument_signed(call, 1);
  if (!host || size <= 0)
    return;
  flush_before_input(call, host);
  struct strbuf line = {0};
  int c = 0;
  while ((int64_t)line.length + 1 < size && c != '\n') {
    c = getc(host);
    if (c == EOF)
      break;
    strbuf_char(&line, (char)c);
  }
  if (line.length || size == 1) {
    uint8_t *to = library_writable(call, argument(call, 0), line.length + 1);
    if (to)
      memcpy(to, strbuf_text(&line), line.length + 1);
    call->result = argument(call, 0);
  }
  strbuf_release(&line);
}

void routine_fread(struct library_call *call) {
  FILE *host = stream_argument(call, 3);
  uint64_t bytes;
  if (!host || !element_bytes(call, &bytes) || bytes == 0)
    return;
  flush_before_input(call, host);
  uint8_t *to = library_writable(call, argument(call, 0), bytes);
  if (to)
    call->result = fread(to, argument(call, 1), argument(call, 2), host);
}

// Puts the line into the caller's buffer, which grows if it must.
static void store_line(struct library_call *call, const char *line,
                       size_t size) {
  unsigned pointer = pointer_bytes(call);
  u128 buffer, capacity;
  if (!library_load(call, argument(call, 0), pointer, &buffer) ||
      !library_load(call, argument(call, 1), pointer, &capacity))
    return;
  if (!buffer || capacity < size) {
    uint64_t grown = size < 120 ? 120 : size;
    uint64_t fresh = library_allocate(call, grown, 1, false);
    if (!fresh || !library_deallocate(call, (uint64_t)buffer) ||
        !library_store(call, argument(call, 0), pointer, fresh) ||
        !library_store(call, argument(call, 1), pointer, grown))
      return;
    buffer = fresh;
  }
  uint8_t *to = library_writable(call, (uint64_t)buffer, size);
  if (to)
    memcpy(to, line, size);
  set_signed(call, (int64_t)size - 1);
}

static void read_line(struct library_call *call, int delimiter, FILE *host) {
  if (!host)
    return;
  flush_before_input(call, host);
  char *line = NULL;
  size_t capacity = 0;
  ssize_t length = getdelim(&line, &capacity, delimiter, host);
  if (length < 0)
    set_signed(call, -1);
  else
    store_line(call, line, (size_t)length + 1);
  free(line);
}

void routine_getline(struct library_call *call) {
  read_line(call, '\n', stream_argument(call, 2));
}

void routine_getdelim(struct library_call *call) {
  read_line(call, (int)argument_signed(call, 2), stream_argument(call, 3));
}

// Formatted input

static void scan_stream(struct library_call *call, FILE *host, uint32_t format,
                        bool is_list) {
  if (!host)
    return;
  flush_before_input(call, host);
  struct scan_source source = {.stream = host};
  struct variadic arguments = is_list ? variadic_list(call, format + 1)
                                      : variadic_rest(call, format + 1);
  scan_run(call, argument(call, format), &source, &arguments);
}

static void scan_string(struct library_call *call, bool is_list) {
  const char *text = library_string(call, argument(call, 0));
  if (!text)
    return;
  // A conversion may write into the text itself.
  char *copy = memory_copy_string(text);
  struct scan_source source = {.text = copy};
  struct variadic arguments =
      is_list ? variadic_list(call, 2) : variadic_rest(call, 2);
  scan_run(call, argument(call, 1), &source, &arguments);
  free(copy);
}

void routine_scanf(struct library_call *call) {
  scan_stream(call, standard_input(call), 0, false);
}
void routine_vscanf(struct library_call *call) {
  scan_stream(call, standard_input(call), 0, true);
}
void routine_fscanf(struct library_call *call) {
  scan_stream(call, stream_argument(call, 0), 1, false);
}
void routine_vfscanf(struct library_call *call) {
  scan_stream(call, stream_argument(call, 0), 1, true);
}
void routine_sscanf(struct library_call *call) {
  scan_string(call, false);
}
void routine_vsscanf(struct library_call *call) {
  scan_string(call, true);
}
