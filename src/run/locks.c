#include "run/locks.h"

#include "base/check.h"

static bool read_word(struct machine *machine, uint64_t address,
                      uint32_t *value) {
  const uint8_t *bytes = space_read(&machine->space, address, 4);
  if (!bytes) {
    machine_stop_access(machine, ACCESS_READ, address, 4, "a lock");
    return false;
  }
  *value = (uint32_t)space_get(bytes, 4);
  return true;
}

static bool write_word(struct machine *machine, uint64_t address,
                       uint32_t value) {
  uint8_t *bytes = space_write(&machine->space, address, 4);
  if (!bytes) {
    machine_stop_access(machine, ACCESS_WRITE, address, 4, "a lock");
    return false;
  }
  space_put(bytes, 4, value);
  return true;
}

static bool misuse(struct machine *machine, const char *what) {
  machine_stop_refused(machine, UNDEFINED_LIBRARY, "%s", what);
  return false;
}

static bool lock_to_read(struct machine *machine, uint64_t address) {
  uint32_t writer, readers;
  return read_word(machine, address + LOCKS_WRITER, &writer) && !writer &&
         read_word(machine, address + LOCKS_READERS, &readers) &&
         write_word(machine, address + LOCKS_READERS, readers + 1);
}

static bool lock_to_write(struct machine *machine, uint64_t address,
                          uint32_t self) {
  uint32_t writer, readers;
  return read_word(machine, address + LOCKS_WRITER, &writer) && !writer &&
         read_word(machine, address + LOCKS_READERS, &readers) && !readers &&
         write_word(machine, address + LOCKS_WRITER, self);
}

static bool unlock_either(struct machine *machine, uint64_t address,
                          uint32_t self) {
  uint32_t writer, readers;
  if (!read_word(machine, address + LOCKS_WRITER, &writer) ||
      !read_word(machine, address + LOCKS_READERS, &readers))
    return false;
  if (writer == self)
    return write_word(machine, address + LOCKS_WRITER, 0);
  return readers ? write_word(machine, address + LOCKS_READERS, readers - 1)
                 : misuse(machine, "unlock of a lock that nobody holds");
}

static bool spin_lock(struct machine *machine, uint64_t address,
                      uint32_t self) {
  uint32_t owner;
  return read_word(machine, address, &owner) && !owner &&
         write_word(machine, address, self);
}

static bool spin_unlock(struct machine *machine, uint64_t address,
                        uint32_t self) {
  uint32_t owner;
  if (!read_word(machine, address, &owner))
    return false;
  return owner == self
             ? write_word(machine, address, 0)
             : misuse(machine,
                      "unlock of a spin lock that this thread does not hold");
}

static bool down(struct machine *machine, uint64_t address) {
  uint32_t value;
  return read_word(machine, address, &value) && value &&
         write_word(machine, address, value - 1);
}

static bool up(struct machine *machine, uint64_t address) {
  uint32_t value;
  return read_word(machine, address, &value) &&
         write_word(machine, address, value + 1);
}

// The last one to arrive goes on, and with it all others.
static bool meet(struct machine *machine, struct thread *thread,
                 uint64_t address, int32_t *status) {
  uint32_t wanted, arrived, round;
  if (!read_word(machine, address + LOCKS_WANTED, &wanted) ||
      !read_word(machine, address + LOCKS_ARRIVED, &arrived) ||
      !read_word(machine, address + LOCKS_ROUND, &round))
    return false;
  if (thread->waits_on == address) {
    if (round == thread->round)
      return false;
    thread->waits_on = 0;
    return true;
  }
  if (arrived + 1 == wanted) {
    *status = -1; // PTHREAD_BARRIER_SERIAL_THREAD
    return write_word(machine, address + LOCKS_ARRIVED, 0) &&
           write_word(machine, address + LOCKS_ROUND, round + 1);
  }
  thread->waits_on = address;
  thread->round = round;
  write_word(machine, address + LOCKS_ARRIVED, arrived + 1);
  return false;
}

bool locks_operate(struct machine *machine, struct thread *thread,
                   enum thread_action action, uint64_t address,
                   int32_t *status) {
  switch (action) {
  case THREAD_READ_LOCK: return lock_to_read(machine, address);
  case THREAD_WRITE_LOCK: return lock_to_write(machine, address, thread->id);
  case THREAD_UNLOCK_EITHER: return unlock_either(machine, address, thread->id);
  case THREAD_SPIN_LOCK: return spin_lock(machine, address, thread->id);
  case THREAD_SPIN_UNLOCK: return spin_unlock(machine, address, thread->id);
  case THREAD_DOWN: return down(machine, address);
  case THREAD_UP: return up(machine, address);
  case THREAD_MEET: return meet(machine, thread, address, status);
  default: BUG("action %d on a lock", (int)action);
  }
}
