/* Scenarios of mosquitto's wills, aliases and options. */
#include "harness.h"

#include UNIT
#include "mosquitto-client.h"

SCENARIO(set) {
  struct mosquitto *mosq = client();
  if (!mosq)
    return;
  will__set(mosq, "topic", 4, "text", 1, false, NULL);
  will__set(mosq, "other", 4, "text", 1, false, NULL);
  will__set(mosq, "other", 0, NULL, 1, false, NULL);
  will__clear(mosq);
  will__clear(mosq);
  mosquitto_destroy(mosq);
}

SCENARIO(bad) {
  struct mosquitto *mosq = client();
  if (!mosq)
    return;
  will__set(mosq, NULL, 4, "text", 1, false, NULL);
  will__set(NULL, "topic", 4, "text", 1, false, NULL);
  will__set(mosq, "topic", 4, NULL, 1, false, NULL);
  will__set(mosq, "topic", -4, "text", 1, false, NULL);
  will__set(mosq, "to#pic", 4, "text", 1, false, NULL);
  mosquitto_destroy(mosq);
}

SCENARIO(again) {
  struct mosquitto *mosq = client();
  if (!mosq)
    return;
  will__set(mosq, "topic", 4, "text", 1, false, NULL);
  mosquitto_destroy(mosq);
}
