#include "certify/endless_check.h"

#include "certify/claims.h"
#include "rank/endless_text.h"

static bool check(const struct component *component, struct blocks *blocks,
                  const char *text, struct term_vec *claims,
                  struct strbuf *why) {
  struct lemmas lemmas;
  struct endless endless = {0};
  lemmas_init(&lemmas, blocks, &component->slice.variables, NULL);
  struct endless_frame frame = {component, blocks, &lemmas};
  bool ok = endless_read(text, blocks, &endless, &lemmas, why) &&
            endless_claims(&endless, &frame, claims, why);
  if (ok)
    lemmas_induction(&lemmas, claims);
  endless_release(&endless);
  lemmas_release(&lemmas);
  return ok;
}

bool endless_certify(const struct component *component, const char *text,
                     struct poll poll, uint64_t *asked, struct strbuf *why) {
  struct blocks *blocks =
      blocks_new(component->question, &component->slice.variables);
  struct term_vec claims = {0};
  bool ok = blocks->is_complete;
  if (!ok)
    strbuf_add(why, "a loop is too large");
  ok = ok && check(component, blocks, text, &claims, why) &&
       claims_refuted(component->program->terms, &claims, poll, asked, why);
  term_vec_release(&claims);
  blocks_free(blocks);
  return ok;
}
