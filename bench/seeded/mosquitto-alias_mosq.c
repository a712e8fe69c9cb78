/* Scenarios of mosquitto's aliases of topics. */
#include "harness.h"

#include UNIT
#include "mosquitto_internal.h"

SCENARIO(aliases) {
  struct mosquitto mosq = {0};
  char *topic = NULL;
  alias__add(&mosq, "a", 1);
  alias__add(&mosq, "b", 2);
  alias__add(&mosq, "c", 1);
  if (alias__find(&mosq, &topic, 1) == MOSQ_ERR_SUCCESS)
    free(topic);
  alias__find(&mosq, &topic, 9);
  alias__free_all(&mosq);
}
