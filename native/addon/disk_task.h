#pragma once

#include <napi.h>

#include <functional>
#include <optional>

#include "support/failure.h"

namespace sluice::addon {

/// Work that waits for the disk, on a thread of Node's pool: what `writeFiles` and `syncFolder` of
/// app/engine/addon.ts do. Deletes itself when its promise is settled.
class DiskTask final : public Napi::AsyncWorker {
 public:
  /// Begins, and gives the promise: of null, or of the failure that `work` threw. `work` touches nothing of
  /// JavaScript.
  static Napi::Promise start(Napi::Env env, std::function<void()> work);

 private:
  DiskTask(Napi::Env env, std::function<void()> work);

  void Execute() override;
  void OnOK() override;

  const std::function<void()> work_;
  const Napi::Promise::Deferred done_;
  std::optional<Failure> failure_;
};

}  // namespace sluice::addon
