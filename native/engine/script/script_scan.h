#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "codec/packing.h"
#include "script/script_item.h"
#include "support/progress.h"

namespace sluice {

/// The script to scan (`EngineScanSpec` in app/engine/scan/scans.ts).
struct ScanSpec {
  std::string path;
  Packing packing = {};
  /// Until a DELIMITER line sets another one.
  std::string delimiter = ";";
  std::uint64_t bytes_per_run = 0;
  /// Rows that are known, as `ScriptScanner` takes them.
  std::vector<ScriptRows> known = {};
};

/// The scan of one script file, which the first batch opens and the last one closes.
class ScriptScan {
 public:
  explicit ScriptScan(ScanSpec spec);
  ~ScriptScan();

  /// The items that come next, perhaps none; nothing once all came, or after a failure. Called by one thread
  /// at a time. Throws what reading the file and `ScriptScanner` throw.
  std::optional<std::vector<ScriptItem>> next();
  /// Bytes as they are stored that were read so far. Any thread may ask.
  std::uint64_t read_bytes() const { return read_bytes_.load(std::memory_order_relaxed); }

 private:
  class OpenScript;

  const ScanSpec spec_;
  ProgressBoard board_;
  std::unique_ptr<OpenScript> open_;
  bool has_ended_ = false;
  std::atomic<std::uint64_t> read_bytes_{0};
};

}  // namespace sluice
