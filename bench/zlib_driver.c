// Deflates and inflates a file in memory with zlib, in many ways.
//
// usage: zlib_driver FILE
//
// For every level, strategy and chunk size below, prints the compressed size
// and the checksums of what went in, what came out of deflate and what came
// back from inflate. The exit code is 1 when anything came back changed.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

struct bytes { unsigned char *data; size_t length; };

static const struct way {
  int level, strategy, window, memory;
  const char *name;
} ways[] = {
    {0, Z_DEFAULT_STRATEGY, 15, 8, "stored"},
    {1, Z_DEFAULT_STRATEGY, 15, 8, "fast"},
    {6, Z_DEFAULT_STRATEGY, 15, 8, "default"},
    {9, Z_DEFAULT_STRATEGY, 15, 9, "best"},
    {6, Z_FILTERED, 15, 8, "filtered"},
    {6, Z_HUFFMAN_ONLY, 15, 8, "huffman"},
    {6, Z_RLE, 15, 8, "run lengths"},
    {6, Z_FIXED, 15, 8, "fixed codes"},
    {5, Z_DEFAULT_STRATEGY, -9, 1, "raw, small window"},
    {4, Z_DEFAULT_STRATEGY, 15 + 16, 8, "gzip"},
};

static void fail(const char *what) {
  printf("%s failed\n", what);
  exit(1);
}

static struct bytes read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  struct bytes b = {NULL, 0};
  size_t room = 0, got;
  if (!file)
    fail("fopen");
  do {
    if (b.length == room) {
      room = room ? room * 2 : 4096;
      b.data = realloc(b.data, room);
      if (!b.data)
        fail("realloc");
    }
    got = fread(b.data + b.length, 1, room - b.length, file);
    b.length += got;
  } while (got > 0);
  fclose(file);
  return b;
}

static struct bytes deflate_all(struct bytes in, const struct way *way,
                                size_t chunk) {
  z_stream z;
  memset(&z, 0, sizeof z);
  if (deflateInit2(&z, way->level, Z_DEFLATED, way->window, way->memory,
                   way->strategy) != Z_OK)
    fail("deflateInit2");
  size_t room = deflateBound(&z, in.length) + 64, given = 0;
  struct bytes out = {malloc(room), 0};
  int status;
  z.next_out = out.data;
  z.avail_out = (uInt)room;
  do {
    size_t part = in.length - given < chunk ? in.length - given : chunk;
    z.next_in = in.data + given;
    z.avail_in = (uInt)part;
    given += part;
    status = deflate(&z, given == in.length ? Z_FINISH : Z_NO_FLUSH);
  } while (status == Z_OK);
  if (status != Z_STREAM_END)
    fail("deflate");
  out.length = z.total_out;
  deflateEnd(&z);
  return out;
}

static struct bytes inflate_all(struct bytes in, const struct way *way,
                                size_t length, size_t chunk) {
  z_stream z;
  memset(&z, 0, sizeof z);
  if (inflateInit2(&z, way->window) != Z_OK)
    fail("inflateInit2");
  struct bytes out = {malloc(length + 1), 0};
  int status;
  z.next_in = in.data;
  z.avail_in = (uInt)in.length;
  do {
    size_t left = length + 1 - out.length;
    z.next_out = out.data + out.length;
    z.avail_out = (uInt)(left < chunk ? left : chunk);
    status = inflate(&z, Z_NO_FLUSH);
    out.length = z.total_out;
  } while (status == Z_OK && out.length <= length);
  if (status != Z_STREAM_END)
    fail("inflate");
  inflateEnd(&z);
  return out;
}

static void print_sums(const char *name, struct bytes b) {
  uLong adler = adler32(0, NULL, 0), crc = crc32(0, NULL, 0);
  adler = adler32(adler, b.data, (uInt)b.length);
  crc = crc32(crc, b.data, (uInt)b.length);
  printf("  %s %lu adler32 %08lx crc32 %08lx\n", name, (unsigned long)b.length,
         (unsigned long)adler, (unsigned long)crc);
}

static int same(struct bytes a, struct bytes b) {
  return a.length == b.length && memcmp(a.data, b.data, a.length) == 0;
}

static int try_way(struct bytes in, const struct way *way, size_t chunk) {
  struct bytes packed = deflate_all(in, way, chunk);
  struct bytes back = inflate_all(packed, way, in.length, chunk);
  int ok = same(in, back);
  printf("%s, chunks of %lu: %s\n", way->name, (unsigned long)chunk,
         ok ? "same" : "DIFFERENT");
  print_sums("deflated", packed);
  print_sums("inflated", back);
  free(packed.data);
  free(back.data);
  return ok;
}

// A flipped bit must be noticed by the checksum or the decoder.
static int notices_damage(struct bytes in) {
  uLongf packed_length = compressBound((uLong)in.length);
  uLongf back_length = (uLongf)in.length;
  Bytef *packed = malloc(packed_length), *back = malloc(in.length + 1);
  int status = compress2(packed, &packed_length, in.data, (uLong)in.length, 6);
  packed[packed_length / 2] ^= 0x10;
  int damaged = uncompress(back, &back_length, packed, packed_length);
  printf("damage: %d %d\n", status, damaged);
  free(packed);
  free(back);
  return status == Z_OK && damaged != Z_OK;
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: zlib_driver FILE\n");
    return 2;
  }
  struct bytes in = read_file(argv[1]);
  int ok = 1;
  printf("zlib %s\n", zlibVersion());
  print_sums("file", in);
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
    ok &= try_way(in, &ways[i], i % 2 ? 1000 : 100000);
  ok &= notices_damage(in);
  free(in.data);
  printf("%s\n", ok ? "all the same" : "something changed");
  return !ok;
}
