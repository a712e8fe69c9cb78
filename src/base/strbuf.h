// A growing string. Always null-terminated once something was added; a zeroed
// struct is the empty string.
#ifndef VOUCH_BASE_STRBUF_H
#define VOUCH_BASE_STRBUF_H

#include <stdarg.h>
#include <stddef.h>

struct strbuf {
  char *text; // null while nothing was ever added
  size_t length;
  size_t capacity;
};

void strbuf_release(struct strbuf *buffer);
void strbuf_clear(struct strbuf *buffer);
void strbuf_cut(struct strbuf *buffer, size_t length); // its first bytes stay
const char *strbuf_text(const struct strbuf *buffer);  // never null
char *strbuf_detach(struct strbuf *buffer);            // the caller frees it

void strbuf_char(struct strbuf *buffer, char c);
void strbuf_add(struct strbuf *buffer, const char *text);
void strbuf_bytes(struct strbuf *buffer, const char *bytes, size_t count);
void strbuf_format(struct strbuf *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void strbuf_vformat(struct strbuf *buffer, const char *format, va_list args);
// Appends the text as the inside of a C string literal, escaping what needs it.
void strbuf_escape(struct strbuf *buffer, const char *bytes, size_t count);

#endif
