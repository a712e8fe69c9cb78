#include "report/explanation.h"

#include <string.h>

const struct explanation explanations[] = {
#define EXPLANATION(word, meaning, advice) {word, meaning, advice},
#include "report/explanation.def"
#undef EXPLANATION
    {0},
};

const struct explanation *explanation_of(const char *text) {
  for (const struct explanation *one = explanations; one->word; one++)
    if (strstr(text, one->word))
      return one;
  return NULL;
}

const struct explanation *explanation_about(const char *text) {
  for (const struct explanation *one = explanations; one->word; one++)
    if (strstr(text, one->word) || (*text && strstr(one->word, text)))
      return one;
  return NULL;
}
