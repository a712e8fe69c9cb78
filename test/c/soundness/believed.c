// Specifications: what an abstraction says of a call is believed.
#include <assert.h>
extern int read_sensor(void);
int control(void) {
  int degrees = read_sensor();
  assert(degrees >= -40 && degrees <= 125);
  return degrees;
}

/* test: check --spec $dir/believed.spec $file
 * stdout-contains: the abstractions of read_sensor
 * stdout-contains: RESULT: true
 */
/* test: check --function control
 * exit: 10
 */
