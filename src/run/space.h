// The concrete address space of a run: byte-exact objects at exact addresses.
//
// Addresses are cut into chunks of 2^shift bytes (shift 32 when pointers have
// 64 bits, 8 when they have 32). An object has its chunks for itself and is
// surrounded by a red zone inside them, so the chunk of an address decides
// which object it can possibly mean, and what lies outside the object's bytes
// is out of bounds for certain. Chunk numbers are handed out in ascending
// order and start again only when the last one was used (2^31 objects for
// 64-bit pointers), so the address of a dead object stays invalid.
//
// From address to object: chunk number -> page of 256 chunks -> object. Chunks
// without an object point to one shared object of no bytes, and pages without
// any to one shared page, so the look-up has a single range check.
//
//   address = base + offset, valid for a read of n bytes when
//   offset < readable and n <= readable - offset (the same for writable).
//
// A dead object has readable == writable == 0. It is remembered for messages
// until SPACE_QUARANTINE others of its kind (frame or not) died after it; then
// its record is used again and only the fact that its address is invalid
// remains. A function called fifty million times thus needs no more memory
// than one called once.
//
// Bytes that C leaves indeterminate are zero with seed 0 and arbitrary, but
// reproducible, with others.
#ifndef VOUCH_RUN_SPACE_H
#define VOUCH_RUN_SPACE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/intern.h"
#include "base/position.h"
#include "base/strbuf.h"
#include "program/operation.h"

enum space_kind {
  SPACE_NOTHING, // the shared object of chunks that have none
  SPACE_GLOBAL,
  SPACE_STRING,
  SPACE_FRAME,
  SPACE_HEAP,
  SPACE_FUNCTION,
  SPACE_LIBRARY,  // made by a library routine: a FILE, what getenv returns
  SPACE_EXTERNAL, // declared, but nobody says what it holds
};

struct space_object {
  uint64_t base;     // address of the first byte
  uint64_t readable; // bytes that may be read: the size, or 0
  uint64_t writable; // bytes that may be written: the size, or 0
  uint8_t *bytes;    // null when dead
  uint64_t size;
  enum space_kind kind;
  bool is_alive;
  bool is_constant;
  bool is_known;      // to functions that nobody models: see written.h
  bool is_handed;     // to somebody else, or from there: see lost.h
  uint8_t size_class; // of the buffer behind bytes, SPACE_LARGE for its own
  uint32_t tag;       // whatever the maker wants to know it by
  uint32_t edge;      // that allocated it, in procedure `tag`, or 0
  struct name name;   // none for heap objects
  struct name owner;  // the procedure of a frame object, or of one that it was
                      // given for itself
  struct position allocated;
  struct position freed;
  struct space_object *next; // free list, quarantine, or frame's list
};

enum {
  SPACE_PAGE_BITS = 8,
  SPACE_PAGE_SIZE = 1 << SPACE_PAGE_BITS,
  SPACE_QUARANTINE = 1024,
  SPACE_CLASSES = 13, // buffers of 16 << 0 .. 16 << 12 bytes are kept
  SPACE_LARGE = 255,
  SPACE_PAGE_ZERO = 4096, // addresses below are called null in messages
};

struct space_page {
  uint32_t used; // chunks with an object, dead ones in quarantine included
  struct space_object *objects[SPACE_PAGE_SIZE]; // never null
};

struct space_queue {
  struct space_object *first;
  struct space_object *last;
  uint32_t count;
};

struct space {
  struct space_page **pages; // never null entries
  uint64_t page_count;
  unsigned shift;
  unsigned pointer_width;
  uint64_t address_mask;
  uint64_t next_chunk;
  uint64_t chunk_limit; // chunk numbers are 1 .. chunk_limit - 1
  uint64_t bytes;       // of all live objects
  uint64_t byte_limit;
  uint64_t fill_state; // 0: indeterminate bytes are zero
  struct space_object nothing;
  struct space_page empty_page;
  struct space_object *free_objects;
  struct space_queue dead_frames;
  struct space_queue dead_others;
  void *free_buffers[SPACE_CLASSES];
  struct space_page *free_pages; // linked through objects[0]
};

// What a new object is.
struct space_request {
  enum space_kind kind;
  uint64_t size;
  uint64_t alignment; // a power of two, 0 for any
  bool is_zeroed;     // otherwise the bytes are indeterminate
  bool is_constant;
  uint32_t tag;
  uint32_t edge;
  struct name name;
  struct name owner;
  struct position position;
};

// byte_limit bounds the bytes of live objects.
void space_init(struct space *space, unsigned pointer_width, uint64_t seed,
                uint64_t byte_limit);
void space_release(struct space *space);

// A new object, or null when the space or the byte limit is used up.
struct space_object *space_allocate(struct space *space,
                                    const struct space_request *request);
// Ends the object's life.
void space_end(struct space *space, struct space_object *object,
               struct position position);
// Gives an EXTERNAL object bytes, all zero, and makes it GLOBAL.
void space_materialise(struct space *space, struct space_object *object);
// Forbids writing, once an initialiser has been written.
void space_make_constant(struct space_object *object);
// Writes indeterminate bytes.
void space_fill(struct space *space, uint8_t *bytes, uint64_t count);

// The object whose chunk the address lies in, dead or alive, or `nothing`.
static inline struct space_object *space_find(const struct space *space,
                                              uint64_t address) {
  uint64_t chunk = address >> space->shift;
  uint64_t page = chunk >> SPACE_PAGE_BITS;
  if (page >= space->page_count)
    return (struct space_object *)&space->nothing;
  return space->pages[page]->objects[chunk & (SPACE_PAGE_SIZE - 1)];
}

// May bytes be read from the address up to a zero byte, or `limit` of them?
bool space_has_string(const struct space *space, uint64_t address,
                      uint64_t limit);

// The bytes at the address if `size` of them may be read (written), or null.
// A size of 0 needs no object, and gets null.
static inline uint8_t *space_read(const struct space *space, uint64_t address,
                                  uint64_t size) {
  const struct space_object *object = space_find(space, address);
  uint64_t offset = address - object->base;
  if (offset >= object->readable || size > object->readable - offset)
    return NULL;
  return object->bytes + offset;
}

static inline uint8_t *space_write(const struct space *space, uint64_t address,
                                   uint64_t size) {
  const struct space_object *object = space_find(space, address);
  uint64_t offset = address - object->base;
  if (offset >= object->writable || size > object->writable - offset)
    return NULL;
  return object->bytes + offset;
}

// Little-endian integers of 1 to 16 bytes inside an object.
u128 space_get(const uint8_t *bytes, unsigned count);
void space_put(uint8_t *bytes, unsigned count, u128 value);

// The object with a name of its own that the address is out of the bounds of, or
// none.
struct name space_beyond(const struct space *space, uint64_t address,
                         uint64_t size);
// Appends what an invalid access did: "write of 4 bytes out of bounds: at
// offset 40 of `buf` (40 bytes, frame object of f)", "read of 1 byte through a
// null pointer".
void space_describe_access(const struct space *space,
                           const struct interner *names,
                           enum access_kind access, uint64_t address,
                           uint64_t size, struct strbuf *out);

#endif
