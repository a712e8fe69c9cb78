/* Scenarios of mosquitto's incoming UNSUBACK packets. */
#include "harness.h"

#include UNIT

#define PACKET 0xb0
#define HANDLE(mosq) handle__unsuback(mosq)
#include "mosquitto-acknowledged.h"
