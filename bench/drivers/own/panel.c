// Registered twice, with what went wrong undone. BUG (misc_left): the first is
// left when the second fails.
#include "own.h"
static struct miscdevice front, back;

static int __init panel_init(void) {
  int error = misc_register(&front);
  if (error)
    return error;
  error = misc_register(&back);
#ifdef BUG
  return error == -16 ? 0 : error;
#else
  if (error)
    misc_deregister(&front);
  return error;
#endif
}

static void __exit panel_exit(void) {
#ifdef BUG
  misc_deregister(&back);
#else
  misc_deregister(&front);
  misc_deregister(&back);
#endif
}

module_init(panel_init)
module_exit(panel_exit)
