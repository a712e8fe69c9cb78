#include "certify/measure_check.h"

#include "certify/claims.h"
#include "rank/measure_text.h"
#include "rank/rank.h"

struct certifying {
  const struct component *component;
  struct blocks *blocks;
  struct loose loose;
  struct bitset tops;
  struct lemmas lemmas, wrapped;
  struct rounds rounds;
  struct prove prove;
  struct term_vec claims; // to be refuted
};

// What is read needs the rounds, whose relations need what is read: they are
// listed once without it.
static bool read_proof(struct certifying *c, const char *text,
                       struct strbuf *why) {
  rounds_init(&c->rounds, &c->tops, c->blocks, &c->lemmas, &c->loose,
              &c->wrapped, NULL);
  c->prove = (struct prove){.rounds = &c->rounds};
  bool ok = measures_read(text, &c->prove, &c->lemmas, &c->wrapped, why);
  rounds_release(&c->rounds);
  rounds_init(&c->rounds, &c->tops, c->blocks, &c->lemmas, &c->loose,
              &c->wrapped, NULL);
  return ok;
}

static bool check(struct certifying *c, const char *text, struct poll poll,
                  uint64_t *asked, struct strbuf *why) {
  if (!read_proof(c, text, why))
    return false;
  lemmas_induction(&c->lemmas, &c->claims);
  lemmas_induction(&c->wrapped, &c->claims);
  if (!prove_check(&c->prove, &c->rounds, NULL, &c->claims)) {
    strbuf_add(why, "the levels do not end all rounds");
    return false;
  }
  return claims_refuted(c->component->program->terms, &c->claims, poll, asked,
                        why);
}

bool measures_certify(const struct component *component, const char *text,
                      struct poll poll, uint64_t *asked, struct strbuf *why) {
  struct certifying c = {.component = component};
  const struct bitset *relevant = &component->slice.variables;
  c.blocks = blocks_new(component->question, relevant);
  loose_init(&c.loose, component->question, relevant);
  rank_find_tops(component, &c.tops);
  lemmas_init(&c.lemmas, c.blocks, relevant, NULL);
  lemmas_init(&c.wrapped, c.loose.blocks, relevant, NULL);
  bool ok = c.blocks->is_complete && c.loose.blocks->is_complete;
  if (!ok)
    strbuf_add(why, "a loop is too large");
  ok = ok && check(&c, text, poll, asked, why);
  prove_release(&c.prove);
  if (c.rounds.blocks)
    rounds_release(&c.rounds);
  lemmas_release(&c.lemmas);
  lemmas_release(&c.wrapped);
  bitset_release(&c.tops);
  loose_release(&c.loose);
  blocks_free(c.blocks);
  term_vec_release(&c.claims);
  return ok;
}
