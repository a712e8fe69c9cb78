/* Scenarios of cJSON's pointers, patches and merge patches. */
#include "harness.h"

#include UNIT

SCENARIO(pointer_get) {
  cJSON *value = cJSON_Parse("{\"a\":[1,{\"b/~c\":2}],\"\":3}");
  static const char *const pointers[] = {
      "", "/a", "/a/1/b~1~0c", "/a/9", "/a/x", "/zz", "/a/01", "/a/1/b~", "x"};
  for (size_t i = 0; i < sizeof pointers / sizeof *pointers; i++) {
    cJSONUtils_GetPointer(value, pointers[i]);
    cJSONUtils_GetPointerCaseSensitive(value, pointers[i]);
  }
  cJSONUtils_GetPointer(value, NULL);
  cJSONUtils_GetPointer(NULL, "/a");
  cJSON_Delete(value);
}

SCENARIO(pointer_find) {
  cJSON *value = cJSON_Parse("{\"a\":[1,{\"b/~c\":2}]}");
  cJSON *inner = cJSON_GetArrayItem(cJSON_GetArrayItem(value, 0), 1);
  char *text = cJSONUtils_FindPointerFromObjectTo(value, inner);
  free(text);
  if (inner) {
    text = cJSONUtils_FindPointerFromObjectTo(value, inner->child);
    free(text);
  }
  cJSON *stranger = cJSON_CreateNull();
  text = cJSONUtils_FindPointerFromObjectTo(value, stranger);
  free(text);
  text = cJSONUtils_FindPointerFromObjectTo(NULL, NULL);
  free(text);
  text = cJSONUtils_FindPointerFromObjectTo(value, NULL);
  free(text);
  cJSON_Delete(stranger);
  cJSON_Delete(value);
}

static void apply(const char *text, const char *patch_text) {
  cJSON *value = cJSON_Parse(text);
  cJSON *patch = cJSON_Parse(patch_text);
  cJSONUtils_ApplyPatches(value, patch);
  cJSON_Delete(value);
  cJSON_Delete(patch);
}

SCENARIO(patch_add) {
  apply("{\"a\":[1,2]}", "[{\"op\":\"add\",\"path\":\"/a/0\",\"value\":9}]");
}
SCENARIO(patch_add_last) {
  apply("{\"a\":[1]}", "[{\"op\":\"add\",\"path\":\"/a/-\",\"value\":9}]");
}
SCENARIO(patch_add_key) {
  apply("{\"a\":1}", "[{\"op\":\"add\",\"path\":\"/b~1c\",\"value\":[9]}]");
}
SCENARIO(patch_remove) {
  apply("{\"a\":[1,2]}", "[{\"op\":\"remove\",\"path\":\"/a/1\"}]");
}
SCENARIO(patch_replace) {
  apply("{\"a\":[1,2]}",
        "[{\"op\":\"replace\",\"path\":\"/a\",\"value\":\"x\"}]");
}
SCENARIO(patch_move) {
  apply("{\"a\":[1,2]}",
        "[{\"op\":\"move\",\"from\":\"/a/0\",\"path\":\"/b\"}]");
}
SCENARIO(patch_copy) {
  apply("{\"a\":[1,2]}",
        "[{\"op\":\"copy\",\"from\":\"/a/0\",\"path\":\"/b\"}]");
}
SCENARIO(patch_test) {
  apply("{\"a\":[1,2]}", "[{\"op\":\"test\",\"path\":\"/a/0\",\"value\":2}]");
}
SCENARIO(patch_root) {
  apply("{\"a\":[1]}", "[{\"op\":\"add\",\"path\":\"\",\"value\":\"x\"},"
                       "{\"op\":\"remove\",\"path\":\"\"}]");
}
SCENARIO(patch_bad) {
  apply("{\"a\":[1]}", "[{\"op\":\"add\",\"path\":\"/a/7\",\"value\":1}]");
  apply("{\"a\":[1]}", "[{\"op\":\"add\",\"path\":\"/x/y\",\"value\":1}]");
  apply("{\"a\":[1]}", "[{\"op\":\"add\",\"path\":\"/a/0\"}]");
  apply("{\"a\":[1]}", "[{\"op\":\"jump\",\"path\":\"/a/0\"}]");
  apply("{\"a\":[1]}", "[{\"path\":\"/a/0\"}]");
  apply("{\"a\":[1]}", "[{\"op\":\"move\",\"path\":\"/a/0\"}]");
  apply("{\"a\":[1]}", "[{\"op\":\"copy\",\"from\":\"/q\",\"path\":\"/b\"}]");
  apply("{\"a\":[1]}", "[{\"op\":\"remove\",\"path\":\"/q\"}]");
  apply("{\"a\":[1]}", "[{\"op\":\"add\",\"path\":\"q\",\"value\":1}]");
  apply("{\"a\":[1]}", "{}");
  apply("{\"a\":[1]}", "[{\"op\":\"add\",\"path\":3}]");
}

SCENARIO(patches_generate) {
  cJSON *from = cJSON_Parse("{\"a\":[1,2,3],\"b\":\"x\",\"c/d\":1}");
  cJSON *to = cJSON_Parse("{\"a\":[1,4],\"b\":\"y\",\"e\":{\"f\":1}}");
  cJSON_Delete(cJSONUtils_GeneratePatches(from, to));
  cJSON_Delete(cJSONUtils_GeneratePatchesCaseSensitive(to, from));
  cJSON_Delete(cJSONUtils_GeneratePatches(NULL, to));
  cJSON_Delete(cJSONUtils_GeneratePatches(from, NULL));
  cJSON_Delete(from);
  cJSON_Delete(to);
}

SCENARIO(patch_to_array) {
  cJSON *array = cJSON_CreateArray();
  cJSON *value = cJSON_CreateTrue();
  cJSONUtils_AddPatchToArray(array, "add", "/a", value);
  cJSONUtils_AddPatchToArray(array, "remove", "/a", NULL);
  cJSONUtils_AddPatchToArray(NULL, "remove", "/a", NULL);
  cJSONUtils_AddPatchToArray(array, NULL, "/a", NULL);
  cJSONUtils_AddPatchToArray(array, "remove", NULL, NULL);
  cJSON_Delete(value);
  cJSON_Delete(array);
}

SCENARIO(merge) {
  cJSON *value = cJSON_Parse("{\"a\":{\"b\":1},\"c\":2}");
  cJSON *patch = cJSON_Parse("{\"a\":{\"b\":null,\"d\":3},\"c\":[1]}");
  value = cJSONUtils_MergePatch(value, patch);
  cJSON_Delete(value);
  value = cJSON_Parse("3");
  value = cJSONUtils_MergePatch(value, patch);
  cJSON_Delete(value);
  cJSON_Delete(patch);
}

SCENARIO(merge_generate) {
  cJSON *from = cJSON_Parse("{\"a\":1,\"b\":2,\"c\":{\"d\":1}}");
  cJSON *to = cJSON_Parse("{\"a\":1,\"c\":{\"d\":2},\"e\":3}");
  cJSON_Delete(cJSONUtils_GenerateMergePatch(from, to));
  cJSON_Delete(cJSONUtils_GenerateMergePatch(NULL, to));
  cJSON_Delete(cJSONUtils_GenerateMergePatch(from, NULL));
  cJSON_Delete(from);
  cJSON_Delete(to);
}

SCENARIO(sort) {
  cJSON *value = cJSON_Parse("{\"c\":1,\"a\":2,\"b\":3,\"A\":4}");
  cJSONUtils_SortObject(value);
  cJSONUtils_SortObjectCaseSensitive(value);
  cJSONUtils_SortObject(NULL);
  cJSON_Delete(value);
}
