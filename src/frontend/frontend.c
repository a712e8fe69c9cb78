#include "frontend/frontend.h"

#include <errno.h>
#include <string.h>

#include "base/file.h"
#include "frontend/bitcode.h"
#include "frontend/checks.h"
#include "frontend/compile.h"
#include "frontend/internal.h"
#include "frontend/probe.h"
#include "program/hidden.h"

static bool is_bitcode_file(const char *file) {
  const char *suffix = file_suffix(file);
  return !strcmp(suffix, ".bc") || !strcmp(suffix, ".ll");
}

static bool is_c_file(const char *file) {
  static const char *const suffixes[] = {".c", ".i", ".h"};
  for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
    if (!strcmp(file_suffix(file), suffixes[i]))
      return true;
  return false;
}

// Loading

struct loader {
  struct frontend *frontend;
  struct database database;
  struct probe probe;
  LLVMContextRef context;
  LLVMModuleRef module; // all files linked so far, or null
  int exit_code;
};

// Is there a file at all? Better said here than by the compiler.
static bool is_readable(struct loader *loader, const char *file) {
  struct strbuf ignored = {0};
  bool ok = file_read(file, &ignored);
  int error = errno;
  strbuf_release(&ignored);
  if (ok && (is_c_file(file) || is_bitcode_file(file)))
    return true;
  if (ok) {
    diag_file(loader->frontend->diag, SEVERITY_ERROR, file,
              "neither C nor LLVM IR");
    diag_hint(loader->frontend->diag, "the suffix tells: .c .i .h, or .bc .ll");
  } else {
    diag_file(loader->frontend->diag, SEVERITY_ERROR, file, "%s",
              strerror(error));
  }
  loader->exit_code = EXIT_BAD_INPUT;
  return false;
}

static bool read_bytes(struct loader *loader, const char *file,
                       struct strbuf *bytes) {
  struct frontend *frontend = loader->frontend;
  if (is_bitcode_file(file))
    return file_read(file, bytes);
  const struct compile_command *command = NULL;
  if (frontend->options.database) {
    command = database_find(&loader->database, file);
    if (!command)
      diag_file(frontend->diag, SEVERITY_WARNING, file,
                "not in the compilation database; compiled without its flags");
  }
  uint64_t start = stats_now_ms();
  if (command)
    file = command->file;
  bool ok = probe_compile(&loader->probe, file, command, bytes);
  if (!ok) {
    strbuf_clear(bytes);
    ok = compile_to_bitcode(frontend, file, command, bytes, &loader->exit_code);
  }
  frontend->stats->clang_ms += stats_now_ms() - start;
  return ok;
}

// What is signed in C can no longer be told from bitcode.
static bool can_check(struct loader *loader, const char *file) {
  struct frontend *frontend = loader->frontend;
  if (!frontend->options.checks_overflow || !is_bitcode_file(file))
    return true;
  loader->exit_code = EXIT_UNSUPPORTED;
  diag_file(frontend->diag, SEVERITY_ERROR, file,
            "overflow can be checked in C only, not in bitcode");
  return false;
}

static bool add_file(struct loader *loader, const char *file) {
  struct frontend *frontend = loader->frontend;
  struct strbuf bytes = {0};
  bool ok = is_readable(loader, file) && can_check(loader, file) &&
            read_bytes(loader, file, &bytes);
  uint64_t start = stats_now_ms();
  if (ok) {
    loader->exit_code = EXIT_BAD_INPUT;
    LLVMModuleRef module =
        bitcode_read(frontend, loader->context, file, strbuf_text(&bytes),
                     bytes.length, !is_bitcode_file(file));
    if (module && !is_bitcode_file(file))
      checks_prune(module);
    if (!loader->module)
      loader->module = module;
    else if (module)
      ok = bitcode_link(frontend, loader->module, module, file);
    ok = ok && module;
  }
  strbuf_release(&bytes);
  frontend->stats->load_ms += stats_now_ms() - start;
  return ok;
}

static bool load_files(struct loader *loader, const char *const *files,
                       uint32_t count) {
  const char *database = loader->frontend->options.database;
  loader->exit_code = EXIT_BAD_INPUT;
  if (database &&
      !database_read(&loader->database, database, loader->frontend->diag))
    return false;
  for (uint32_t i = 0; i < count; i++)
    if (!add_file(loader, files[i]))
      return false;
  return loader->module != NULL;
}

static void loader_release(struct loader *loader) {
  database_release(&loader->database);
  probe_release(&loader->probe);
  if (loader->module)
    LLVMDisposeModule(loader->module);
  LLVMContextDispose(loader->context);
}

// Translation

static unsigned attribute_kind(const char *name) {
  return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

static void translate_all(struct translator *translator) {
  globals_declare(translator);
  for (LLVMValueRef f = LLVMGetFirstFunction(translator->module); f;
       f = LLVMGetNextFunction(f))
    if (LLVMGetFirstBasicBlock(f))
      body_translate(translator, f);
  struct program *program = translator->program;
  struct procedure *main_procedure = program_find(program, "main");
  if (main_procedure && main_procedure->is_defined)
    program->entry = main_procedure->self;
  if (LLVMGetModuleInlineAsm(translator->module, &(size_t){0})[0])
    globals_limitation(translator, NULL, (struct position){0},
                       "assembly at file level", false);
  program_find_hidden(program);
}

static struct program *translate(struct loader *loader) {
  struct frontend *frontend = loader->frontend;
  LLVMSetIsNewDbgInfoFormat(loader->module, 0);
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(loader->module);
  struct program *program =
      program_new(frontend->names, 8 * LLVMPointerSize(layout));
  struct translator translator = {.frontend = frontend,
                                  .program = program,
                                  .module = loader->module,
                                  .layout = layout,
                                  .byval_kind = attribute_kind("byval"),
                                  .noreturn_kind = attribute_kind("noreturn")};
  translator.debug = debug_info_new(loader->module, program);
  storage_vec_push(&translator.storages, (struct storage){0});
  probe_read(&loader->probe, loader->module, translator.debug, program);
  translate_all(&translator);
  debug_info_free(translator.debug);
  storage_vec_release(&translator.storages);
  pointer_map_release(&translator.globals);
  pointer_map_release(&translator.procedures);
  pointer_map_release(&translator.labels);
  return program;
}

// Bitcode from elsewhere may be for a machine that we do not model.
static bool is_known_machine(struct loader *loader) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(loader->module);
  unsigned width = 8 * LLVMPointerSize(layout);
  if (LLVMByteOrder(layout) == LLVMLittleEndian && (width == 32 || width == 64))
    return true;
  diag_file(loader->frontend->diag, SEVERITY_ERROR, NULL,
            "only little-endian machines with 32- or 64-bit pointers are "
            "supported");
  loader->exit_code = EXIT_UNSUPPORTED;
  return false;
}

static void count_program(const struct program *program, struct stats *stats) {
  for (uint32_t i = 1; i < program->procedures.count; i++) {
    const struct procedure *procedure = program->procedures.at[i];
    stats->procedures += procedure->is_defined;
    if (procedure->is_defined) {
      stats->locations += procedure->locations.count - 1;
      stats->edges += procedure->edges.count - 1;
    }
  }
  stats->variables += program->variables.count - 1;
  stats->terms += term_count(program->terms);
  for (uint32_t i = 0; i < program->limitations.count; i++)
    stats->unsupported += !program->limitations.at[i].is_havocked;
}

struct program *frontend_load(struct frontend *frontend,
                              const char *const *files, uint32_t count,
                              const struct frontend_query *query,
                              int *exit_code) {
  struct loader loader = {.frontend = frontend,
                          .context = bitcode_context(frontend)};
  probe_init(&loader.probe, frontend, query);
  struct program *program = NULL;
  if (load_files(&loader, files, count) && is_known_machine(&loader)) {
    uint64_t start = stats_now_ms();
    program = translate(&loader);
    frontend->stats->translate_ms += stats_now_ms() - start;
    count_program(program, frontend->stats);
  }
  *exit_code = loader.exit_code;
  loader_release(&loader);
  return program;
}

bool frontend_database_files(struct frontend *frontend, const char *folder,
                             char ***files, uint32_t *count) {
  struct database database;
  if (!database_read(&database, folder, frontend->diag))
    return false;
  struct string_vec list = {0};
  for (uint32_t i = 0; i < database.commands.count; i++) {
    const char *file = database.commands.at[i].file;
    bool is_known = false;
    for (uint32_t k = 0; k < list.count && !is_known; k++)
      is_known = !strcmp(list.at[k], file);
    if (!is_known)
      string_vec_push(&list, memory_copy_string(file));
  }
  database_release(&database);
  *files = list.at;
  *count = list.count;
  return true;
}
