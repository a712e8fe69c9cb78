#include "run/space.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/hash.h"
#include "base/memory.h"

enum {
  RED_ZONE = 16,         // bytes after an object that no other object has
  SMALLEST = 16,         // buffer of class 0
  MOST_FILLED = 1 << 24, // bytes of a large object that are indeterminate
  // Spreads the low halves of 64-bit addresses: an index that is off by a power
  // of two must not lead from one object into another.
  LEAD_STEP = 0xabcde0,
  PAGES_AT_ONCE = 64
};

static struct space_object *const *page_slot(const struct space *space,
                                             uint64_t chunk) {
  uint64_t page = chunk >> SPACE_PAGE_BITS;
  CHECK(page < space->page_count, "chunk without a page");
  return &space->pages[page]->objects[chunk & (SPACE_PAGE_SIZE - 1)];
}

void space_init(struct space *space, unsigned pointer_width, uint64_t seed,
                uint64_t byte_limit) {
  CHECK(pointer_width == 32 || pointer_width == 64, "pointer width %u",
        pointer_width);
  *space = (struct space){
      .shift = pointer_width == 64 ? 32 : 8,
      .pointer_width = pointer_width,
      .address_mask = pointer_width == 64 ? UINT64_MAX : UINT32_MAX,
      // 32-bit programs start past page zero; the last chunks stay free so
      // that one past the end of an object never wraps to null.
      .next_chunk = pointer_width == 64 ? 1 : SPACE_PAGE_ZERO >> 8,
      .chunk_limit = pointer_width == 64 ? 1u << 31 : (1u << 24) - 1,
      .byte_limit = byte_limit,
      .fill_state = seed,
  };
  for (uint32_t i = 0; i < SPACE_PAGE_SIZE; i++)
    space->empty_page.objects[i] = &space->nothing;
}

static void release_object(struct space_object *object) {
  if (object->bytes)
    free(object->bytes);
  free(object);
}

static uint64_t last_chunk(const struct space *space,
                           const struct space_object *object) {
  return (object->base + object->size + RED_ZONE) >> space->shift;
}

// Frees the objects of a page, each at its last chunk: no later one has it.
static void release_page(struct space *space, uint64_t page) {
  struct space_page *p = space->pages[page];
  if (p == &space->empty_page)
    return;
  for (uint32_t i = 0; i < SPACE_PAGE_SIZE; i++) {
    struct space_object *object = p->objects[i];
    uint64_t chunk = page << SPACE_PAGE_BITS | i;
    if (object != &space->nothing && last_chunk(space, object) == chunk)
      release_object(object);
  }
}

static void release_list(void *first) {
  while (first) {
    void *next = *(void **)first;
    free(first);
    first = next;
  }
}

void space_release(struct space *space) {
  for (uint64_t i = 0; i < space->page_count; i++)
    release_page(space, i);
  for (uint64_t i = 0; i < space->page_count; i++)
    if (space->pages[i] != &space->empty_page)
      free(space->pages[i]);
  free(space->pages);
  for (struct space_object *o = space->free_objects, *next; o; o = next) {
    next = o->next;
    free(o);
  }
  for (uint32_t i = 0; i < SPACE_CLASSES; i++)
    release_list(space->free_buffers[i]);
  for (struct space_page *p = space->free_pages, *next; p; p = next) {
    next = (struct space_page *)p->objects[0];
    free(p);
  }
  *space = (struct space){0};
}

// Pages

static void grow_pages(struct space *space, uint64_t page) {
  uint64_t count = 2 * space->page_count;
  if (count < page + PAGES_AT_ONCE)
    count = page + PAGES_AT_ONCE;
  space->pages = memory_resize(space->pages, count * sizeof *space->pages);
  while (space->page_count < count)
    space->pages[space->page_count++] = &space->empty_page;
}

static struct space_page *page_new(struct space *space) {
  struct space_page *page = space->free_pages;
  if (page)
    space->free_pages = (struct space_page *)page->objects[0];
  else
    page = memory_new(sizeof *page);
  *page = space->empty_page;
  return page;
}

static void put_chunk(struct space *space, uint64_t chunk,
                      struct space_object *object) {
  uint64_t page = chunk >> SPACE_PAGE_BITS;
  if (page >= space->page_count)
    grow_pages(space, page);
  struct space_page *p = space->pages[page];
  if (p == &space->empty_page)
    p = space->pages[page] = page_new(space);
  p->objects[chunk & (SPACE_PAGE_SIZE - 1)] = object;
  p->used++;
}

static void clear_chunk(struct space *space, uint64_t chunk) {
  uint64_t page = chunk >> SPACE_PAGE_BITS;
  struct space_page *p = space->pages[page];
  p->objects[chunk & (SPACE_PAGE_SIZE - 1)] = &space->nothing;
  if (--p->used)
    return;
  space->pages[page] = &space->empty_page;
  p->objects[0] = (struct space_object *)space->free_pages;
  space->free_pages = p;
}

// Placement: the next run of chunks that no object, alive or remembered, has.

struct placement {
  uint64_t base;
  uint64_t first_chunk;
  uint64_t chunk_count;
};

static uint64_t align_up(uint64_t value, uint64_t alignment) {
  return (value + alignment - 1) & ~(alignment - 1);
}

static struct placement placement_at(const struct space *space, uint64_t chunk,
                                     uint64_t size, uint64_t alignment) {
  uint64_t start = chunk << space->shift;
  uint64_t spread = space->shift == 32 ? (chunk * LEAD_STEP & 0x3fffffff) : 0;
  struct placement p;
  p.base = align_up(start + RED_ZONE + spread, alignment);
  p.first_chunk = p.base >> space->shift;
  p.chunk_count =
      ((p.base + size + RED_ZONE) >> space->shift) - p.first_chunk + 1;
  return p;
}

// The first chunk after an occupied one among the placement's, or 0.
static uint64_t placement_conflict(const struct space *space,
                                   const struct placement *p) {
  for (uint64_t i = 0; i < p->chunk_count; i++) {
    uint64_t chunk = p->first_chunk + i;
    if (chunk >> SPACE_PAGE_BITS >= space->page_count)
      return 0; // pages beyond were never used
    struct space_object *object = *page_slot(space, chunk);
    if (object != &space->nothing)
      return last_chunk(space, object) + 1;
  }
  return 0;
}

static bool find_place(struct space *space, uint64_t size, uint64_t alignment,
                       struct placement *place) {
  uint64_t chunk = space->next_chunk;
  bool has_wrapped = false;
  for (;;) {
    *place = placement_at(space, chunk, size, alignment);
    if (place->first_chunk + place->chunk_count > space->chunk_limit) {
      if (has_wrapped)
        return false;
      has_wrapped = true;
      chunk = space->shift == 32 ? 1 : SPACE_PAGE_ZERO >> 8;
      continue;
    }
    uint64_t after = placement_conflict(space, place);
    if (!after)
      break;
    chunk = after;
  }
  space->next_chunk = place->first_chunk + place->chunk_count;
  return true;
}

// Buffers

static uint8_t size_class(uint64_t size) {
  uint8_t class = 0;
  while (class < SPACE_CLASSES && (uint64_t)SMALLEST << class < size)
    class ++;
  return class < SPACE_CLASSES ? class : SPACE_LARGE;
}

void space_fill(struct space *space, uint8_t *bytes, uint64_t count) {
  if (!space->fill_state) {
    memset(bytes, 0, count);
    return;
  }
  for (uint64_t i = 0; i < count; i += 8) {
    uint64_t word = hash_random(&space->fill_state);
    memcpy(bytes + i, &word, count - i < 8 ? count - i : 8);
  }
}

static uint8_t *buffer_new(struct space *space, uint8_t class, uint64_t size,
                           bool is_zeroed) {
  if (class == SPACE_LARGE) {
    // Fresh from the system and not touched: big arrays cost what is used. What
    // lies far behind is zero, which is as good as anything.
    uint8_t *large = memory_new_zero(size, 1);
    if (!is_zeroed && space->fill_state)
      space_fill(space, large, size < MOST_FILLED ? size : MOST_FILLED);
    return large;
  }
  uint8_t *bytes = space->free_buffers[class];
  if (bytes)
    memcpy(&space->free_buffers[class], bytes, sizeof(void *));
  else
    bytes = memory_new((uint64_t)SMALLEST << class);
  if (is_zeroed)
    memset(bytes, 0, size);
  else
    space_fill(space, bytes, size);
  return bytes;
}

static void buffer_free(struct space *space, struct space_object *object) {
  if (object->size_class == SPACE_LARGE) {
    free(object->bytes);
  } else {
    void *next = space->free_buffers[object->size_class];
    memcpy(object->bytes, &next, sizeof next);
    space->free_buffers[object->size_class] = object->bytes;
  }
  object->bytes = NULL;
}

// Objects

static bool has_bytes(enum space_kind kind) {
  return kind != SPACE_FUNCTION && kind != SPACE_EXTERNAL;
}

static struct space_object *object_new(struct space *space) {
  struct space_object *object = space->free_objects;
  if (!object)
    return memory_new(sizeof *object);
  space->free_objects = object->next;
  return object;
}

struct space_object *space_allocate(struct space *space,
                                    const struct space_request *request) {
  uint64_t size = request->size;
  uint64_t alignment = request->alignment > 16 ? request->alignment : 16;
  struct placement place;
  if (size > space->byte_limit || space->bytes > space->byte_limit - size ||
      !find_place(space, size, alignment, &place))
    return NULL;
  struct space_object *object = object_new(space);
  bool has = has_bytes(request->kind);
  *object = (struct space_object){
      .base = place.base,
      .readable = has ? size : 0,
      .writable = has && !request->is_constant ? size : 0,
      .size = size,
      .kind = request->kind,
      .is_alive = true,
      .is_constant = request->is_constant,
      .size_class = size_class(size),
      .tag = request->tag,
      .edge = request->edge,
      .name = request->name,
      .owner = request->owner,
      .allocated = request->position,
  };
  if (has)
    object->bytes =
        buffer_new(space, object->size_class, size, request->is_zeroed);
  space->bytes += size;
  for (uint64_t i = 0; i < place.chunk_count; i++)
    put_chunk(space, place.first_chunk + i, object);
  DCHECK(object->base % alignment == 0, "an object is not aligned");
  DCHECK(*page_slot(space, object->base >> space->shift) == object &&
             *page_slot(space, last_chunk(space, object)) == object,
         "an object is not found by its addresses");
  return object;
}

void space_materialise(struct space *space, struct space_object *object) {
  CHECK(object->kind == SPACE_EXTERNAL && !object->bytes,
        "an object gets bytes twice");
  object->kind = SPACE_GLOBAL;
  object->bytes = buffer_new(space, object->size_class, object->size, true);
  object->readable = object->writable = object->size;
}

void space_make_constant(struct space_object *object) {
  object->is_constant = true;
  object->writable = 0;
}

static void forget(struct space *space, struct space_object *object) {
  uint64_t first = object->base >> space->shift;
  uint64_t last = last_chunk(space, object);
  for (uint64_t chunk = first; chunk <= last; chunk++)
    clear_chunk(space, chunk);
  object->next = space->free_objects;
  space->free_objects = object;
}

static void remember_dead(struct space *space, struct space_queue *queue,
                          struct space_object *object) {
  DCHECK(!object->readable && !object->writable && !object->bytes,
         "a dead object can be read or written");
  object->next = NULL;
  if (queue->last)
    queue->last->next = object;
  else
    queue->first = object;
  queue->last = object;
  if (queue->count < SPACE_QUARANTINE) {
    queue->count++;
    return;
  }
  struct space_object *oldest = queue->first;
  queue->first = oldest->next;
  forget(space, oldest);
}

void space_end(struct space *space, struct space_object *object,
               struct position position) {
  CHECK(object->is_alive, "an object dies twice");
  object->is_alive = false;
  object->readable = object->writable = 0;
  object->freed = position;
  space->bytes -= object->size;
  if (object->bytes)
    buffer_free(space, object);
  remember_dead(space,
                object->kind == SPACE_FRAME ? &space->dead_frames
                                            : &space->dead_others,
                object);
}

// Bytes

u128 space_get(const uint8_t *bytes, unsigned count) {
  u128 value = 0;
  memcpy(&value, bytes, count);
  return value;
}

void space_put(uint8_t *bytes, unsigned count, u128 value) {
  memcpy(bytes, &value, count);
}

// Messages

static void describe_position(const struct interner *names,
                              struct position position, struct strbuf *out) {
  if (position_is_known(position))
    strbuf_format(out, " at %s:%u", name_text(names, position.file),
                  position.line);
}

static const char *bytes_word(uint64_t count) {
  return count == 1 ? "byte" : "bytes";
}

static void describe_kind(const struct space_object *object,
                          const struct interner *names, struct strbuf *out) {
  switch (object->kind) {
  case SPACE_NOTHING: strbuf_add(out, "no object"); break;
  case SPACE_GLOBAL: strbuf_add(out, "global object"); break;
  case SPACE_STRING: strbuf_add(out, "string literal"); break;
  case SPACE_HEAP: strbuf_add(out, "heap object allocated"); break;
  case SPACE_FUNCTION: strbuf_add(out, "function"); break;
  case SPACE_LIBRARY: strbuf_add(out, "object of the library"); break;
  case SPACE_EXTERNAL: strbuf_add(out, "external object"); break;
  case SPACE_FRAME:
    strbuf_add(out, "frame object");
    if (!name_is_none(object->owner))
      strbuf_format(out, " of %s", name_text(names, object->owner));
    break;
  }
  if (object->kind == SPACE_HEAP)
    describe_position(names, object->allocated, out);
}

// Appends "`buf` (40 bytes, frame object of f)".
static void space_describe_object(const struct space_object *object,
                                  const struct interner *names,
                                  struct strbuf *out) {
  if (object->kind == SPACE_STRING)
    strbuf_add(out, name_text(names, object->name));
  else if (!name_is_none(object->name))
    strbuf_format(out, "`%s`", name_text(names, object->name));
  else
    strbuf_add(out, "an object");
  strbuf_format(out, " (%" PRIu64 " %s, ", object->size,
                bytes_word(object->size));
  describe_kind(object, names, out);
  strbuf_char(out, ')');
}

static void describe_dead(const struct space_object *object,
                          const struct interner *names, struct strbuf *out) {
  strbuf_add(out, " in ");
  if (object->kind != SPACE_FRAME) {
    strbuf_add(out, object->kind == SPACE_HEAP ? "a heap object" : "an object");
    strbuf_add(out, " freed");
    describe_position(names, object->freed, out);
    return;
  }
  if (name_is_none(object->name))
    strbuf_add(out, "a frame object");
  else
    strbuf_format(out, "`%s`", name_text(names, object->name));
  if (position_is_known(object->freed)) {
    strbuf_add(out, ", whose block was left");
    describe_position(names, object->freed, out);
    return;
  }
  strbuf_format(out, ", out of scope: its function `%s` has returned",
                name_text(names, object->owner));
}

static bool is_outside(const struct space_object *object, uint64_t address,
                       uint64_t size) {
  uint64_t offset = address - object->base;
  return offset > object->size || size > object->size - offset;
}

static void describe_place(const struct space *space,
                           const struct interner *names, uint64_t address,
                           uint64_t size, struct strbuf *out) {
  const struct space_object *object = space_find(space, address);
  if (address == 0) {
    strbuf_add(out, " through a null pointer");
  } else if (address < SPACE_PAGE_ZERO) {
    strbuf_format(out, " through a null pointer plus %" PRIu64, address);
  } else if (object == &space->nothing) {
    strbuf_format(out, " through a pointer to no object (0x%" PRIx64 ")",
                  address);
  } else if (!object->is_alive) {
    describe_dead(object, names, out);
  } else {
    strbuf_format(out, "%s at offset %" PRId64 " of ",
                  is_outside(object, address, size) ? " out of bounds:" : "",
                  (int64_t)(address - object->base));
    space_describe_object(object, names, out);
  }
}

struct name space_beyond(const struct space *space, uint64_t address,
                         uint64_t size) {
  const struct space_object *object = space_find(space, address);
  bool is_named = object->kind != SPACE_NOTHING &&
                  object->kind != SPACE_LIBRARY && !name_is_none(object->name);
  bool is_beyond = is_named && object->is_alive && address >= SPACE_PAGE_ZERO &&
                   is_outside(object, address, size);
  return is_beyond ? object->name : (struct name){0};
}

bool space_has_string(const struct space *space, uint64_t address,
                      uint64_t limit) {
  if (limit == 0)
    return true;
  const uint8_t *bytes = space_read(space, address, 1);
  if (!bytes)
    return false;
  const struct space_object *object = space_find(space, address);
  uint64_t room = object->readable - (address - object->base);
  return room >= limit || memchr(bytes, 0, room);
}

void space_describe_access(const struct space *space,
                           const struct interner *names,
                           enum access_kind access, uint64_t address,
                           uint64_t size, struct strbuf *out) {
  const struct space_object *object = space_find(space, address);
  switch (access) {
  case ACCESS_READ:
    strbuf_format(out, "read of %" PRIu64 " %s", size, bytes_word(size));
    break;
  case ACCESS_WRITE:
    strbuf_format(out, "write of %" PRIu64 " %s", size, bytes_word(size));
    if (object->is_alive && object->is_constant)
      strbuf_add(out, " to something constant,");
    break;
  case ACCESS_FREE: strbuf_add(out, "free"); break;
  case ACCESS_CALL: strbuf_add(out, "call"); break;
  case ACCESS_STRING:
    strbuf_add(out, "read of a string without an end,");
    break;
  case ACCESS_HANDLE: strbuf_add(out, "use of a handle"); break;
  case ACCESS_OVERLAP:
    strbuf_format(out, "copy of %" PRIu64 " bytes that overlap", size);
    return;
  }
  describe_place(space, names, address, size, out);
}
