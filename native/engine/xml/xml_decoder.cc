#include "xml/xml_decoder.h"

#include <utility>

#include "xml/xml_rows.h"

namespace sluice {

XmlDecoder::XmlDecoder(StoredFile& stored, const Packing& packing, const XmlPart& part, std::string chunk,
                       ProgressBoard& board, std::uint64_t most_bytes)
    : LinesDecoder(stored, packing, {part.offset, part.length}, std::move(chunk), board, most_bytes),
      part_(part),
      reader_(part.offset, part.line, part.has_crlf, *this) {}

void XmlDecoder::add(std::string_view text) {
  try {
    reader_.add(text);
  } catch (const XmlError& error) {
    fail_as_changed(error.line);
  }
}

void XmlDecoder::finish() {
  try {
    reader_.finish();
  } catch (const XmlError& error) {
    fail_as_changed(error.line);
  }
}

void XmlDecoder::begin_element(std::string_view name, const XmlAttributes& attributes) {
  if (!in_row_) {
    if (name != "row" || !attributes.empty()) fail_here();
    in_row_ = true;
    field_ = given_ = 0;
    return;
  }
  if (in_field_ || name != "field" || field_ == part_.columns.size()) fail_here();
  const std::optional<XmlField> field = xml_field(attributes);
  if (!field || field->name != part_.columns[field_].name) fail_here();
  is_null_ = field->is_null;
  is_hex_ = field->is_hex;
  if (is_hex_ && part_.columns[field_].form == XmlForm::kText) fail_here();
  in_field_ = true;
  value_.clear();
}

void XmlDecoder::end_element(std::string_view /*name*/) {
  if (in_field_) return end_field();
  if (field_ != part_.columns.size()) fail_here();
  in_row_ = false;
  append("\n");
}

void XmlDecoder::text(std::string_view run) {
  if (in_field_) {
    allow_value(value_.size() + run.size(), reader_.line());
    value_.append(run);
  } else if (!is_blank_xml(run)) {
    fail_here();
  }
}

void XmlDecoder::end_field() {
  in_field_ = false;
  const XmlForm form = part_.columns[field_++].form;
  if (form == XmlForm::kSkipped) return;
  if (given_++ > 0) append("\t");
  if (is_null_) return append("\\N");
  if (form == XmlForm::kText) return append_escaped(value_);
  if (is_hex_ && !decode_hex(value_)) fail_here();
  append_base64(value_);
}

}  // namespace sluice
