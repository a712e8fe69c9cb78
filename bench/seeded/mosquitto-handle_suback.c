/* Scenarios of mosquitto's incoming SUBACK packets. */
#include "harness.h"

#include UNIT

#define PACKET 0x90
#define HANDLE(mosq) handle__suback(mosq)
#include "mosquitto-acknowledged.h"
