#pragma once

#include <napi.h>

#include <memory>
#include <optional>
#include <vector>

#include "script/script_item.h"
#include "script/script_scan.h"
#include "support/failure.h"

namespace sluice::addon {

/// The next batch of a script's scan, made on a thread of Node's pool: the `next` of `EngineScriptScan` in
/// app/engine/scan/scans.ts. Deletes itself when its promise is settled.
class ScanTask final : public Napi::AsyncWorker {
 public:
  /// A scan, and whether a task is at work on it: only JavaScript's thread looks at that.
  struct Scan {
    explicit Scan(ScanSpec spec) : script(std::move(spec)) {}

    ScriptScan script;
    bool is_busy = false;
  };

  /// Begins, and gives the promise. Throws an error of JavaScript where another task is at work on the scan.
  static Napi::Promise start(Napi::Env env, const std::shared_ptr<Scan>& scan);

 private:
  ScanTask(Napi::Env env, std::shared_ptr<Scan> scan);

  void Execute() override;
  void OnOK() override;
  Napi::Value answer();

  const std::shared_ptr<Scan> scan_;
  const Napi::Promise::Deferred done_;
  std::optional<std::vector<ScriptItem>> items_;
  std::optional<Failure> failure_;
};

}  // namespace sluice::addon
