// Text inside XML and HTML.
#ifndef VOUCH_REPORT_MARKUP_H
#define VOUCH_REPORT_MARKUP_H

#include "base/strbuf.h"

// XML takes no control characters, escaped or not; what is no ASCII may be
// another encoding than the document's.
void markup_escape(const char *text, struct strbuf *out);
// ` name="text"`.
void markup_attribute(const char *name, const char *text, struct strbuf *out);

#endif
