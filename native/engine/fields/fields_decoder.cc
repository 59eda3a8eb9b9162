#include "fields/fields_decoder.h"

#include <utility>

#include "row/unescape.h"

namespace sluice {

FieldsDecoder::FieldsDecoder(StoredFile& stored, const Packing& packing, const FieldsPart& part,
                             std::string chunk, ProgressBoard& board, std::uint64_t most_bytes)
    : LinesDecoder(stored, packing, {part.offset, part.length}, std::move(chunk), board, most_bytes),
      part_(part),
      lines_(*this),
      scanner_(part.dialect, {}, lines_) {}

void FieldsDecoder::Lines::begin_field() {
  value_.clear();
  enclosed_ = escaped_n_ = false;
}

void FieldsDecoder::Lines::run(std::string_view bytes) {
  escaped_n_ = false;
  add(bytes);
}

void FieldsDecoder::Lines::byte(char byte) {
  escaped_n_ = false;
  add({&byte, 1});
}

void FieldsDecoder::Lines::escaped(char byte) {
  escaped_n_ = byte == 'N' && value_.empty();
  const char meant = unescaped(byte);
  add({&meant, 1});
}

void FieldsDecoder::Lines::add(std::string_view bytes) {
  decoder_.allow_value(value_.size() + bytes.size(), line_);
  value_.append(bytes);
}

/// An escaped N; where values may be enclosed, also the bare word.
bool FieldsDecoder::Lines::is_null() const {
  if (escaped_n_) return true;
  return !enclosed_ && !decoder_.part_.dialect.enclosure.empty() && value_ == "NULL";
}

void FieldsDecoder::Lines::end_field() {
  const std::vector<FieldsColumn>& columns = decoder_.part_.columns;
  if (field_ == columns.size()) decoder_.fail_as_changed(line_);
  const FieldsColumn column = columns[field_++];
  if (column == FieldsColumn::kSkipped) return;
  if (has_field_) decoder_.append("\t");
  has_field_ = true;
  if (is_null()) {
    decoder_.append("\\N");
  } else if (column == FieldsColumn::kBytes) {
    decoder_.append_base64(value_);
  } else {
    decoder_.append_escaped(value_);
  }
}

void FieldsDecoder::Lines::end_row() {
  if (field_ != decoder_.part_.columns.size()) decoder_.fail_as_changed(line_);
  decoder_.append("\n");
  field_ = 0;
  has_field_ = false;
}

}  // namespace sluice
