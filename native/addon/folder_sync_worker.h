#pragma once

#include <napi.h>

#include <optional>
#include <string>

#include "support/failure.h"

namespace sluice::addon {

/// `syncFolder` of app/engine/addon.ts: syncs a folder on a thread of Node's pool. Deletes itself when its
/// promise is settled.
class FolderSyncWorker final : public Napi::AsyncWorker {
 public:
  /// Begins, and gives the promise: of null, or of what went wrong.
  static Napi::Promise start(Napi::Env env, std::string folder);

 private:
  FolderSyncWorker(Napi::Env env, std::string folder);

  void Execute() override;
  void OnOK() override;

  const std::string folder_;
  const Napi::Promise::Deferred done_;
  std::optional<Failure> failure_;
};

}  // namespace sluice::addon
