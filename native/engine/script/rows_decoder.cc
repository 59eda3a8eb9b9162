#include "script/rows_decoder.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string_view>
#include <utility>

#include "row/escape.h"
#include "support/failure.h"

namespace sluice {
namespace {

/// Lines that are made at once.
constexpr std::size_t kLinesBytes = 32 << 10;
/// Bytes of a long value that are taken at once.
constexpr std::size_t kPieceBytes = 8 << 10;
/// Lines, the slice of a value behind them with all of its bytes escaped, and a slice of bytes.
constexpr std::uint64_t kBesideWindow = 192 << 10;

/// The most that the window may want. A buffer that grows takes half of what it had more than it must.
std::uint64_t window_share(std::uint64_t most_bytes) {
  if (most_bytes == 0) return std::numeric_limits<std::uint32_t>::max();
  const std::uint64_t left = most_bytes - std::min(most_bytes, kBesideWindow);
  return std::max<std::uint64_t>(left / 3 * 2, 1);
}

void append(std::string_view text, Buffer& out) {
  std::memcpy(out.reserve(text.size()), text.data(), text.size());
  out.commit(text.size());
}

}  // namespace

RowsDecoder::RowsDecoder(StoredFile& stored, const Packing& packing, const ScriptPart& part,
                         std::string chunk, ProgressBoard& board, std::uint64_t most_bytes)
    : part_(part),
      rows_(stored, packing, part, std::move(chunk), board, window_share(most_bytes)),
      encoder_(rows_.lexer().lexing(), part.charset, part.as_written.has_value(), board),
      out_(board) {}

std::size_t RowsDecoder::read(char* buffer, std::size_t capacity) {
  if (given_ == out_.size()) {
    out_.clear();
    given_ = 0;
    while (out_.size() < kLinesBytes && at_ != At::kEnd) step();
  }
  const std::size_t bytes = std::min(capacity, out_.size() - given_);
  if (bytes > 0) std::memcpy(buffer, out_.view().data() + given_, bytes);
  given_ += bytes;
  return bytes;
}

void RowsDecoder::step() {
  switch (at_) {
    case At::kBehindRow:
      at_ = rows_.next() == PartRows::Next::kEnd ? At::kEnd : At::kValue;
      if (at_ == At::kEnd) return;
      row_offset_ = rows_.offset();
      column_ = 0;
      rows_.window().consume(1);
      return;
    case At::kValue:
      return take_value();
    case At::kWithinValue:
      return append_value();
    case At::kWithinLongValue:
      return append_long_value();
    case At::kEnd:
      return;
  }
}

void RowsDecoder::take_value() {
  const Input input = rows_.window().input();
  const FoundValue value = rows_.lexer().value(input.begin, input);
  switch (value.found) {
    case Found::kMore:
      if (!begin_long_value()) rows_.read_more();
      return;
    case Found::kCutOff:
    case Found::kBroken:
      rows_.fail_as_changed();
    case Found::kExpression:
      if (part_.as_written) break;
      fail_as_expression();
    case Found::kConstant:
      break;
  }
  const bool is_known = column_ < part_.columns.size();
  if (!is_known && !part_.as_written) fail_as_too_many();
  if (column_ > 0) append("\t", out_);
  begin_value(value, is_known ? part_.columns[column_] : ScriptColumn::kText,
              Input::between(input.begin, value.end));
  ends_row_ = *value.end == ')';
  rows_.window().consume(static_cast<std::size_t>(value.end + 1 - input.begin));
  at_ = At::kWithinValue;
  append_value();
}

void RowsDecoder::fail_as_too_many() const {
  rows_.fail("dump-damaged",
             {"scriptTooManyValues",
              {{"file", rows_.file()}, {"offset", row_offset_}, {"columns", part_.columns.size()}}});
}

/// False where the window is to grow: it is small yet, or the value has to be held whole.
bool RowsDecoder::begin_long_value() {
  if (part_.as_written || !rows_.window().is_full()) return false;
  if (column_ >= part_.columns.size()) fail_as_too_many();
  const Input input = rows_.window().input();
  const char* at = input.begin;
  std::optional<LongLiteral> literal = LongLiteral::begin(at, input, rows_.lexer().lexing());
  if (!literal || (!literal->has_whole_bytes() && rows_.window().may_grow())) return false;
  if (!encoder_.begin_long(literal->kind(), literal->charset(), part_.columns[column_])) return false;
  long_value_offset_ = rows_.offset();
  long_value_ = std::move(literal);
  if (column_ > 0) append("\t", out_);
  rows_.window().consume(static_cast<std::size_t>(at - input.begin));
  at_ = At::kWithinLongValue;
  return true;
}

/// Appends as much of the value as is in hand, or as many lines take.
void RowsDecoder::append_long_value() {
  const Input input = rows_.window().input();
  const char* at = input.begin;
  bool is_in_hand = true;
  while (is_in_hand && at_ == At::kWithinLongValue && out_.size() < kLinesBytes) {
    is_in_hand = append_step_of_long_value(at, input);
  }
  rows_.window().consume(static_cast<std::size_t>(at - input.begin));
  if (!is_in_hand) rows_.read_more();
}

/// False where more has to be read.
bool RowsDecoder::append_step_of_long_value(const char*& at, const Input& input) {
  const LongLiteral::Step step = long_value_->next(at, input, kPieceBytes);
  switch (step.next) {
    case LongLiteral::Next::kBytes:
      if (const Refusal refusal = encoder_.add(step.bytes, out_); refusal != Refusal::kNone) refuse(refusal);
      return true;
    case LongLiteral::Next::kMore:
      return false;
    case LongLiteral::Next::kPartOfByte:
      rows_.fail_as_too_large(long_value_offset_);
    case LongLiteral::Next::kExpression:
      fail_as_expression();
    case LongLiteral::Next::kCutOff:
      rows_.fail_as_changed();
    case LongLiteral::Next::kEnd:
      break;
  }
  encoder_.end_long(out_);
  long_value_.reset();
  ends_row_ = *at++ == ')';
  ++column_;
  end_value();
  return true;
}

/// A value of rows that go to the server as they stand there is shown as it stands there, where nothing else
/// can be told of it.
void RowsDecoder::begin_value(const FoundValue& value, ScriptColumn column, std::string_view written) {
  if (value.found == Found::kConstant) {
    const Refusal refusal = encoder_.begin(value.literal, column, out_);
    if (refusal == Refusal::kNone) return;
    if (!part_.as_written) refuse(refusal);
  }
  encoder_.begin_empty();
  written.remove_prefix(std::min(written.find_first_not_of(" \t\r\n"), written.size()));
  char* const room = out_.reserve(escaped_room(written.size()));
  out_.commit(static_cast<std::size_t>(escape_text(written, room) - room));
}

void RowsDecoder::append_value() {
  bool is_left = false;
  const Refusal refusal = encoder_.append(out_, is_left);
  if (refusal != Refusal::kNone) refuse(refusal);
  if (is_left) return;
  ++column_;
  end_value();
}

void RowsDecoder::end_value() {
  at_ = At::kValue;
  if (!ends_row_) return;
  if (column_ != part_.columns.size() && !part_.as_written) {
    rows_.fail("dump-damaged", {"scriptTooFewValues",
                                {{"file", rows_.file()},
                                 {"offset", row_offset_},
                                 {"values", column_},
                                 {"columns", part_.columns.size()}}});
  }
  append("\n", out_);
  at_ = At::kBehindRow;
}

void RowsDecoder::fail_as_expression() const {
  rows_.fail("dump-unsupported", {"scriptExpression", {{"file", rows_.file()}, {"offset", row_offset_}}});
}

void RowsDecoder::refuse(Refusal refusal) const {
  Message reason;
  switch (refusal) {
    case Refusal::kNone:
      break;
    case Refusal::kBinaryText:
      reason = "scriptBytesForText";
      break;
    case Refusal::kOtherCharset:
      reason = {"scriptOtherCharset", {{"charset", part_.charset}}};
      break;
    case Refusal::kNoNumber:
      reason = "scriptNoNumber";
      break;
    case Refusal::kWideText:
      reason = "scriptWideText";
      break;
  }
  rows_.fail("dump-unsupported",
             {"scriptValueRefused",
              {{"file", rows_.file()}, {"offset", row_offset_}, {"value", column_ + 1}, {"reason", reason}}});
}

}  // namespace sluice
