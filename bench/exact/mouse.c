// A mouse behind a port controller, as a driver of the nineties would have it:
// bytes come by interrupts into a ring, programs open the device, read, wait
// and write. The spin lock of the ring is taken and given back in turn. With
// BUG a way out of reading that finds nothing keeps it.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

#define RING 64
#define RETRIES 60

#define STATUS_DATA 0x01
#define STATUS_BUSY 0x02
#define COMMAND_ENABLE 0xa8
#define COMMAND_DISABLE 0xa7
#define DEVICE_ENABLE 0xf4
#define DEVICE_DISABLE 0xf5

#define ENODEV 19
#define EAGAIN 11
#define EBUSY 16
#define EIO 5
#define EINTR 4

struct ring {
  unsigned head, tail;
  unsigned char bytes[RING];
};

struct mouse {
  struct ring ring;
  int users;
  int is_present;
  int has_interrupt;
  int is_asleep;
  unsigned lost;
};

static struct mouse mouse;
static int is_locked;

// ---- What the kernel gives --------------------------------------------------

static void lock(void) {
  if (is_locked)
    reach_error();
  is_locked = 1;
}

static void unlock(void) {
  if (!is_locked)
    reach_error();
  is_locked = 0;
}

static unsigned char port_in(void) {
  return __VERIFIER_nondet_uchar();
}

static void port_out(unsigned char value) {
  (void)value;
}

static int signal_is_pending(void) {
  return __VERIFIER_nondet_int();
}

static int request_interrupt(void) {
  return __VERIFIER_nondet_int() ? -EBUSY : 0;
}

static int copy_to_program(unsigned char byte) {
  (void)byte;
  return __VERIFIER_nondet_int();
}

// Whoever waits must not hold the lock.
static void schedule(void) {
  if (is_locked)
    reach_error();
}

// ---- The controller ---------------------------------------------------------

static int poll_status(void) {
  int retries = 0;
  while (retries < RETRIES && (port_in() & STATUS_BUSY)) {
    if (port_in() & STATUS_DATA)
      (void)port_in();
    schedule();
    retries++;
  }
  return retries < RETRIES;
}

static int send(unsigned char value) {
  if (!poll_status())
    return -EIO;
  port_out(value);
  return 0;
}

// ---- The ring ---------------------------------------------------------------

static int ring_is_empty(void) {
  return mouse.ring.head == mouse.ring.tail;
}

static unsigned char ring_take(void) {
  unsigned char byte = mouse.ring.bytes[mouse.ring.tail % RING];
  mouse.ring.tail = (mouse.ring.tail + 1) % RING;
  return byte;
}

static void ring_put(unsigned char byte) {
  unsigned head = mouse.ring.head;
  mouse.ring.bytes[head % RING] = byte;
  head = (head + 1) % RING;
  if (head != mouse.ring.tail)
    mouse.ring.head = head;
  else
    mouse.lost++;
}

// ---- Operations -------------------------------------------------------------

static void interrupt(void) {
  unsigned char status = port_in();
  lock();
  if (!(status & STATUS_DATA)) {
    unlock();
    return;
  }
  ring_put(port_in());
  if (mouse.is_asleep)
    mouse.is_asleep = 0;
  unlock();
}

static int mouse_open(void) {
  if (!mouse.is_present)
    return -ENODEV;
  if (mouse.users++)
    return 0;
  if (request_interrupt() < 0) {
    mouse.users--;
    return -EBUSY;
  }
  mouse.has_interrupt = 1;
  lock();
  mouse.ring.head = mouse.ring.tail = 0;
  unlock();
  if (send(COMMAND_ENABLE) < 0 || send(DEVICE_ENABLE) < 0) {
    mouse.users = 0;
    mouse.has_interrupt = 0;
    return -EIO;
  }
  return 0;
}

static int mouse_release(void) {
  if (--mouse.users)
    return 0;
  if (send(DEVICE_DISABLE) < 0)
    return -EIO;
  send(COMMAND_DISABLE);
  mouse.has_interrupt = 0;
  return 0;
}

static int wait_for_byte(int may_wait) {
  while (1) {
    lock();
    if (!ring_is_empty())
      return 0; // with the lock
    if (!may_wait) {
#ifndef BUG
      unlock();
#endif
      return -EAGAIN;
    }
    mouse.is_asleep = 1;
    unlock();
    schedule();
    if (signal_is_pending())
      return -EINTR;
    if (__VERIFIER_nondet_int())
      interrupt();
  }
}

static int mouse_read(int count, int may_wait) {
  int done = 0;
  int code = wait_for_byte(may_wait);
  if (code < 0)
    return code;
  while (done < count && !ring_is_empty()) {
    unsigned char byte = ring_take();
    unlock();
    if (copy_to_program(byte)) {
      lock();
      break;
    }
    done++;
    lock();
  }
  unlock();
  return done ? done : -EAGAIN;
}

static int mouse_write(int count) {
  int done = 0;
  while (done < count) {
    int code = send(__VERIFIER_nondet_uchar());
    if (code < 0)
      return done ? done : code;
    done++;
  }
  return done;
}

static int mouse_poll(void) {
  lock();
  int has_bytes = !ring_is_empty();
  unlock();
  return has_bytes;
}

static int mouse_probe(void) {
  unsigned char status = port_in();
  mouse.is_present = status != 0xff && poll_status();
  return mouse.is_present ? 0 : -ENODEV;
}

int main(void) {
  if (mouse_probe() < 0)
    return 0;
  while (__VERIFIER_nondet_int()) {
    switch (__VERIFIER_nondet_int()) {
    case 0: mouse_open(); break;
    case 1:
      if (mouse.users > 0)
        mouse_release();
      break;
    case 2:
      mouse_read(__VERIFIER_nondet_int(), __VERIFIER_nondet_int());
      break;
    case 3: mouse_write(__VERIFIER_nondet_int()); break;
    case 4: mouse_poll(); break;
    case 5:
      if (mouse.has_interrupt)
        interrupt();
      break;
    }
    schedule();
  }
  return 0;
}
