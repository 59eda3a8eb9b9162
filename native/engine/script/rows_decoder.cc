#include "script/rows_decoder.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string_view>
#include <utility>

#include "codec/file.h"
#include "script/blanks.h"
#include "support/failure.h"

namespace sluice {
namespace {

constexpr std::size_t kWindowBytes = 256 << 10;
/// Lines that are made at once.
constexpr std::size_t kLinesBytes = 32 << 10;
/// Lines, the slice of a value behind them with all of its bytes escaped, and a slice of bytes.
constexpr std::uint64_t kBesideWindow = 192 << 10;

Lexing lexing_of(const ScriptPart& part) {
  return {part.backslashes_escape, part.ansi_quotes, multi_byte_of(part.charset)};
}

/// The most that the window may want. A buffer that grows takes half of what it had more than it must.
std::uint64_t window_share(std::uint64_t most_bytes) {
  if (most_bytes == 0) return std::numeric_limits<std::uint32_t>::max();
  const std::uint64_t left = most_bytes - std::min(most_bytes, kBesideWindow);
  return std::max<std::uint64_t>(left / 3 * 2, 1);
}

std::size_t usual_window(std::uint64_t share) {
  return static_cast<std::size_t>(std::min<std::uint64_t>(share, kWindowBytes));
}

void append(std::string_view text, Buffer& out) {
  std::memcpy(out.reserve(text.size()), text.data(), text.size());
  out.commit(text.size());
}

}  // namespace

RowsDecoder::Source::Source(StoredFile& stored, Codec codec, const ScriptPart& part, ProgressBoard& board)
    : stored_(stored), left_(part.length) {
  if (codec == Codec::kNone) {
    stored_.begin_at(part.offset);
    return;
  }
  decoder_ = make_decoder(codec, stored_, board, 0);
  before_ = part.offset;
}

std::size_t RowsDecoder::Source::read(char* buffer, std::size_t capacity) {
  if (left_ == 0 || capacity == 0) return 0;
  while (before_ > 0) {
    before_ -= read_some(buffer, static_cast<std::size_t>(std::min<std::uint64_t>(capacity, before_)));
  }
  const std::size_t got =
      read_some(buffer, static_cast<std::size_t>(std::min<std::uint64_t>(capacity, left_)));
  left_ -= got;
  return got;
}

std::size_t RowsDecoder::Source::read_some(char* buffer, std::size_t capacity) {
  const std::size_t got = decoder_ ? decoder_->read(buffer, capacity) : stored_.read(buffer, capacity);
  if (got == 0) throw ends_early(stored_.path());
  return got;
}

RowsDecoder::RowsDecoder(StoredFile& stored, Codec codec, const ScriptPart& part, std::string chunk,
                         ProgressBoard& board, std::uint64_t most_bytes)
    : part_(part),
      file_(base_name(stored.path())),
      chunk_(std::move(chunk)),
      source_(stored, codec, part, board),
      most_value_bytes_(window_share(most_bytes)),
      window_(source_, board, usual_window(most_value_bytes_), most_value_bytes_),
      lexer_(lexing_of(part)),
      encoder_(lexer_.lexing(), part.charset, board),
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
    case At::kRow: {
      const Input input = window_.input();
      if (input.begin == input.end && !input.is_all) return read_more();
      if (input.begin == input.end || *input.begin != '(') fail_as_changed();
      row_offset_ = offset();
      column_ = 0;
      window_.consume(1);
      at_ = At::kValue;
      return;
    }
    case At::kValue:
      return take_value();
    case At::kWithinValue:
      return append_value();
    case At::kBehindRow:
    case At::kBehindComma:
      return skip_between();
    case At::kBehindStatement:
      return take_head();
    case At::kEnd:
      return;
  }
}

void RowsDecoder::take_value() {
  const Input input = window_.input();
  const FoundValue value = lexer_.value(input.begin, input);
  switch (value.found) {
    case Found::kMore:
      return read_more();
    case Found::kCutOff:
    case Found::kBroken:
      fail_as_changed();
    case Found::kExpression:
      fail("dump-unsupported", {"scriptExpression", {{"file", file_}, {"offset", row_offset_}}});
    case Found::kConstant:
      break;
  }
  if (column_ == part_.columns.size()) {
    fail("dump-damaged", {"scriptTooManyValues",
                          {{"file", file_}, {"offset", row_offset_}, {"columns", part_.columns.size()}}});
  }
  if (column_ > 0) append("\t", out_);
  const Refusal refusal = encoder_.begin(value.literal, part_.columns[column_], out_);
  if (refusal != Refusal::kNone) refuse(refusal);
  ends_row_ = *value.end == ')';
  window_.consume(static_cast<std::size_t>(value.end + 1 - input.begin));
  at_ = At::kWithinValue;
  append_value();
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
  if (column_ != part_.columns.size()) {
    fail(
        "dump-damaged",
        {"scriptTooFewValues",
         {{"file", file_}, {"offset", row_offset_}, {"values", column_}, {"columns", part_.columns.size()}}});
  }
  append("\n", out_);
  at_ = At::kBehindRow;
}

/// Goes on to the next row, or behind the statement.
void RowsDecoder::skip_between() {
  const Input input = window_.input();
  if (at_ == At::kBehindRow && input.is_all && input.begin == input.end) {
    at_ = At::kEnd;
    return;
  }
  const BlanksEnd blanks = skip_blanks(input.begin, input);
  if (blanks.looked == Looked::kMore) return read_more();
  if (blanks.looked != Looked::kThere || blanks.at == input.end) fail_as_changed();
  window_.consume(static_cast<std::size_t>(blanks.at - input.begin));
  if (at_ == At::kBehindComma) {
    at_ = At::kRow;
    return;
  }
  if (*blanks.at != ',' && *blanks.at != ';') fail_as_changed();
  at_ = *blanks.at == ',' ? At::kBehindComma : At::kBehindStatement;
  window_.consume(1);
}

void RowsDecoder::take_head() {
  const Input input = window_.input();
  const BlanksEnd blanks = skip_blanks(input.begin, input);
  if (blanks.looked == Looked::kMore) return read_more();
  if (blanks.looked != Looked::kThere || blanks.at == input.end) fail_as_changed();
  const std::string_view text = input.from(blanks.at);
  if (text.front() == ';') {
    window_.consume(static_cast<std::size_t>(blanks.at + 1 - input.begin));
    return;
  }
  if (head_text_.empty() || !text.starts_with(head_text_)) {
    InsertHead head;
    const InsertHeadEnd end = read_insert_head(blanks.at, input, lexer_.lexing(), head);
    if (end.looked == Looked::kMore) return read_more();
    if (end.looked != Looked::kThere || head != head_.value_or(head)) fail_as_changed();
    head_ = std::move(head);
    head_text_ = Input::between(blanks.at, end.rows);
  }
  window_.consume(static_cast<std::size_t>(blanks.at - input.begin) + head_text_.size());
  at_ = At::kRow;
}

void RowsDecoder::read_more() {
  if (window_.read_more()) return;
  Failure failure;
  failure.code = "memory-limit";
  failure.chunk = chunk_;
  failure.message = {"scriptValueTooLarge",
                     {{"file", file_}, {"offset", offset()}, {"most", most_value_bytes_}}};
  failure.hint = "raiseMemoryOrUseFewerThreads";
  throw EngineError(std::move(failure));
}

void RowsDecoder::fail(std::string code, Message message) const {
  Failure failure;
  failure.code = std::move(code);
  failure.chunk = chunk_;
  failure.message = std::move(message);
  throw EngineError(std::move(failure));
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
    case Refusal::kBrokenText:
      reason = {"scriptBrokenText", {{"charset", part_.charset}}};
      break;
  }
  fail("dump-unsupported",
       {"scriptValueRefused",
        {{"file", file_}, {"offset", row_offset_}, {"value", column_ + 1}, {"reason", reason}}});
}

void RowsDecoder::fail_as_changed() const {
  fail("dump-damaged", {"scriptChanged", {{"file", file_}, {"offset", offset()}}});
}

}  // namespace sluice
