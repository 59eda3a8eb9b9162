#include "script/script_scan.h"

#include <utility>

#include "codec/decoder.h"
#include "codec/file.h"
#include "script/script_scanner.h"

namespace sluice {
namespace {

ScanLimits limits_of(const ScanSpec& spec) {
  ScanLimits limits;
  limits.bytes_per_run = spec.bytes_per_run;
  limits.delimiter = spec.delimiter;
  return limits;
}

}  // namespace

class ScriptScan::OpenScript {
 public:
  OpenScript(const ScanSpec& spec, ProgressBoard& board)
      : stored_(spec.path),
        decoder_(make_decoder(spec.packing, stored_, board, 0)),
        scanner_(*decoder_, base_name(spec.path), limits_of(spec), board, spec.known) {
    // Loading a part of it begins at one.
    decoder_->leave_points(access_points(stored_.descriptor(), spec.packing.begin()));
  }

  ScriptScanner& scanner() { return scanner_; }
  std::uint64_t read_bytes() const { return stored_.bytes(); }

 private:
  StoredFile stored_;
  const std::unique_ptr<Decoder> decoder_;
  ScriptScanner scanner_;
};

ScriptScan::ScriptScan(ScanSpec spec) : spec_(std::move(spec)) {}
ScriptScan::~ScriptScan() = default;

std::optional<std::vector<ScriptItem>> ScriptScan::next() {
  if (has_ended_) return std::nullopt;
  // Until the batch is there, so that a failure ends the scan.
  has_ended_ = true;
  if (!open_) open_ = std::make_unique<OpenScript>(spec_, board_);
  std::optional<std::vector<ScriptItem>> items = open_->scanner().next();
  read_bytes_.store(open_->read_bytes(), std::memory_order_relaxed);
  has_ended_ = !items.has_value();
  if (has_ended_) open_.reset();
  return items;
}

}  // namespace sluice
