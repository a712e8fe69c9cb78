// What drivers read of devices and clocks is an input: the kernel's own way is
// inline assembly, of which nobody knows what it gives.
#include <linux/io.h>
#include <linux/jiffies.h>
#include <linux/module.h>
#undef inb
#undef inw
#undef inl
#undef outb
#undef outw
#undef outl
#undef inb_p
#undef outb_p
#define inb(port) ((void)(port), (unsigned char)__VERIFIER_nondet_int())
#define inw(port) ((void)(port), (unsigned short)__VERIFIER_nondet_int())
#define inl(port) ((void)(port), (unsigned int)__VERIFIER_nondet_int())
#define inb_p(port) inb(port)
#define outb(value, port) ((void)(value), (void)(port))
#define outw(value, port) ((void)(value), (void)(port))
#define outl(value, port) ((void)(value), (void)(port))
#define outb_p(value, port) outb(value, port)
unsigned long volatile jiffies;
