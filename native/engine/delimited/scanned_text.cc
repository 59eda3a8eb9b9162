#include "delimited/scanned_text.h"

#include <utility>

#include "support/failure.h"

namespace sluice {
namespace {

constexpr std::size_t kScanBytes = 256 << 10;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

ScannedText::ScannedText(const std::string& path, const Packing& packing)
    : stored_(path), decoder_(make_decoder(packing, stored_, board_, 0)), block_(kScanBytes, '\0') {
  decoder_->leave_points(access_points(stored_.descriptor(), packing.begin()));
}

std::uint64_t ScannedText::skip_mark() {
  begun_ = read_block();
  if (!begun_.starts_with(kByteOrderMark)) return 0;
  begun_.remove_prefix(kByteOrderMark.size());
  return kByteOrderMark.size();
}

std::string_view ScannedText::next() {
  return begun_.empty() ? read_block() : std::exchange(begun_, std::string_view());
}

std::string_view ScannedText::read_block() {
  return {block_.data(), decoder_->read(block_.data(), block_.size())};
}

void fail_as_too_long(const std::string& path, std::uint64_t line) {
  throw EngineError("memory-limit", {"delimitedValueTooLarge", {{"file", base_name(path)}, {"line", line}}});
}

}  // namespace sluice
