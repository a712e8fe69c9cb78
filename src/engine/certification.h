// The engine that checks a certificate instead of looking for a proof.
#ifndef VOUCH_ENGINE_CERTIFICATION_H
#define VOUCH_ENGINE_CERTIFICATION_H

#include "engine/engine.h"

void run_certification(struct engine_context *context,
                       const struct demand *demand, struct result *result);

#endif
