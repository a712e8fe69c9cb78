#include "frontend/frontend.h"

#include <errno.h>
#include <string.h>

#include "base/file.h"
#include "frontend/bitcode.h"
#include "frontend/checks.h"
#include "frontend/compile.h"
#include "frontend/internal.h"
#include "frontend/keys.h"
#include "frontend/leaving.h"
#include "frontend/own.h"
#include "frontend/probe.h"
#include "frontend/resolver.h"
#include "frontend/startup.h"
#include "frontend/unevaluated.h"
#include "program/hidden.h"
#include "program/pass.h"

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

struct unit {
  const char *file;
  LLVMModuleRef module;
};

VEC_DEFINE(unit_vec, struct unit);

struct loader {
  struct frontend *frontend;
  struct database database;
  struct probe probe;
  LLVMContextRef context;
  struct unit_vec units;      // the files, until they are linked
  struct name_vec substitute; // functions with inline bodies in some unit
  struct folding folding;     // see marks.h
  LLVMModuleRef module;       // all files linked so far, or null
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
                       const struct unit_flags *flags, struct strbuf *bytes) {
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
  bool ok = probe_compile(&loader->probe, file, command, flags, bytes);
  if (!ok) {
    strbuf_clear(bytes);
    ok = compile_to_bitcode(frontend, file, command, flags, bytes,
                            &loader->folding, &loader->exit_code);
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

static LLVMModuleRef parse(struct loader *loader, const char *file,
                           const struct strbuf *bytes) {
  uint64_t start = stats_now_ms();
  bool is_ours = !is_bitcode_file(file);
  loader->exit_code = EXIT_BAD_INPUT;
  LLVMModuleRef module =
      bitcode_read(loader->frontend, loader->context, file, strbuf_text(bytes),
                   bytes->length, is_ours);
  if (module && is_ours) {
    marks_erase(module);
    unevaluated_prune(module);
    checks_prune(module);
  }
  loader->frontend->stats->load_ms += stats_now_ms() - start;
  return module;
}

// Null after telling why.
static LLVMModuleRef read_module(struct loader *loader, const char *file,
                                 const struct unit_flags *flags) {
  struct strbuf bytes = {0};
  LLVMModuleRef module = NULL;
  if (read_bytes(loader, file, flags, &bytes))
    module = parse(loader, file, &bytes);
  strbuf_release(&bytes);
  return module;
}

static bool add_unit(struct loader *loader, const char *file) {
  if (!is_readable(loader, file) || !can_check(loader, file))
    return false;
  struct unit unit = {file, read_module(loader, file, NULL)};
  if (unit.module)
    unit_vec_push(&loader->units, unit);
  return unit.module != NULL;
}

// Compiling again, with what is known once all files have been seen

static bool defines(LLVMModuleRef module, const char *name) {
  LLVMValueRef function = LLVMGetNamedFunction(module, name);
  return function && !LLVMIsDeclaration(function);
}

// A function that was asked for and is nowhere: clang leaves out what nothing
// calls.
static bool misses_wanted(const struct loader *loader) {
  const char *wanted = loader->frontend->options.wanted;
  for (uint32_t i = 0; wanted && i < loader->units.count; i++)
    if (defines(loader->units.at[i].module, wanted))
      return false;
  return wanted != NULL;
}

static bool compile_again(struct loader *loader, struct unit *unit,
                          const struct unit_flags *flags) {
  LLVMDisposeModule(unit->module);
  unit->module = read_module(loader, unit->file, flags);
  return unit->module != NULL;
}

// What the units are to be compiled with: the flags of each.
struct completion {
  struct name_vec shared; // own functions with external linkage
  bool keeps_unused;
  bool takes_all; // every unit, changed or not
};

static bool complete_unit(struct loader *loader,
                          const struct completion *completion,
                          struct unit *unit) {
  struct name_vec own = {0};
  for (uint32_t i = 0; i < completion->shared.count; i++)
    name_vec_push(&own, completion->shared.at[i]);
  own_collect(unit->module, OWN_STATIC, loader->frontend->names, &own);
  struct unit_flags flags = {.own = own.at,
                             .own_count = own.count,
                             .keeps_unused = completion->keeps_unused};
  bool must = completion->takes_all || flags.own_count || flags.keeps_unused;
  bool ok = true;
  if (must && !is_bitcode_file(unit->file))
    ok = compile_again(loader, unit, &flags);
  name_vec_release(&own);
  return ok;
}

static bool has_own(const struct loader *loader) {
  struct name_vec own = {0};
  for (uint32_t i = 0; i < loader->units.count; i++) {
    LLVMModuleRef module = loader->units.at[i].module;
    own_collect(module, OWN_EXTERNAL, loader->frontend->names, &own);
    own_collect(module, OWN_STATIC, loader->frontend->names, &own);
  }
  bool found = own.count > 0;
  name_vec_release(&own);
  return found;
}

// Only units that change are compiled again, unless the compiler was asked
// questions behind them, which it has answered where it came to them first.
static bool complete_units(struct loader *loader) {
  struct completion completion = {.keeps_unused = misses_wanted(loader),
                                  .takes_all = loader->probe.query != NULL};
  if (!completion.keeps_unused && !has_own(loader))
    return true;
  for (uint32_t i = 0; i < loader->units.count; i++)
    own_collect(loader->units.at[i].module, OWN_EXTERNAL,
                loader->frontend->names, &completion.shared);
  probe_reset(&loader->probe);
  bool ok = true;
  for (uint32_t i = 0; ok && i < loader->units.count; i++)
    ok = complete_unit(loader, &completion, &loader->units.at[i]);
  name_vec_release(&completion.shared);
  return ok;
}

// Linking

// An inline definition is there for those who see it; which of it and the
// external one is called is not told.
static void note_inline(struct loader *loader, LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
       f = LLVMGetNextFunction(f)) {
    size_t length;
    if (LLVMGetLinkage(f) == LLVMAvailableExternallyLinkage)
      name_vec_push(&loader->substitute, intern(loader->frontend->names,
                                                LLVMGetValueName2(f, &length)));
  }
}

static bool link_units(struct loader *loader) {
  uint64_t start = stats_now_ms();
  bool ok = true;
  for (uint32_t i = 0; ok && i < loader->units.count; i++) {
    struct unit *unit = &loader->units.at[i];
    LLVMModuleRef module = unit->module;
    unit->module = NULL;
    note_inline(loader, module);
    resolver_part_aliases(module);
    if (!loader->module)
      loader->module = module;
    else
      ok = bitcode_link(loader->frontend, loader->module, module, unit->file);
  }
  loader->frontend->stats->load_ms += stats_now_ms() - start;
  return ok && loader->module;
}

// What the library does with keys of threads, where they are used.
static bool add_keys(struct loader *loader) {
  struct strbuf text = {0}, bytes = {0}, errors = {0};
  struct unit unit = {.file = KEYS_FILE};
  unsigned wanted = 0;
  for (uint32_t i = 0; i < loader->units.count; i++)
    wanted |= keys_wanted(loader->units.at[i].module);
  keys_model(wanted, &text);
  if (wanted && compile_with(loader->frontend, "/dev/null", NULL, NULL, &text,
                             &bytes, &errors))
    unit.module = parse(loader, unit.file, &bytes);
  if (unit.module)
    unit_vec_push(&loader->units, unit);
  strbuf_release(&text);
  strbuf_release(&bytes);
  strbuf_release(&errors);
  return !wanted || unit.module;
}

static bool load_files(struct loader *loader, const char *const *files,
                       uint32_t count) {
  const char *database = loader->frontend->options.database;
  loader->exit_code = EXIT_BAD_INPUT;
  if (database &&
      !database_read(&loader->database, database, loader->frontend->diag))
    return false;
  for (uint32_t i = 0; i < count; i++)
    if (!add_unit(loader, files[i]))
      return false;
  return complete_units(loader) && add_keys(loader) && link_units(loader);
}

static void loader_release(struct loader *loader) {
  database_release(&loader->database);
  probe_release(&loader->probe);
  for (uint32_t i = 0; i < loader->units.count; i++)
    if (loader->units.at[i].module)
      LLVMDisposeModule(loader->units.at[i].module);
  unit_vec_release(&loader->units);
  name_vec_release(&loader->substitute);
  folding_release(&loader->folding);
  if (loader->module)
    LLVMDisposeModule(loader->module);
  LLVMContextDispose(loader->context);
}

// Translation

static unsigned attribute_kind(const char *name) {
  return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

static void translate_all(struct translator *translator) {
  translator->has_threads = shared_has_threads(translator->module);
  device_choose(translator);
  globals_declare(translator);
  folded_place(translator);
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
  resolver_embody(loader->module);
  const char *error = frontend->options.error_function;
  leaving_write_out(loader->module, error);
  keys_write_out(loader->module);
  startup_weave(loader->module, error);
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(loader->module);
  struct program *program =
      program_new(frontend->names, 8 * LLVMPointerSize(layout));
  struct translator translator = {.frontend = frontend,
                                  .program = program,
                                  .module = loader->module,
                                  .layout = layout,
                                  .byval_kind = attribute_kind("byval"),
                                  .sret_kind = attribute_kind("sret"),
                                  .noreturn_kind = attribute_kind("noreturn"),
                                  .substitute = &loader->substitute,
                                  .folding = &loader->folding};
  translator.debug =
      debug_info_new(loader->module, program, &loader->folding.marks);
  storage_vec_push(&translator.storages, (struct storage){0});
  probe_read(&loader->probe, loader->module, translator.debug, program);
  translate_all(&translator);
  debug_info_free(translator.debug);
  source_release(&translator.source);
  storage_vec_release(&translator.storages);
  pointer_map_release(&translator.globals);
  pointer_map_release(&translator.procedures);
  pointer_map_release(&translator.labels);
  pass_done(program, "translate");
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

bool frontend_preprocess(struct frontend *frontend, const char *file,
                         const struct compile_command *command,
                         struct strbuf *text) {
  return compile_preprocess(frontend, file, command, true, text);
}

void frontend_complaint(struct frontend *frontend, const char *file,
                        const struct compile_command *command,
                        struct strbuf *line) {
  struct unit_flags flags = {0};
  struct strbuf nothing = {0}, bitcode = {0}, errors = {0};
  compile_with(frontend, file, command, &flags, &nothing, &bitcode, &errors);
  const char *found = strstr(strbuf_text(&errors), "error: ");
  while (found && found > strbuf_text(&errors) && found[-1] != '\n')
    found--;
  if (found)
    strbuf_bytes(line, found, strcspn(found, "\n"));
  strbuf_release(&nothing);
  strbuf_release(&bitcode);
  strbuf_release(&errors);
}
