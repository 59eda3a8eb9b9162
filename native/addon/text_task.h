#pragma once

#include <napi.h>

#include <functional>
#include <optional>
#include <string>

#include "support/failure.h"

namespace sluice::addon {

/// Text that is read from the disk, on a thread of Node's pool: what `firstText` of app/engine/addon.ts does.
/// Deletes itself when its promise is settled.
class TextTask final : public Napi::AsyncWorker {
 public:
  /// Begins, and gives the promise: of a Buffer, or of the failure that `read` threw. `read` touches nothing
  /// of JavaScript.
  static Napi::Promise start(Napi::Env env, std::function<std::string()> read);

 private:
  TextTask(Napi::Env env, std::function<std::string()> read);

  void Execute() override;
  void OnOK() override;

  const std::function<std::string()> read_;
  const Napi::Promise::Deferred done_;
  std::string text_;
  std::optional<Failure> failure_;
};

}  // namespace sluice::addon
