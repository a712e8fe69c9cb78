// Bodies of library routines (model.h) that have files of their own. Each makes
// the body of one call; the arguments are those of the routine.
#ifndef VOUCH_MEMORY_MODELS_H
#define VOUCH_MEMORY_MODELS_H

#include "memory/modelling.h"

// model_text.c: searching in strings, and taking them apart

void model_strrchr(struct modelling *m);
void model_strspn(struct modelling *m);
void model_strcspn(struct modelling *m);
void model_strpbrk(struct modelling *m);
void model_strstr(struct modelling *m);
void model_strtok_r(struct modelling *m);

// model_number.c: numbers from their text, as glibc reads them in the "C"
// locale

void model_atoi(struct modelling *m);
void model_atol(struct modelling *m);
void model_atoll(struct modelling *m);
void model_strtol(struct modelling *m);
void model_strtoll(struct modelling *m);
void model_strtoul(struct modelling *m);
void model_strtoull(struct modelling *m);
// Is the base, the third argument of the call, one that is known here?
bool model_knows_base(const struct program *program,
                      const struct operation *call);

#endif
