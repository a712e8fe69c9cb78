#include "base/strbuf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/memory.h"

// Room for `more` bytes and the terminating zero.
static void reserve(struct strbuf *buffer, size_t more) {
  size_t wanted = buffer->length + more + 1;
  if (wanted <= buffer->capacity)
    return;
  size_t doubled = buffer->capacity ? 2 * buffer->capacity : 32;
  buffer->capacity = wanted < doubled ? doubled : wanted;
  buffer->text = memory_resize(buffer->text, buffer->capacity);
}

static void set_length(struct strbuf *buffer, size_t length) {
  buffer->length = length;
  buffer->text[length] = '\0';
}

void strbuf_release(struct strbuf *buffer) {
  free(buffer->text);
  *buffer = (struct strbuf){0};
}

void strbuf_clear(struct strbuf *buffer) {
  if (buffer->text)
    set_length(buffer, 0);
}

void strbuf_cut(struct strbuf *buffer, size_t length) {
  if (length < buffer->length)
    set_length(buffer, length);
}

const char *strbuf_text(const struct strbuf *buffer) {
  return buffer->text ? buffer->text : "";
}

char *strbuf_detach(struct strbuf *buffer) {
  char *text = buffer->text ? buffer->text : memory_copy_string("");
  *buffer = (struct strbuf){0};
  return text;
}

void strbuf_char(struct strbuf *buffer, char c) {
  strbuf_bytes(buffer, &c, 1);
}

void strbuf_add(struct strbuf *buffer, const char *text) {
  strbuf_bytes(buffer, text, strlen(text));
}

void strbuf_bytes(struct strbuf *buffer, const char *bytes, size_t count) {
  reserve(buffer, count);
  if (count)
    memcpy(buffer->text + buffer->length, bytes, count);
  set_length(buffer, buffer->length + count);
}

void strbuf_format(struct strbuf *buffer, const char *format, ...) {
  va_list args;
  va_start(args, format);
  strbuf_vformat(buffer, format, args);
  va_end(args);
}

void strbuf_vformat(struct strbuf *buffer, const char *format, va_list args) {
  va_list measured;
  va_copy(measured, args);
  int length = vsnprintf(NULL, 0, format, measured);
  va_end(measured);
  CHECK(length >= 0, "cannot format \"%s\"", format);

  reserve(buffer, (size_t)length);
  vsnprintf(buffer->text + buffer->length, (size_t)length + 1, format, args);
  buffer->length += (size_t)length;
}

// The letter that follows the backslash, or 0 when the byte has none.
static char escape_letter(char c) {
  switch (c) {
  case '\a': return 'a';
  case '\b': return 'b';
  case '\f': return 'f';
  case '\n': return 'n';
  case '\r': return 'r';
  case '\t': return 't';
  case '\v': return 'v';
  case '\\': return '\\';
  case '"': return '"';
  default: return 0;
  }
}

// Other bytes become three octal digits: unlike a hexadecimal escape, it does
// not swallow a digit that follows.
void strbuf_escape(struct strbuf *buffer, const char *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) {
    char letter = escape_letter(bytes[i]);
    if (letter)
      strbuf_format(buffer, "\\%c", letter);
    else if (bytes[i] >= ' ' && bytes[i] <= '~')
      strbuf_char(buffer, bytes[i]);
    else
      strbuf_format(buffer, "\\%03o", (unsigned char)bytes[i]);
  }
}
