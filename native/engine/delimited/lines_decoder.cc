#include "delimited/lines_decoder.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "codec/file.h"
#include "row/base64.h"
#include "row/escape.h"

namespace sluice {
namespace {

constexpr std::size_t kBlockBytes = 64 << 10;
/// Lines that are made at once.
constexpr std::size_t kLinesBytes = 32 << 10;
/// No server takes a longer value (max_allowed_packet of both, at most).
constexpr std::uint64_t kMostValueBytes = std::uint64_t{1} << 30;

/// A value is held once as it stands there, and once escaped with up to two bytes for one.
std::size_t value_share(std::uint64_t most_bytes) {
  return static_cast<std::size_t>(most_bytes == 0 ? kMostValueBytes
                                                  : std::max<std::uint64_t>(most_bytes / 4, 1));
}

}  // namespace

LinesDecoder::LinesDecoder(StoredFile& stored, const Packing& packing, const StoredPart& part,
                           std::string chunk, ProgressBoard& board, std::uint64_t most_bytes)
    : file_(base_name(stored.path())),
      chunk_(std::move(chunk)),
      most_value_bytes_(value_share(most_bytes)),
      source_(stored, packing, part, board),
      block_(board),
      out_(board) {}

std::size_t LinesDecoder::read(char* buffer, std::size_t capacity) {
  if (given_ == out_.size()) make_lines();
  const std::size_t bytes = std::min(capacity, out_.size() - given_);
  if (bytes > 0) std::memcpy(buffer, out_.view().data() + given_, bytes);
  given_ += bytes;
  return bytes;
}

void LinesDecoder::make_lines() {
  out_.clear();
  given_ = 0;
  while (out_.size() < kLinesBytes && read_block()) add(block_.view());
  if (source_.left() == 0) finish();
}

bool LinesDecoder::read_block() {
  block_.clear();
  block_.commit(source_.read(block_.reserve(kBlockBytes), kBlockBytes));
  return block_.size() > 0;
}

void LinesDecoder::append(std::string_view text) {
  std::memcpy(out_.reserve(text.size()), text.data(), text.size());
  out_.commit(text.size());
}

void LinesDecoder::append_escaped(std::string_view value) {
  char* const room = out_.reserve(escaped_room(value.size()));
  out_.commit(static_cast<std::size_t>(escape_text(value, room) - room));
}

void LinesDecoder::append_base64(std::string_view bytes) {
  char* const room = out_.reserve(base64_room(bytes.size()));
  out_.commit(static_cast<std::size_t>(encode_base64(bytes, room) - room));
}

void LinesDecoder::allow_value(std::size_t bytes, std::uint64_t line) const {
  if (bytes > most_value_bytes_) fail_as_too_large(line);
}

void LinesDecoder::fail_as_too_large(std::uint64_t line) const {
  Failure failure;
  failure.code = "memory-limit";
  failure.chunk = chunk_;
  failure.message = {"delimitedValueTooLarge", {{"file", file_}, {"line", line}}};
  failure.hint = "raiseMemoryOrUseFewerThreads";
  throw EngineError(std::move(failure));
}

void LinesDecoder::fail(std::string code, Message message) const {
  Failure failure;
  failure.code = std::move(code);
  failure.chunk = chunk_;
  failure.message = std::move(message);
  throw EngineError(std::move(failure));
}

void LinesDecoder::fail_as_changed(std::uint64_t line) const {
  fail("dump-damaged", {"delimitedChanged", {{"file", file_}, {"line", line}}});
}

}  // namespace sluice
