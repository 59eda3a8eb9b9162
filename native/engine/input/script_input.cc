#include "input/script_input.h"

#include "support/failure.h"

namespace sluice {
namespace {

constexpr const char* kName = "standard input";

ScanLimits limits_of(std::uint64_t bytes_per_run) {
  ScanLimits limits;
  limits.bytes_per_run = bytes_per_run;
  return limits;
}

}  // namespace

ScriptInput::ScriptInput(int descriptor) : pipe_(descriptor, kName) {}
ScriptInput::~ScriptInput() = default;

std::string ScriptInput::head(std::size_t most) {
  if (copy_) throw defect("The input's beginning is asked for behind it.");
  std::string more(most, '\0');
  while (head_.size() < most) {
    const std::size_t got = pipe_.read(more.data(), most - head_.size());
    if (got == 0) break;
    head_.append(more, 0, got);
  }
  return head_;
}

void ScriptInput::begin(const InputSpec& spec) {
  if (copy_) throw defect("The input is copied already.");
  copy_.emplace(pipe_, head_, spec.copy, board_);
  if (spec.bytes_per_run) scanner_.emplace(*copy_, kName, limits_of(*spec.bytes_per_run), board_);
}

std::optional<std::vector<ScriptItem>> ScriptInput::next() {
  if (!copy_) throw defect("The input is not copied yet.");
  std::optional<std::vector<ScriptItem>> items = scanner_ ? scanner_->next() : copy_on();
  stored_bytes_.store(copy_->stored_bytes(), std::memory_order_relaxed);
  return items;
}

std::optional<std::vector<ScriptItem>> ScriptInput::copy_on() {
  constexpr std::uint64_t kStepBytes = 64 << 20;
  constexpr std::size_t kReadBytes = 1 << 20;
  std::vector<char> unread(kReadBytes);
  const std::uint64_t begin = copy_->bytes();
  while (copy_->bytes() - begin < kStepBytes) {
    if (copy_->read(unread.data(), unread.size()) == 0) return std::nullopt;
  }
  return std::vector<ScriptItem>();
}

CopiedInput ScriptInput::finish() {
  if (!copy_) throw defect("The input is not copied yet.");
  CopiedInput copied = copy_->finish();
  scanner_.reset();
  return copied;
}

}  // namespace sluice
