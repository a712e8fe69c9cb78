/* Scenarios of tinyproxy's host specifications. */
#include "harness.h"

#include UNIT

static void parse(const char *text, const char *address) {
  char location[64];
  struct hostspec host;
  strcpy(location, text);
  if (hostspec_parse(location, &host) == 0) {
    hostspec_match(address, &host);
    hostspec_match("", &host);
    if (host.type == HST_STRING)
      free(host.address.string);
  }
}

SCENARIO(addresses) {
  parse("10.0.0.1", "10.0.0.1");
  parse("10.0.0.0/8", "10.0.0.1");
  parse("10.0.0.0/255.0.0.0", "10.0.0.1");
  parse("fe80::1/64", "fe80::2");
  parse("10.0.0.0/99", "x");
  parse("10.0.0.0/-5", "x");
  parse("10.0.0.0/x", "x");
  parse("x/8", "x");
  parse("::::", "x");
}

SCENARIO(names) {
  parse("example.org", "example.org");
  parse(".example.org", "www.example.org");
  parse(".example.org", "x");
}

SCENARIO(none) {
  struct hostspec host;
  hostspec_parse(NULL, &host);
}
