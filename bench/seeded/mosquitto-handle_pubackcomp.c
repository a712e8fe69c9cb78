/* Scenarios of mosquitto's incoming PUBACKCOMP packets. */
#include "harness.h"

#include UNIT

#define PACKET 0x40
#define HANDLE(mosq) handle__pubackcomp(mosq, "PUBACK")
#include "mosquitto-acknowledged.h"
