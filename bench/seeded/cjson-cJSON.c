/* Scenarios of cJSON: parse, print, build, change and compare values. */
#include "harness.h"

#include UNIT

static const char document[] =
    "{\"a\":[1,2.5e3,\"\\u00e9\\ud834\\udd1e\\n\\\"\"],\"b\":{\"c\":null},"
    "\"d\":true,\"e\":false,\"f\":-7}";

/* Texts in blocks of their own size, so that reading on is seen. */
static char *block_of(const char *text, size_t length) {
  char *block = malloc(length + 1);
  if (block) {
    memcpy(block, text, length);
    block[length] = '\0';
  }
  return block;
}

static void parse_exactly(const char *text) {
  size_t length = strlen(text);
  char *block = malloc(length ? length : 1);
  if (!block)
    return;
  memcpy(block, text, length);
  cJSON_Delete(cJSON_ParseWithLength(block, length));
  free(block);
}

SCENARIO(parse) {
  cJSON_Delete(cJSON_Parse(document));
}

SCENARIO(parse_null) {
  cJSON_Delete(cJSON_Parse(NULL));
  cJSON_Delete(cJSON_ParseWithLength(NULL, 3));
  cJSON_Delete(cJSON_ParseWithLength("x", 0));
}

SCENARIO(parse_cut) {
  for (size_t n = 0; n < sizeof document; n++) {
    char *block = malloc(n ? n : 1);
    if (!block)
      return;
    memcpy(block, document, n);
    cJSON_Delete(cJSON_ParseWithLength(block, n));
    free(block);
  }
}

SCENARIO(parse_bad) {
  static const char *const texts[] = {"\"\\u12",
                                      "\"\\ud834",
                                      "\"\\ud834\\u",
                                      "\"\\ud834\\ux",
                                      "\"\\",
                                      "[",
                                      "[1",
                                      "[1,",
                                      "{",
                                      "{\"a\"",
                                      "{\"a\":",
                                      "{\"a\":1",
                                      "{\"a\":1,",
                                      "nul",
                                      "tru",
                                      "fals",
                                      "-",
                                      "1e",
                                      " ",
                                      "\xEF\xBB\xBF",
                                      "\xEF\xBB",
                                      "\"abc",
                                      "\"\\ud834\\udd1",
                                      "\"\\udd1e\"",
                                      "[[[[",
                                      "{,",
                                      "\"\\x\""};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    parse_exactly(texts[i]);
  }
}

SCENARIO(parse_opts) {
  const char *end = NULL;
  cJSON_Delete(cJSON_ParseWithOpts("[1] x", &end, 1));
  cJSON_Delete(cJSON_ParseWithOpts("[1]", NULL, 1));
  cJSON_Delete(cJSON_ParseWithOpts(NULL, &end, 0));
  cJSON_Delete(cJSON_ParseWithLengthOpts("", 0, &end, 0));
  cJSON_Delete(cJSON_ParseWithOpts("[1, y]", NULL, 0));
}

SCENARIO(print) {
  cJSON *value = cJSON_Parse(document);
  char *text = cJSON_Print(value);
  free(text);
  text = cJSON_PrintUnformatted(value);
  free(text);
  text = cJSON_PrintBuffered(value, 1, 1);
  free(text);
  text = cJSON_PrintBuffered(value, -1, 1);
  free(text);
  cJSON_Delete(value);
}

SCENARIO(print_null) {
  char *text = cJSON_Print(NULL);
  free(text);
  cJSON item = {0};
  item.type = cJSON_Raw;
  text = cJSON_PrintUnformatted(&item);
  free(text);
  item.type = cJSON_String;
  text = cJSON_PrintUnformatted(&item);
  free(text);
}

SCENARIO(print_preallocated) {
  cJSON *value = cJSON_Parse(document);
  for (int size = 0; value && size < 120; size++) {
    char *room = malloc(size ? size : 1);
    if (!room)
      break;
    cJSON_PrintPreallocated(value, room, size, size % 2);
    free(room);
  }
  cJSON_PrintPreallocated(value, NULL, 10, 0);
  cJSON_Delete(value);
}

SCENARIO(print_string) {
  cJSON *value = cJSON_CreateString("a\b\f\n\r\t\"\\\x01z");
  char *text = cJSON_Print(value);
  free(text);
  cJSON_Delete(value);
  value = cJSON_CreateRaw("[1,2]");
  text = cJSON_Print(value);
  free(text);
  cJSON_Delete(value);
}

SCENARIO(create) {
  cJSON_Delete(cJSON_CreateNull());
  cJSON_Delete(cJSON_CreateTrue());
  cJSON_Delete(cJSON_CreateFalse());
  cJSON_Delete(cJSON_CreateBool(1));
  cJSON_Delete(cJSON_CreateNumber(3e10));
  cJSON_Delete(cJSON_CreateString("text"));
  cJSON_Delete(cJSON_CreateRaw("raw"));
  cJSON_Delete(cJSON_CreateArray());
  cJSON_Delete(cJSON_CreateObject());
  cJSON_Delete(cJSON_CreateStringReference("text"));
  cJSON_Delete(cJSON_CreateObjectReference(NULL));
  cJSON_Delete(cJSON_CreateArrayReference(NULL));
}

SCENARIO(create_null) {
  cJSON_Delete(cJSON_CreateString(NULL));
  cJSON_Delete(cJSON_CreateRaw(NULL));
}

SCENARIO(create_arrays) {
  static const int ints[] = {1, 2, 3};
  static const float floats[] = {1, 2, 3};
  static const double doubles[] = {1, 2, 3};
  static const char *const strings[] = {"a", "b", "c"};
  cJSON_Delete(cJSON_CreateIntArray(ints, 3));
  cJSON_Delete(cJSON_CreateFloatArray(floats, 3));
  cJSON_Delete(cJSON_CreateDoubleArray(doubles, 3));
  cJSON_Delete(cJSON_CreateStringArray(strings, 3));
}

SCENARIO(create_arrays_null) {
  cJSON_Delete(cJSON_CreateIntArray(NULL, 3));
  cJSON_Delete(cJSON_CreateFloatArray(NULL, 3));
  cJSON_Delete(cJSON_CreateDoubleArray(NULL, 3));
  cJSON_Delete(cJSON_CreateStringArray(NULL, 3));
}

SCENARIO(create_arrays_negative) {
  static const int ints[] = {1};
  cJSON_Delete(cJSON_CreateIntArray(ints, -1));
  cJSON_Delete(cJSON_CreateIntArray(ints, 0));
  cJSON_Delete(cJSON_CreateStringArray(NULL, 0));
}

SCENARIO(add) {
  cJSON *object = cJSON_CreateObject();
  cJSON_AddNullToObject(object, "a");
  cJSON_AddTrueToObject(object, "b");
  cJSON_AddFalseToObject(object, "c");
  cJSON_AddBoolToObject(object, "d", 1);
  cJSON_AddNumberToObject(object, "e", 3);
  cJSON_AddStringToObject(object, "f", "text");
  cJSON_AddRawToObject(object, "g", "raw");
  cJSON_AddObjectToObject(object, "h");
  cJSON_AddArrayToObject(object, "i");
  cJSON_Delete(object);
}

SCENARIO(add_null) {
  cJSON *item = cJSON_CreateNull();
  cJSON_AddNullToObject(NULL, "a");
  cJSON_AddStringToObject(item, NULL, "text");
  cJSON_AddStringToObject(item, "a", NULL);
  cJSON_AddItemToArray(NULL, item);
  cJSON_AddItemToArray(item, NULL);
  cJSON_AddItemToArray(item, item);
  cJSON_AddItemToObject(NULL, "a", item);
  cJSON_AddItemToObject(item, NULL, item);
  cJSON_AddItemToObjectCS(item, "a", NULL);
  cJSON_AddItemReferenceToArray(NULL, item);
  cJSON_AddItemReferenceToObject(item, NULL, item);
  cJSON_AddItemReferenceToObject(NULL, "a", item);
  cJSON_AddItemReferenceToArray(item, NULL);
  cJSON_Delete(item);
}

SCENARIO(add_reference) {
  cJSON *item = cJSON_CreateString("text");
  cJSON *array = cJSON_CreateArray();
  cJSON *object = cJSON_CreateObject();
  cJSON_AddItemReferenceToArray(array, item);
  cJSON_AddItemReferenceToObject(object, "a", item);
  cJSON_Delete(array);
  cJSON_Delete(object);
  cJSON_Delete(item);
}

SCENARIO(add_constant) {
  cJSON *object = cJSON_CreateObject();
  cJSON *item = cJSON_CreateTrue();
  if (!cJSON_AddItemToObjectCS(object, "constant", item))
    cJSON_Delete(item);
  item = cJSON_CreateTrue();
  if (item)
    item->string = block_of("old", 3);
  if (!cJSON_AddItemToObject(object, "new", item))
    cJSON_Delete(item);
  cJSON_Delete(object);
}

SCENARIO(get) {
  cJSON *value = cJSON_Parse(document);
  cJSON_GetArrayItem(value, 0);
  cJSON_GetArrayItem(value, 99);
  cJSON_GetArrayItem(value, -1);
  cJSON_GetObjectItem(value, "B");
  cJSON_GetObjectItem(value, "zz");
  cJSON_GetObjectItemCaseSensitive(value, "b");
  cJSON_GetObjectItemCaseSensitive(value, "zz");
  cJSON_HasObjectItem(value, "a");
  cJSON_GetArraySize(value);
  cJSON_GetStringValue(value);
  cJSON_GetNumberValue(value);
  cJSON_Delete(value);
}

SCENARIO(get_unnamed) {
  cJSON *array = cJSON_CreateIntArray((int[]){1, 2}, 2);
  cJSON_GetObjectItem(array, "b");
  cJSON_GetObjectItemCaseSensitive(array, "b");
  cJSON_Delete(array);
}

SCENARIO(get_null) {
  cJSON item = {0};
  item.type = cJSON_Object;
  cJSON_GetArrayItem(NULL, 0);
  cJSON_GetArraySize(NULL);
  cJSON_GetObjectItem(NULL, "a");
  cJSON_GetObjectItem(&item, NULL);
  cJSON_GetObjectItem(&item, "a");
  cJSON_GetObjectItemCaseSensitive(NULL, "a");
  cJSON_GetObjectItemCaseSensitive(&item, NULL);
  cJSON_GetStringValue(NULL);
  cJSON_GetNumberValue(NULL);
  cJSON_IsInvalid(NULL);
  cJSON_IsFalse(NULL);
  cJSON_IsTrue(NULL);
  cJSON_IsBool(NULL);
  cJSON_IsNull(NULL);
  cJSON_IsNumber(NULL);
  cJSON_IsString(NULL);
  cJSON_IsArray(NULL);
  cJSON_IsObject(NULL);
  cJSON_IsRaw(NULL);
}

SCENARIO(detach) {
  cJSON *value = cJSON_Parse("[1,2,3,{\"a\":1,\"b\":2}]");
  cJSON_Delete(cJSON_DetachItemFromArray(value, 1));
  cJSON_Delete(cJSON_DetachItemFromArray(value, 0));
  cJSON_Delete(cJSON_DetachItemFromArray(value, -1));
  cJSON_Delete(cJSON_DetachItemFromArray(value, 9));
  cJSON *object = cJSON_GetArrayItem(value, 1);
  cJSON_Delete(cJSON_DetachItemFromObject(object, "B"));
  cJSON_Delete(cJSON_DetachItemFromObjectCaseSensitive(object, "zz"));
  cJSON_Delete(value);
}

SCENARIO(detach_null) {
  cJSON item = {0};
  cJSON_DetachItemViaPointer(NULL, &item);
  cJSON_DetachItemViaPointer(&item, NULL);
  cJSON_DetachItemFromArray(NULL, 0);
  cJSON_DetachItemFromObject(NULL, "a");
}

SCENARIO(delete) {
  cJSON *value = cJSON_Parse(document);
  cJSON_DeleteItemFromArray(value, 0);
  cJSON_DeleteItemFromObject(value, "D");
  cJSON_DeleteItemFromObjectCaseSensitive(value, "e");
  cJSON_Delete(value);
  cJSON_Delete(NULL);
}

SCENARIO(insert) {
  cJSON *array = cJSON_CreateIntArray((int[]){1, 2}, 2);
  static const int where[] = {0, 1, 9, -1};
  for (int i = 0; i < 4; i++) {
    cJSON *item = cJSON_CreateNumber(i);
    if (!cJSON_InsertItemInArray(array, where[i], item))
      cJSON_Delete(item);
  }
  cJSON_Delete(array);
}

SCENARIO(replace) {
  cJSON *value = cJSON_Parse(document);
  cJSON *item = cJSON_CreateNull();
  if (!cJSON_ReplaceItemInArray(value, 0, item))
    cJSON_Delete(item);
  item = cJSON_CreateNull();
  if (!cJSON_ReplaceItemInArray(value, -1, item))
    cJSON_Delete(item);
  item = cJSON_CreateNull();
  if (!cJSON_ReplaceItemInArray(value, 99, item))
    cJSON_Delete(item);
  cJSON_Delete(value);
}

SCENARIO(replace_in_object) {
  cJSON *value = cJSON_Parse(document);
  cJSON *item = cJSON_CreateNull();
  if (item)
    item->string = block_of("old", 3);
  if (!cJSON_ReplaceItemInObject(value, "B", item))
    cJSON_Delete(item);
  item = cJSON_CreateNull();
  if (!cJSON_ReplaceItemInObjectCaseSensitive(value, "d", item)) {
    cJSON_Delete(item);
  }
  cJSON_Delete(value);
}

SCENARIO(replace_null) {
  cJSON item = {0};
  cJSON_ReplaceItemViaPointer(NULL, &item, &item);
  cJSON_ReplaceItemViaPointer(&item, NULL, &item);
  cJSON_ReplaceItemViaPointer(&item, &item, NULL);
  cJSON_ReplaceItemInObject(&item, "a", NULL);
  cJSON_ReplaceItemInObject(&item, NULL, &item);
  cJSON_ReplaceItemInArray(&item, 0, NULL);
}

SCENARIO(duplicate) {
  cJSON *value = cJSON_Parse(document);
  cJSON_Delete(cJSON_Duplicate(value, 1));
  cJSON_Delete(cJSON_Duplicate(value, 0));
  cJSON_Delete(value);
  cJSON_Delete(cJSON_Duplicate(NULL, 1));
}

SCENARIO(compare) {
  cJSON *value = cJSON_Parse(document);
  cJSON *other = cJSON_Parse("{\"a\":[1,2],\"b\":{\"c\":null}}");
  cJSON_Compare(value, value, 1);
  cJSON_Compare(value, other, 1);
  cJSON_Compare(other, value, 0);
  cJSON_Delete(value);
  cJSON_Delete(other);
}

SCENARIO(compare_null) {
  cJSON item = {0};
  item.type = cJSON_String;
  cJSON_Compare(NULL, &item, 0);
  cJSON_Compare(&item, NULL, 0);
  cJSON other = item;
  cJSON_Compare(&item, &other, 0);
  item.type = other.type = cJSON_Raw;
  cJSON_Compare(&item, &other, 0);
  other.valuestring = (char *)"x";
  cJSON_Compare(&item, &other, 0);
}

SCENARIO(compare_arrays) {
  cJSON *a = cJSON_CreateIntArray((int[]){1, 2, 3}, 3);
  cJSON *b = cJSON_CreateIntArray((int[]){1, 2}, 2);
  cJSON_Compare(a, b, 1);
  cJSON_Compare(b, a, 1);
  cJSON_Delete(a);
  cJSON_Delete(b);
}

SCENARIO(minify) {
  static const char *const texts[] = {" { \"a b\" : /* x */ 1 } // end\n",
                                      "/* open",
                                      "// open",
                                      "\"open",
                                      "\"esc\\\"aped\"",
                                      "/",
                                      "\"\\",
                                      ""};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    char *block = block_of(texts[i], strlen(texts[i]));
    cJSON_Minify(block);
    free(block);
  }
  cJSON_Minify(NULL);
}

SCENARIO(set) {
  cJSON *item = cJSON_CreateString("text");
  cJSON_SetValuestring(item, "a");
  cJSON_SetValuestring(item, "much longer than it was");
  cJSON_Delete(item);
  item = cJSON_CreateNumber(1);
  if (item)
    cJSON_SetNumberHelper(item, 1e300);
  if (item)
    cJSON_SetNumberHelper(item, -1e300);
  cJSON_SetValuestring(item, "a");
  cJSON_Delete(item);
}

SCENARIO(set_null) {
  cJSON item = {0};
  item.type = cJSON_String;
  cJSON_SetValuestring(&item, "a");
}

static void *own_malloc(size_t size) {
  return malloc(size);
}
static void own_free(void *block) {
  free(block);
}

SCENARIO(hooks) {
  cJSON_Hooks hooks = {own_malloc, own_free};
  cJSON_InitHooks(&hooks);
  cJSON *value = cJSON_Parse(document);
  char *text = cJSON_Print(value);
  free(text);
  cJSON_Delete(value);
  cJSON_InitHooks(NULL);
  cJSON_Hooks none = {NULL, NULL};
  cJSON_InitHooks(&none);
}
