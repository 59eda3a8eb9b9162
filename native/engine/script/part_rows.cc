#include "script/part_rows.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "codec/file.h"
#include "script/blanks.h"

namespace sluice {
namespace {

constexpr std::uint64_t kWindowBytes = 256 << 10;

Lexing lexing_of(const ScriptPart& part) {
  return {part.backslashes_escape, part.ansi_quotes, multi_byte_of(part.charset)};
}

}  // namespace

PartRows::PartRows(StoredFile& stored, const Packing& packing, const ScriptPart& part, std::string chunk,
                   ProgressBoard& board, std::uint64_t most_bytes)
    : part_(part),
      file_(base_name(stored.path())),
      chunk_(std::move(chunk)),
      source_(stored, packing, {part.offset, part.length}, board),
      most_bytes_(most_bytes),
      window_(source_, board, static_cast<std::size_t>(std::min(most_bytes, kWindowBytes)), most_bytes),
      lexer_(lexing_of(part)) {}

PartRows::Next PartRows::next() {
  Next found = Next::kRow;
  while (!step(found)) {
  }
  return found;
}

bool PartRows::step(Next& found) {
  switch (at_) {
    case At::kFirstRow: {
      const Input input = window_.input();
      if (input.begin == input.end && !input.is_all) return read_more(), false;
      if (input.begin == input.end || *input.begin != '(') fail_as_changed();
      at_ = At::kBehindRow;
      found = Next::kStatement;
      return true;
    }
    case At::kBehindRow:
    case At::kBehindComma:
      return skip_between(found);
    case At::kBehindStatement:
      break;
  }
  return take_head(found);
}

bool PartRows::skip_between(Next& found) {
  const Input input = window_.input();
  if (at_ == At::kBehindRow && input.is_all && input.begin == input.end) {
    found = Next::kEnd;
    return true;
  }
  const BlanksEnd blanks = skip_blanks(input.begin, input);
  if (blanks.looked == Looked::kMore) return read_more(), false;
  if (blanks.looked != Looked::kThere || blanks.at == input.end) fail_as_changed();
  window_.consume(static_cast<std::size_t>(blanks.at - input.begin));
  if (at_ == At::kBehindComma) {
    if (*blanks.at != '(') fail_as_changed();
    at_ = At::kBehindRow;
    found = Next::kRow;
    return true;
  }
  if (*blanks.at != ',' && *blanks.at != ';') fail_as_changed();
  at_ = *blanks.at == ',' ? At::kBehindComma : At::kBehindStatement;
  window_.consume(1);
  return false;
}

bool PartRows::take_head(Next& found) {
  const Input input = window_.input();
  const BlanksEnd blanks = skip_blanks(input.begin, input);
  if (blanks.looked == Looked::kMore) return read_more(), false;
  if (blanks.looked != Looked::kThere || blanks.at == input.end) fail_as_changed();
  const std::string_view text = input.from(blanks.at);
  if (text.front() == ';') {
    window_.consume(static_cast<std::size_t>(blanks.at + 1 - input.begin));
    return false;
  }
  if (head_text_.empty() || !text.starts_with(head_text_)) {
    InsertHead head;
    const InsertHeadEnd end = read_insert_head(blanks.at, input, lexer_.lexing(), head);
    if (end.looked == Looked::kMore) return read_more(), false;
    if (end.looked != Looked::kThere || head != head_.value_or(head)) fail_as_changed();
    head_ = std::move(head);
    head_text_ = Input::between(blanks.at, end.rows + 1);
  }
  window_.consume(static_cast<std::size_t>(blanks.at - input.begin) + head_text_.size() - 1);
  at_ = At::kBehindRow;
  found = Next::kStatement;
  return true;
}

void PartRows::read_more() {
  if (!window_.read_more()) fail_as_too_large(offset());
}

void PartRows::fail_as_too_large(std::uint64_t offset) const {
  Failure failure;
  failure.code = "memory-limit";
  failure.chunk = chunk_;
  failure.message = {"scriptValueTooLarge", {{"file", file_}, {"offset", offset}, {"most", most_bytes_}}};
  failure.hint = "raiseMemoryOrUseFewerThreads";
  throw EngineError(std::move(failure));
}

void PartRows::fail(std::string code, Message message) const {
  Failure failure;
  failure.code = std::move(code);
  failure.chunk = chunk_;
  failure.message = std::move(message);
  throw EngineError(std::move(failure));
}

void PartRows::fail_as_changed() const {
  fail("dump-damaged", {"scriptChanged", {{"file", file_}, {"offset", offset()}}});
}

}  // namespace sluice
