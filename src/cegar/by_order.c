// Threads by the order of their accesses (order/order.h). What is found is run,
// as always; that all was covered is said by the solver alone.
#include "cegar/internal.h"
#include "order/order.h"

void cegar_by_order(struct cegar *cegar) {
  struct order_search search = {.question = cegar->component->question,
                                .counters = cegar->component_options->counters,
                                .solver = cegar->solver,
                                .units = cegar->options.order_units,
                                .most_depth = cegar->options.order_depth,
                                .poll = cegar_poll(cegar),
                                .log = cegar->options.log};
  struct edge_id_vec path = {0};
  switch (order_search(&search, &path)) {
  case ORDER_COVERED: cegar_conclude_by_order(cegar, search.turns); break;
  case ORDER_VIOLATED:
    if (!cegar_take_path(cegar, &path))
      cegar_conclude(cegar, VERDICT_UNKNOWN,
                     "an order of accesses violates the property, but the "
                     "program does not run that way");
    break;
  case ORDER_STOPPED:
    cegar_conclude(cegar, VERDICT_UNKNOWN, "no answer by order of accesses");
    break;
  }
  edge_id_vec_release(&path);
}
