#include "confirm/inputs.h"

#include <string.h>

#include "base/strbuf.h"
#include "run/oracle.h"

static void tell(struct interner *names, const char *before,
                 const uint8_t *bytes, uint64_t count, struct name_vec *into) {
  struct strbuf text = {0};
  strbuf_format(&text, "%s\"", before);
  strbuf_escape(&text, (const char *)bytes, count);
  strbuf_char(&text, '"');
  name_vec_push(into, intern(names, strbuf_text(&text)));
  strbuf_release(&text);
}

// The standard streams are the first three.
static void tell_stream(struct interner *names,
                        const struct oracle_input *input,
                        struct name_vec *into) {
  struct strbuf before = {0};
  if (input->stream == 0)
    strbuf_add(&before, "stdin: ");
  else
    strbuf_format(&before, "stream %llu that is opened: ",
                  (unsigned long long)input->stream - 2);
  tell(names, strbuf_text(&before), input->bytes, input->byte_count, into);
  strbuf_release(&before);
}

// Does a later line say it otherwise?
static bool is_said_again(const struct oracle_variable_vec *all, uint32_t i) {
  for (uint32_t k = i + 1; k < all->count; k++)
    if (!strcmp(all->at[k].name, all->at[i].name))
      return true;
  return false;
}

void inputs_tell(const char *oracle, struct interner *names,
                 struct name_vec *into) {
  struct strbuf error = {0};
  struct oracle *parsed = oracle_parse(oracle, &error);
  strbuf_release(&error);
  if (!parsed)
    return;
  const struct oracle_entry *entry = oracle_entry(parsed);
  for (uint32_t i = 0; i < entry->arguments.count; i++) {
    const struct oracle_argument *argument = &entry->arguments.at[i];
    struct strbuf before = {0};
    strbuf_format(&before,
                  "argv[%llu] = ", (unsigned long long)argument->index);
    tell(names, strbuf_text(&before), argument->bytes, argument->byte_count,
         into);
    strbuf_release(&before);
  }
  for (uint32_t i = 0; i < entry->environment.count; i++) {
    const struct oracle_variable *one = &entry->environment.at[i];
    struct strbuf before = {0};
    if (is_said_again(&entry->environment, i))
      continue;
    strbuf_format(&before, "environment: %s=", one->name);
    tell(names, strbuf_text(&before), one->bytes, one->byte_count, into);
    strbuf_release(&before);
  }
  for (uint32_t i = 0; i < entry->inputs.count; i++)
    tell_stream(names, &entry->inputs.at[i], into);
  oracle_free(parsed);
}
