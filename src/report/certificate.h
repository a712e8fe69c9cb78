// A proof as a certificate (certify/certificate.h describes the text).
#ifndef VOUCH_REPORT_CERTIFICATE_H
#define VOUCH_REPORT_CERTIFICATE_H

#include "evidence/result.h"

// Only comments, which say why, when there is no formula for each location.
void certificate_print(const struct result *result, struct strbuf *out);

#endif
