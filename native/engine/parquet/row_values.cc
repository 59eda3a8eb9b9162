#include "parquet/row_values.h"

#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "parquet/plain_value.h"
#include "row/utf8.h"
#include "support/failure.h"

namespace sluice {
namespace {

/// Byte that it is there, and its length.
constexpr std::size_t kHeaderBytes = 1 + sizeof(std::uint32_t);
constexpr std::size_t kMostShown = 60;

void add(Buffer& row, std::string_view bytes) {
  if (bytes.empty()) return;
  std::memcpy(row.reserve(bytes.size()), bytes.data(), bytes.size());
  row.commit(bytes.size());
}

EngineError refusal(const ParquetColumn& column, std::string_view value) {
  Failure failure;
  failure.code = "unsupported-object";
  std::string shown(value.substr(0, kMostShown));
  if (!utf8_of(shown).valid) shown = "?";
  failure.message = {"notForParquet", {{"column", column.name}, {"type", column.type}, {"value", shown}}};
  failure.hint = "chooseOtherFormat";
  return EngineError(std::move(failure));
}

/// Most texts have nothing else.
bool is_ascii(std::string_view text) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080;
  std::uint64_t seen = 0;
  for (; text.size() >= sizeof seen; text.remove_prefix(sizeof seen)) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, text.data(), sizeof bytes);
    seen |= bytes;
  }
  for (const char byte : text) seen |= static_cast<unsigned char>(byte);
  return (seen & kHighBits) == 0;
}

bool is_utf8(std::string_view text) { return is_ascii(text) || utf8_of(text).valid; }

bool is_text(const ParquetColumn& column) {
  return column.form == ParquetForm::kText || column.form == ParquetForm::kJson;
}

}  // namespace

RowValues::RowValues(const std::vector<ParquetColumn>& columns) : columns_(columns) {
  for (const ParquetColumn& column : columns) is_fixed_.push_back(value_bytes(column) > 0);
}

void RowValues::begin(Buffer& row, std::size_t column) const {
  if (is_fixed_[column]) return;
  std::memset(row.reserve(kHeaderBytes), kPresentValue, kHeaderBytes);
  row.commit(kHeaderBytes);
}

void RowValues::end(Buffer& row, std::size_t start, std::size_t column) const {
  if (!is_fixed_[column]) return put_length(row, start, column);
  // The text is overwritten by what is made of it.
  const std::string_view text = row.view().substr(start);
  row.shorten(start);
  put_fixed(row, text, column);
}

void RowValues::put(Buffer& row, std::string_view text, std::size_t column) const {
  if (is_fixed_[column]) return put_fixed(row, text, column);
  const std::size_t start = row.size();
  add(row, text);
  put_length(row, start, column);
}

void RowValues::put_bytes(Buffer& row, std::string_view bytes, std::size_t column) const {
  const ParquetColumn& of = columns_[column];
  if (!is_fixed_[column]) return put(row, bytes, column);
  const std::optional<PlainValue> value =
      of.form == ParquetForm::kBits ? plain_bits(of, bytes) : plain_value(of, bytes);
  if (!value) throw refusal(of, of.form == ParquetForm::kBits ? "?" : bytes);
  add(row, {&kPresentValue, 1});
  add(row, value->view());
}

void RowValues::put_null(Buffer& row, std::size_t column) const {
  if (columns_[column].required)
    throw EngineError("dump-damaged", {"nullInRequired", {{"column", columns_[column].name}}});
  add(row, {&kNullValue, 1});
}

void RowValues::put_fixed(Buffer& row, std::string_view text, std::size_t column) const {
  const std::optional<PlainValue> value = plain_value(columns_[column], text);
  if (!value) throw refusal(columns_[column], text);
  add(row, {&kPresentValue, 1});
  add(row, value->view());
}

/// Writes the length of what stands behind `start` into the header before it.
void RowValues::put_length(Buffer& row, std::size_t start, std::size_t column) const {
  const ParquetColumn& of = columns_[column];
  const std::string_view value = row.view().substr(start);
  const bool is_whole = value.size() <= std::numeric_limits<std::int32_t>::max() &&
                        (of.form != ParquetForm::kGeometry || value.size() >= sizeof(std::uint32_t)) &&
                        (!is_text(of) || is_utf8(value));
  if (!is_whole) throw refusal(of, is_text(of) ? value : "?");
  const PlainValue length = plain(static_cast<std::uint32_t>(value.size()));
  std::memcpy(row.data() + start - length.size, length.bytes.data(), length.size);
}

}  // namespace sluice
