// SHA-256 (FIPS 180-4), of bytes that are all there.
#ifndef VOUCH_BASE_SHA256_H
#define VOUCH_BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

#include "base/strbuf.h"

enum { SHA256_BYTES = 32 };

void sha256(const void *bytes, size_t count, uint8_t digest[SHA256_BYTES]);
// Appends the digest as hexadecimal digits.
void sha256_print(const void *bytes, size_t count, struct strbuf *out);

#endif
