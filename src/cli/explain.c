// `vouch explain TEXT`: what a word of a report means, and what to try.
#include <stdio.h>

#include "base/exit_code.h"
#include "base/strbuf.h"
#include "cli/commands.h"
#include "report/explanation.h"

static int list_all(void) {
  puts("`vouch explain TEXT` explains a word or a line of a report:\n");
  for (const struct explanation *one = explanations; one->word; one++)
    printf("  %s\n", one->word);
  return EXIT_TRUE;
}

int command_explain(const struct options *options) {
  struct strbuf text = {0};
  for (uint32_t i = 0; i < options->operands.count; i++)
    strbuf_format(&text, "%s%s", i ? " " : "", options->operands.at[i]);
  if (!text.length)
    return list_all();
  const struct explanation *found = explanation_about(strbuf_text(&text));
  if (found)
    printf("%s\n  %s\n%s%s%s", found->word, found->meaning,
           *found->advice ? "  What to try: " : "", found->advice,
           *found->advice ? "\n" : "");
  else
    fprintf(stderr,
            "vouch: error: nothing is known of `%s`\n"
            "hint: `vouch explain` lists what can be asked about\n",
            strbuf_text(&text));
  strbuf_release(&text);
  return found ? EXIT_TRUE : EXIT_USAGE;
}
