/* Scenarios of mosquitto's incoming CONNACK packets. */
#include "harness.h"

#include UNIT

#define PACKET 0x20
#define HANDLE(mosq) handle__connack(mosq)
#include "mosquitto-acknowledged.h"
