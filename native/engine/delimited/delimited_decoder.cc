#include "delimited/delimited_decoder.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "delimited/windows_1252.h"
#include "row/unescape.h"

namespace sluice {
namespace {

/// From here on a value is given on in pieces. No word for NULL is as long.
constexpr std::size_t kLongBytes = 64 << 10;

}  // namespace

DelimitedDecoder::DelimitedDecoder(StoredFile& stored, const Packing& packing, const DelimitedPart& part,
                                   std::string chunk, ProgressBoard& board, std::uint64_t most_bytes)
    : LinesDecoder(stored, packing, {part.offset, part.length}, std::move(chunk), board, most_bytes),
      part_(part),
      lines_(*this),
      reader_(part.format, part.offset, part.line, lines_) {}

void DelimitedDecoder::Lines::begin_row(std::uint64_t line) {
  const std::vector<std::uint64_t>& skipped = decoder_.part_.skipped_lines;
  line_ = line;
  field_ = 0;
  skips_ = skipped_ < skipped.size() && skipped[skipped_] == line;
  if (skips_) ++skipped_;
}

void DelimitedDecoder::Lines::run(std::string_view bytes) {
  if (skips_) return;
  value_.append(bytes);
  if (value_.size() < kLongBytes) return;
  const bool is_its_text = is_text(column()) || column() == DelimitedColumn::kValue;
  if (!is_its_text) return decoder_.allow_value(value_.size(), line_);
  give_on();
}

void DelimitedDecoder::Lines::give_on() {
  begin_field();
  append_piece();
  value_.clear();
  is_given_on_ = true;
}

void DelimitedDecoder::Lines::escaped(char byte) {
  if (skips_) return;
  null_ = value_.empty() && !is_given_on_ && byte == 'N';
  const char meant = unescaped(byte);
  run({&meant, 1});
}

DelimitedColumn DelimitedDecoder::Lines::column() const {
  const std::vector<DelimitedColumn>& columns = decoder_.part_.columns;
  if (field_ >= columns.size()) decoder_.fail_as_changed(line_);
  return columns[field_];
}

void DelimitedDecoder::Lines::begin_field() {
  if (field_ > 0 && !is_given_on_) decoder_.append("\t");
}

/// Digits of bytes lose their marks, of which the two characters may be in two pieces.
void DelimitedDecoder::Lines::append_piece() {
  if (!is_given_on_) is_marked_ = column() == DelimitedColumn::kBytes && value_.starts_with("\\x");
  if (is_marked_) std::erase_if(value_, [](char byte) { return byte == '\\' || byte == 'x'; });
  append_text();
}

void DelimitedDecoder::Lines::append_text() {
  if (decoder_.part_.is_windows_1252) value_ = utf8_of_windows_1252(value_);
  decoder_.append_escaped(value_);
}

void DelimitedDecoder::Lines::end_field(bool quoted) {
  if (skips_) return;
  const DelimitedColumn own = column();
  begin_field();
  if (is_given_on_) {
    append_piece();
  } else if (is_null(own, quoted)) {
    decoder_.append("\\N");
  } else {
    append_value(own);
  }
  ++field_;
  value_.clear();
  null_ = is_given_on_ = false;
}

bool DelimitedDecoder::Lines::is_null(DelimitedColumn column, bool quoted) const {
  if (decoder_.part_.format.is_null(value_, quoted, null_ && value_.size() == 1)) return true;
  return !is_text(column) && (value_.empty() || value_ == "NULL");
}

void DelimitedDecoder::Lines::append_value(DelimitedColumn column) {
  switch (column) {
    case DelimitedColumn::kBoolean:
      value_ = value_.starts_with('t') || value_.starts_with('T') ? "1" : "0";
      break;
    case DelimitedColumn::kCommaDecimal:
    case DelimitedColumn::kPointDecimal:
    case DelimitedColumn::kDayFirst:
    case DelimitedColumn::kMonthFirst:
    case DelimitedColumn::kInstant:
    case DelimitedColumn::kBytes:
      if (std::optional<std::string> meant = meant_by(column, value_)) value_ = *std::move(meant);
      break;
    case DelimitedColumn::kText:
    case DelimitedColumn::kValue:
      break;
  }
  append_text();
}

void DelimitedDecoder::Lines::end_row(std::uint64_t /*next_offset*/, std::uint64_t /*next_line*/) {
  if (field_ == 0) return;
  if (field_ != decoder_.part_.columns.size()) decoder_.fail_as_changed(line_);
  decoder_.append("\n");
}

void DelimitedDecoder::Lines::blank() {
  if (decoder_.part_.columns.size() == 1) end_field(/*quoted=*/false);
}

void DelimitedDecoder::Lines::broken() { decoder_.fail_as_changed(line_); }

}  // namespace sluice
