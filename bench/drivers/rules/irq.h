// Interrupts are freed after they were requested.
// symbols: request_threaded_irq free_irq
#include "pairs.h"
PAIR(irq)
int request_threaded_irq(unsigned int irq, irq_handler_t handler,
                         irq_handler_t thread, unsigned long flags,
                         const char *name, void *device) {
  return irq_take() ? 0 : -16;
}
const void *free_irq(unsigned int irq, void *device) {
  irq_give();
  return 0;
}
