#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "input/input_copy.h"
#include "input/input_pipe.h"
#include "script/script_item.h"
#include "script/script_scanner.h"
#include "support/progress.h"

namespace sluice {

/// The copying of an input (`EngineInputSpec` in app/engine/scan/inputs.ts).
struct InputSpec {
  CopySpec copy;
  /// Set for a script that is scanned while it is copied: as `ScanSpec` has it.
  std::optional<std::uint64_t> bytes_per_run = {};
};

/// An input that comes once: its beginning, then its copy, and what a script in it holds. Used by one thread
/// at a time. Throws what `InputCopy` and `ScriptScanner` do.
class ScriptInput {
 public:
  explicit ScriptInput(int descriptor);
  ~ScriptInput();

  /// Before `begin`: its first bytes, less than `most` only where there are no more.
  std::string head(std::size_t most);
  void begin(const InputSpec& spec);
  /// The items that come next, perhaps none, as more was copied; nothing once all is read.
  std::optional<std::vector<ScriptItem>> next();
  /// The copy is whole. What is kept in memory is there until this ends.
  CopiedInput finish();
  /// Any thread may call these.
  void cancel() { pipe_.cancel(); }
  std::uint64_t stored_bytes() const { return stored_bytes_.load(std::memory_order_relaxed); }

 private:
  std::optional<std::vector<ScriptItem>> copy_on();

  ProgressBoard board_;
  InputPipe pipe_;
  std::string head_;
  std::optional<InputCopy> copy_;
  std::optional<ScriptScanner> scanner_;
  std::atomic<std::uint64_t> stored_bytes_ = 0;
};

}  // namespace sluice
