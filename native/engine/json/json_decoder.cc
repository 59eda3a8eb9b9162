#include "json/json_decoder.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "delimited/written_instant.h"

namespace sluice {

JsonDecoder::JsonDecoder(StoredFile& stored, const Packing& packing, const JsonPart& part, std::string chunk,
                         ProgressBoard& board, std::uint64_t most_bytes)
    : LinesDecoder(stored, packing, {part.offset, part.length}, std::move(chunk), board, most_bytes),
      part_(part),
      lines_(part.offset, part.line),
      line_(part.line),
      values_(part.columns.size()) {}

void JsonDecoder::add(std::string_view text) {
  lines_.add(
      text,
      [this](std::string_view line, std::uint64_t number, std::uint64_t /*next*/) { add_line(line, number); },
      [this](std::size_t held) { allow_value(held, line_); });
}

void JsonDecoder::finish() {
  lines_.finish([this](std::string_view line, std::uint64_t number, std::uint64_t /*next*/) {
    add_line(line, number);
  });
}

void JsonDecoder::add_line(std::string_view line, std::uint64_t number) {
  line_ = number + 1;
  if (is_blank_line(line)) return;
  if (skipped_ < part_.skipped_lines.size() && part_.skipped_lines[skipped_] == number) {
    ++skipped_;
    return;
  }
  try {
    take_members(line, number);
  } catch (const JsonError&) {
    fail_as_changed(number);
  }
  for (std::size_t at = 0; at < values_.size(); ++at) {
    if (at > 0) append("\t");
    append_value(values_[at], part_.columns[at].form);
  }
  append("\n");
}

void JsonDecoder::take_members(std::string_view line, std::uint64_t number) {
  std::fill(values_.begin(), values_.end(), JsonValue());
  JsonReader reader(line);
  JsonMember member;
  expected_ = 0;
  while (reader.next(member)) {
    const std::size_t at = column_of(member.key);
    if (at == values_.size()) fail_as_changed(number);
    values_[at] = member.value;
  }
}

std::size_t JsonDecoder::column_of(const JsonValue& key) {
  const std::string_view name = text_of(key, text_);
  const std::vector<JsonColumn>& columns = part_.columns;
  if (expected_ >= columns.size() || columns[expected_].key != name) {
    const auto known = std::find_if(columns.begin(), columns.end(),
                                    [&](const JsonColumn& column) { return column.key == name; });
    if (known == columns.end()) return columns.size();
    expected_ = static_cast<std::size_t>(known - columns.begin());
  }
  return expected_++;
}

void JsonDecoder::append_text(std::string_view text, JsonForm form) {
  const std::optional<std::string> utc = form == JsonForm::kInstant ? utc_of(text) : std::nullopt;
  append_escaped(utc ? *utc : text);
}

void JsonDecoder::append_value(const JsonValue& value, JsonForm form) {
  switch (value.kind) {
    case JsonKind::kNull:
      return append("\\N");
    case JsonKind::kString:
      if (form == JsonForm::kJson) {
        // With its quotes, which stand around it.
        return append_escaped({value.text.data() - 1, value.text.size() + 2});
      }
      return append_text(text_of(value, text_), form);
    case JsonKind::kBoolean:
      if (form == JsonForm::kNumber) return append(value.text == "true" ? "1" : "0");
      return append(value.text);
    case JsonKind::kNumber:
      return append(value.text);
    case JsonKind::kContainer:
      return append_escaped(value.text);
  }
}

}  // namespace sluice
