#include "convert_batch.h"

#include <array>
#include <cstdio>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "convert_basics.h"
#include "convert_inspection.h"
#include "convert_message.h"

namespace sluice::addon {
namespace {

// In the order of the engine's enumerations.
constexpr std::array<const char*, 7> kPhases{"idle", "read", "load", "index", "verify", "wait", "retry"};
constexpr std::array<const char*, 6> kTableStates{"pending",   "running", "indexing",
                                                  "verifying", "done",    "failed"};
constexpr std::array<const char*, 4> kLogLevels{"debug", "info", "warning", "error"};
constexpr std::array<const char*, 3> kJobStates{"done", "failed", "cancelled"};

std::string hex(std::uint64_t value) {
  std::array<char, 17> digits{};
  std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(value));
  return digits.data();
}

Napi::String text(Napi::Env env, const std::string& item) { return Napi::String::New(env, item); }

void set_unless_empty(Napi::Object& object, const char* name, const std::string& value) {
  if (!value.empty()) object.Set(name, value);
}

Napi::Object sign_in_refusal(Napi::Env env, const SignInRefusal& from) {
  auto object = Napi::Object::New(env);
  object.Set("reason", from.reason);
  object.Set("method", from.method);
  object.Set("factor", from.factor);
  object.Set("question", from.question);
  object.Set("server", from.server);
  return object;
}

Napi::Object failure(Napi::Env env, const Failure& from) {
  auto object = Napi::Object::New(env);
  object.Set("code", from.code);
  object.Set("message", to_js(env, from.message));
  object.Set("hint", to_js(env, from.hint));
  if (from.errnum != 0) object.Set("errno", from.errnum);
  set_unless_empty(object, "sqlstate", from.sqlstate);
  set_unless_empty(object, "table", from.table);
  set_unless_empty(object, "chunk", from.chunk);
  set_unless_empty(object, "statement", from.statement);
  object.Set("retryable", from.retryable);
  if (from.sign_in) object.Set("signIn", sign_in_refusal(env, *from.sign_in));
  return object;
}

Napi::Object chunk(Napi::Env env, const ChunkFacts& from) {
  auto object = Napi::Object::New(env);
  object.Set("file", from.file);
  object.Set("rows", number(from.rows));
  object.Set("bytes", number(from.bytes));
  object.Set("storedBytes", number(from.stored_bytes));
  object.Set("xxh64", hex(from.xxh64));
  object.Set("longestBinary", number(from.longest_binary));
  object.Set("first", list(env, from.first, text));
  object.Set("last", list(env, from.last, text));
  return object;
}

Napi::Value checksum(Napi::Env env, const std::optional<std::uint64_t>& from) {
  if (!from) return env.Null();
  return Napi::String::New(env, hex(*from));
}

Napi::Object lane(Napi::Env env, const LaneSample& from) {
  auto object = Napi::Object::New(env);
  object.Set("lane", from.lane);
  object.Set("phase", name_of(from.phase, kPhases));
  object.Set("table", from.table);
  object.Set("chunk", number(from.chunk));
  object.Set("rows", number(from.rows));
  object.Set("bytes", number(from.bytes));
  object.Set("session", number(from.session));
  object.Set("sinceMs", from.since_ms);
  return object;
}

Napi::Object table(Napi::Env env, const TableSample& from) {
  auto object = Napi::Object::New(env);
  object.Set("id", from.id);
  object.Set("state", name_of(from.state, kTableStates));
  object.Set("rows", number(from.rows));
  object.Set("bytes", number(from.bytes));
  return object;
}

Napi::Object segment(Napi::Env env, const Segment& from) {
  auto object = Napi::Object::New(env);
  object.Set("lane", from.lane);
  object.Set("phase", name_of(from.phase, kPhases));
  object.Set("table", from.table);
  object.Set("chunk", number(from.chunk));
  object.Set("startMs", from.start_ms);
  object.Set("endMs", from.end_ms);
  object.Set("rows", number(from.rows));
  object.Set("bytes", number(from.bytes));
  return object;
}

Napi::Object progress(Napi::Env env, const ProgressSample& from) {
  auto object = Napi::Object::New(env);
  object.Set("elapsedMs", from.elapsed_ms);
  object.Set("lanes", list(env, from.lanes, lane));
  object.Set("tables", list(env, from.tables, table));
  object.Set("segments", list(env, from.segments, segment));
  object.Set("rows", number(from.rows));
  object.Set("bytes", number(from.bytes));
  object.Set("storedBytes", number(from.stored_bytes));
  object.Set("memoryBytes", number(from.memory_bytes));
  object.Set("memoryPeakBytes", number(from.memory_peak_bytes));
  object.Set("retries", number(from.retries));
  object.Set("firstRowMs",
             from.first_row_ms ? Napi::Value(Napi::Number::New(env, *from.first_row_ms)) : env.Null());
  return object;
}

/// Makes the object of each kind of event.
class EventConverter {
 public:
  explicit EventConverter(Napi::Env env) : env_(env) {}

  Napi::Object operator()(const event::SessionsOpen&) const { return of_kind("sessions-open"); }

  Napi::Object operator()(const event::LanesRefused& from) const {
    auto object = of_kind("lanes-refused");
    object.Set("lanes", from.lanes);
    object.Set("message", to_js(env_, from.message));
    return object;
  }
  Napi::Object operator()(const event::SnapshotsTaken& from) const {
    auto object = of_kind("snapshots-taken");
    object.Set("ms", from.ms);
    return object;
  }

  Napi::Object operator()(const event::TableDumped& from) const {
    auto object = of_kind("table-dumped");
    object.Set("table", from.table);
    object.Set("rows", number(from.rows));
    object.Set("bytes", number(from.bytes));
    object.Set("chunks", list(env_, from.chunks, chunk));
    if (from.counted_rows) {
      object.Set("countedRows", number(*from.counted_rows));
    } else {
      object.Set("countedRows", env_.Null());
    }
    return object;
  }

  Napi::Object operator()(const event::TableLoaded& from) const {
    auto object = of_kind("table-loaded");
    object.Set("table", from.table);
    object.Set("rows", number(from.rows));
    object.Set("countedRows", number(from.counted_rows));
    return object;
  }

  Napi::Object operator()(const event::TableVerified& from) const {
    auto object = of_kind("table-verified");
    object.Set("table", from.table);
    object.Set("rows", number(from.rows));
    object.Set("bytes", number(from.bytes));
    object.Set("checksums", list(env_, from.checksums, checksum));
    object.Set("failures", list(env_, from.failures, failure));
    return object;
  }

  Napi::Object operator()(const event::TableChecksummed& from) const {
    auto object = of_kind("table-checksummed");
    object.Set("table", from.table);
    object.Set("rows", number(from.rows));
    object.Set("bytes", number(from.bytes));
    object.Set("checksum", hex(from.checksum));
    return object;
  }

  Napi::Object operator()(const event::TableExported& from) const {
    auto object = of_kind("table-exported");
    object.Set("table", from.table);
    object.Set("rows", number(from.rows));
    return object;
  }

  Napi::Object operator()(const event::FileInspected& from) const {
    auto object = of_kind("file-inspected");
    object.Set("report", file_report(env_, *from.report));
    return object;
  }

  Napi::Object operator()(const event::Log& from) const {
    auto object = of_kind("log");
    object.Set("at", number(from.at_ms));
    object.Set("level", name_of(from.level, kLogLevels));
    object.Set("message", to_js(env_, from.message));
    object.Set("table", from.table);
    object.Set("lane", from.lane);
    return object;
  }

  Napi::Object operator()(const event::Finished& from) const {
    auto object = of_kind("finished");
    object.Set("state", name_of(from.state, kJobStates));
    object.Set("failures", list(env_, from.failures, failure));
    return object;
  }

 private:
  Napi::Object of_kind(const char* kind) const {
    auto object = Napi::Object::New(env_);
    object.Set("kind", kind);
    return object;
  }

  Napi::Env env_;
};

}  // namespace

Napi::Object to_js(Napi::Env env, const Failure& from) { return failure(env, from); }

Napi::Object to_js(Napi::Env env, const Batch& batch) {
  auto object = Napi::Object::New(env);
  object.Set("events", list(env, batch.events, [](Napi::Env scope, const Event& event) {
               return std::visit(EventConverter(scope), event);
             }));
  if (batch.progress) {
    object.Set("progress", progress(env, *batch.progress));
  } else {
    object.Set("progress", env.Null());
  }
  return object;
}

}  // namespace sluice::addon
