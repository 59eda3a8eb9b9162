#include <mysql.h>
#include <napi.h>
#include <zstd.h>

#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "answer_task.h"
#include "argument.h"
#include "codec/folder_sync.h"
#include "codec/new_files.h"
#include "convert_delimited.h"
#include "convert_inspection.h"
#include "convert_rows.h"
#include "convert_script.h"
#include "convert_spec.h"
#include "direct/direct_export_job.h"
#include "disk_task.h"
#include "dump/dump_job.h"
#include "event_channel.h"
#include "export/export_job.h"
#include "innodb/inspect_job.h"
#include "input_handle.h"
#include "job_registry.h"
#include "load/load_job.h"
#include "migrate/migrate_job.h"
#include "read/first_text.h"
#include "rechunk/rechunk_job.h"
#include "scan_task.h"
#include "sort/key_bounds.h"
#include "support/failures.h"
#include "support/job.h"
#include "support/sabotage.h"
#include "verify/checksum_job.h"
#include "verify/verify_job.h"
#include "wire/fresh_password.h"

namespace sluice::addon {
namespace {

using Call = Napi::CallbackInfo;

/// Rethrows everything that `work` throws as an error of JavaScript: node-addon-api lets nothing through but
/// its own.
template <class Work>
auto throwing_to_js(Napi::Env env, const Work& work) {
  try {
    return work();
  } catch (const Napi::Error&) {
    throw;
  } catch (const std::exception& error) {
    throw Napi::Error::New(env, plain(failure_of(error).message));
  }
}

/// Adds a method that does nothing once the job has ended.
template <class AnyJob, class Method>
void add_method(Napi::Object& handle, const char* name, const std::weak_ptr<AnyJob>& job, Method method) {
  handle.Set(name, Napi::Function::New(
                       handle.Env(),
                       [job, method](const Call& call) {
                         const auto running = job.lock();
                         if (running) throwing_to_js(call.Env(), [&] { method(*running, call); });
                       },
                       name));
}

void add_controls(Napi::Object& handle, const std::weak_ptr<Job>& job) {
  add_method(handle, "pause", job, [](Job& running, const Call&) { running.pause(); });
  add_method(handle, "resume", job, [](Job& running, const Call&) { running.resume(); });
  add_method(handle, "cancel", job, [](Job& running, const Call&) { running.cancel(); });
  add_method(handle, "seal", job, [](Job& running, const Call&) { running.seal(); });
  add_method(handle, "setLanes", job,
             [](Job& running, const Call& call) { running.set_lanes(Argument(call[0], "lanes").small()); });
}

void add_take_snapshots(Napi::Object& handle, const std::weak_ptr<Job>& job) {
  add_method(handle, "takeSnapshots", job, [](Job& running, const Call&) { running.take_snapshots(); });
}

template <class Table>
Napi::Object make_handle(Napi::Env env, const std::weak_ptr<TableJob<Table>>& job,
                         std::vector<Table> (*convert)(const Argument&)) {
  auto handle = Napi::Object::New(env);
  add_method(handle, "addTables", job, [convert](TableJob<Table>& running, const Call& call) {
    running.add_tables(convert(Argument(call[0], "tables")));
  });
  add_controls(handle, job);
  return handle;
}

/// Adds the method that replaces the password of one side's sessions to come, "source" or "target", in a job
/// that has begun; where it has ended, nobody reads it any more.
void add_renew_password(Napi::Object& handle, std::shared_ptr<FreshPassword> source,
                        std::shared_ptr<FreshPassword> target) {
  const auto renew = [source = std::move(source), target = std::move(target)](const Call& call) {
    throwing_to_js(call.Env(), [&] {
      const auto& side = Argument(call[0], "side").text() == "source" ? source : target;
      if (side) side->set(Argument(call[1], "password").text());
    });
  };
  handle.Set("renewPassword", Napi::Function::New(handle.Env(), renew, "renewPassword"));
}

/// Makes the only batch of a job that could not begin.
Batch ended_before_it_began(const std::exception& error) {
  Batch batch;
  batch.events.push_back(event::Finished{JobState::kFailed, {failure_of(error)}});
  return batch;
}

/// Starts a job whose batches go to the call's second argument, and keeps it until its last event. A job that
/// the system has no thread or no memory for ends at once, as failed.
template <class AnyJob, class Spec>
std::weak_ptr<AnyJob> start(const std::shared_ptr<JobRegistry>& registry, Spec spec, const Call& call) {
  if (!call[1].IsFunction()) throw Napi::TypeError::New(call.Env(), "sink must be a function");
  const int id = registry->next_id();
  const auto channel =
      EventChannel::open(call.Env(), call[1].As<Napi::Function>(), [registry, id] { registry->drop(id); });
  try {
    auto job = std::make_shared<AnyJob>(std::move(spec),
                                        [channel](Batch batch) { channel->post(std::move(batch)); });
    registry->keep(id, job);
    return job;
  } catch (const std::exception& error) {
    channel->post(ended_before_it_began(error));
    return {};
  }
}

Napi::Value start_dump(const std::shared_ptr<JobRegistry>& registry, const Call& call) {
  const DumpSpec spec = dump_spec({call[0], "spec"});
  const auto job = start<DumpJob>(registry, spec, call);
  auto handle = make_handle<DumpTable>(call.Env(), job, dump_tables);
  add_take_snapshots(handle, job);
  add_renew_password(handle, spec.connection.fresh_password, nullptr);
  return handle;
}

Napi::Value start_load(const std::shared_ptr<JobRegistry>& registry, const Call& call) {
  const LoadSpec spec = load_spec({call[0], "spec"});
  const auto job = start<LoadJob>(registry, spec, call);
  auto handle = make_handle<LoadTable>(call.Env(), job, load_tables);
  add_renew_password(handle, nullptr, spec.connection.fresh_password);
  return handle;
}

Napi::Value start_verify(const std::shared_ptr<JobRegistry>& registry, const Call& call) {
  const auto job = start<VerifyJob>(registry, verify_spec({call[0], "spec"}), call);
  return make_handle<VerifyTable>(call.Env(), job, verify_tables);
}

Napi::Value start_export(const std::shared_ptr<JobRegistry>& registry, const Call& call) {
  const auto job = start<ExportJob>(registry, export_spec({call[0], "spec"}), call);
  return make_handle<ExportTable>(call.Env(), job, export_tables);
}

Napi::Value start_rechunk(const std::shared_ptr<JobRegistry>& registry, const Call& call) {
  const auto job = start<RechunkJob>(registry, rechunk_spec({call[0], "spec"}), call);
  return make_handle<RechunkTable>(call.Env(), job, rechunk_tables);
}

Napi::Value start_direct_export(const std::shared_ptr<JobRegistry>& registry, const Call& call) {
  const DirectExportSpec spec = direct_export_spec({call[0], "spec"});
  const auto job = start<DirectExportJob>(registry, spec, call);
  auto handle = make_handle<DirectTable>(call.Env(), job, direct_tables);
  add_take_snapshots(handle, job);
  add_renew_password(handle, spec.connection.fresh_password, nullptr);
  return handle;
}

Napi::Value start_migrate(const std::shared_ptr<JobRegistry>& registry, const Call& call) {
  const MigrateSpec spec = migrate_spec({call[0], "spec"});
  const auto job = start<MigrateJob>(registry, spec, call);
  auto handle = make_handle<MigrateTable>(call.Env(), job, migrate_tables);
  add_take_snapshots(handle, job);
  add_renew_password(handle, spec.source.fresh_password, spec.target.connection.fresh_password);
  return handle;
}

Napi::Value start_checksum(const std::shared_ptr<JobRegistry>& registry, const Call& call) {
  const ChecksumSpec spec = checksum_spec({call[0], "spec"});
  const auto job = start<ChecksumJob>(registry, spec, call);
  auto handle = make_handle<DumpTable>(call.Env(), job, dump_tables);
  add_renew_password(handle, spec.connection.fresh_password, nullptr);
  return handle;
}

Napi::Value start_inspect(const std::shared_ptr<JobRegistry>& registry, const Call& call) {
  const auto job = start<InspectJob>(registry, inspect_spec({call[0], "spec"}), call);
  auto handle = Napi::Object::New(call.Env());
  add_method(handle, "cancel", job, [](InspectJob& running, const Call&) { running.cancel(); });
  return handle;
}

Napi::Value start_writing_files(const Call& call) {
  return DiskTask::start(call.Env(), [folder = Argument(call[0], "folder").text(),
                                      files = new_files({call[1], "files"})] { write_files(folder, files); });
}

Napi::Value start_syncing_folder(const Call& call) {
  return DiskTask::start(call.Env(), [folder = Argument(call[0], "folder").text()] { sync_folder(folder); });
}

/// Makes the handle of a scan, which lives as long as the handle or a task of it.
Napi::Value scan_script(const Call& call) {
  const auto scan = std::make_shared<ScanTask::Scan>(scan_spec({call[0], "spec"}));
  auto handle = Napi::Object::New(call.Env());
  const auto next = [scan](const Call& asked) -> Napi::Value { return ScanTask::start(asked.Env(), scan); };
  const auto read_bytes = [scan](const Call& asked) -> Napi::Value {
    return Napi::Number::New(asked.Env(), static_cast<double>(scan->script.read_bytes()));
  };
  handle.Set("next", Napi::Function::New(call.Env(), next, "next"));
  handle.Set("readBytes", Napi::Function::New(call.Env(), read_bytes, "readBytes"));
  return handle;
}

Napi::Value start_reading_text(const Call& call) {
  return AnswerTask<std::string>::start(
      call.Env(),
      [directory = Argument(call[0], "directory").text(), chunk = chunk_file({call[1], "chunk"}),
       most = Argument(call[2], "mostBytes").whole()] {
        return first_text(directory, chunk, static_cast<std::size_t>(most));
      },
      [](Napi::Env env, const std::string& text) {
        return Napi::Buffer<char>::Copy(env, text.data(), text.size());
      });
}

Napi::Value start_finding_bounds(const Call& call) {
  return AnswerTask<KeyBounds>::start(
      call.Env(),
      [directory = Argument(call[0], "directory").text(), part = sorted_part({call[1], "part"}),
       ranges = Argument(call[2], "ranges").whole()] {
        return key_bounds(directory, part, static_cast<std::size_t>(ranges));
      },
      [](Napi::Env env, const KeyBounds& found) { return to_js(env, found); });
}

Napi::Value start_scanning_delimited(const Call& call) {
  return AnswerTask<DelimitedContent>::start(
      call.Env(), [spec = delimited_spec({call[0], "spec"})] { return scan_delimited(spec); },
      [](Napi::Env env, const DelimitedContent& content) { return to_js(env, content); });
}

Napi::Value start_scanning_fields(const Call& call) {
  return AnswerTask<FieldsContent>::start(
      call.Env(), [spec = fields_spec({call[0], "spec"})] { return scan_fields(spec); },
      [](Napi::Env env, const FieldsContent& content) { return to_js(env, content); });
}

Napi::Value start_scanning_json(const Call& call) {
  return AnswerTask<JsonContent>::start(
      call.Env(), [spec = json_spec({call[0], "spec"})] { return scan_json(spec); },
      [](Napi::Env env, const JsonContent& content) { return to_js(env, content); });
}

Napi::Value start_scanning_xml(const Call& call) {
  return AnswerTask<XmlContent>::start(
      call.Env(), [spec = xml_spec({call[0], "spec"})] { return scan_xml(spec); },
      [](Napi::Env env, const XmlContent& content) { return to_js(env, content); });
}

Napi::Value key_condition_of(const Call& call) {
  return Napi::String::New(call.Env(), key_condition({call[0], "key"}, {call[1], "range"}));
}

Napi::Value version(const Call& call) {
  auto versions = Napi::Object::New(call.Env());
  versions.Set("engine", SLUICE_VERSION);
  versions.Set("libmariadb", mysql_get_client_info());
  versions.Set("zstd", ZSTD_versionString());
  return versions;
}

Napi::Value sabotages(const Call& call) {
  auto names = Napi::Array::New(call.Env());
  for (const std::string_view name : sabotage_names()) names.Set(names.Length(), std::string(name));
  return names;
}

/// Ends all jobs before their environment does. `process.exit()` runs no clean-up hook: it goes straight on
/// to the C library's exit handlers, where OpenSSL clears what our threads still use. A worker that is
/// terminated emits no 'exit'.
void end_jobs_with(Napi::Env env, const std::shared_ptr<JobRegistry>& registry) {
  env.AddCleanupHook([registry] { registry->drop_all(); });
  const auto process = env.Global().Get("process").As<Napi::Object>();
  const auto on_exit = Napi::Function::New(
      env, [registry](const Call&) { registry->drop_all(); }, "endSluiceJobs");
  process.Get("on").As<Napi::Function>().Call(process, {Napi::String::New(env, "exit"), on_exit});
}

Napi::Object initialise(Napi::Env env, Napi::Object exports) {
  const auto registry = std::make_shared<JobRegistry>();
  end_jobs_with(env, registry);

  const auto add = [&](const char* name, auto function) {
    exports.Set(name, Napi::Function::New(
                          env,
                          [registry, function](const Call& call) {
                            return throwing_to_js(call.Env(), [&] { return function(registry, call); });
                          },
                          name));
  };
  add("startDump", start_dump);
  add("startLoad", start_load);
  add("startVerify", start_verify);
  add("startExport", start_export);
  add("startRechunk", start_rechunk);
  add("startDirectExport", start_direct_export);
  add("startMigrate", start_migrate);
  add("startChecksum", start_checksum);
  add("startInspect", start_inspect);
  exports.Set("writeFiles", Napi::Function::New(env, start_writing_files, "writeFiles"));
  exports.Set("firstText", Napi::Function::New(env, start_reading_text, "firstText"));
  exports.Set("keyBounds", Napi::Function::New(env, start_finding_bounds, "keyBounds"));
  exports.Set("syncFolder", Napi::Function::New(env, start_syncing_folder, "syncFolder"));
  exports.Set("scanDelimited", Napi::Function::New(env, start_scanning_delimited, "scanDelimited"));
  exports.Set("scanFields", Napi::Function::New(env, start_scanning_fields, "scanFields"));
  exports.Set("scanJson", Napi::Function::New(env, start_scanning_json, "scanJson"));
  exports.Set(
      "openInput",
      Napi::Function::New(
          env, [](const Call& call) { return throwing_to_js(call.Env(), [&] { return open_input(call); }); },
          "openInput"));
  exports.Set("scanXml", Napi::Function::New(env, start_scanning_xml, "scanXml"));
  exports.Set("scanScript", Napi::Function::New(env, scan_script, "scanScript"));
  exports.Set("keyCondition", Napi::Function::New(env, key_condition_of, "keyCondition"));
  exports.Set("version", Napi::Function::New(env, version, "version"));
  exports.Set("sabotages", Napi::Function::New(env, sabotages, "sabotages"));
  return exports;
}

}  // namespace
}  // namespace sluice::addon

using sluice::addon::initialise;

NODE_API_MODULE(sluice, initialise)
