/* Scenarios of mosquitto's incoming PUBREL packets. */
#include "harness.h"

#include UNIT

#define PACKET 0x62
#define HANDLE(mosq) handle__pubrel(mosq)
#include "mosquitto-acknowledged.h"
