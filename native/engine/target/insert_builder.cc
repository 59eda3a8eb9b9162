#include "target/insert_builder.h"

#include <cstring>
#include <string>

#include "row/base64.h"
#include "row/unescape.h"
#include "support/failure.h"

namespace sluice {
namespace {

/// They mean something within an SQL string, whatever the dialect.
constexpr std::string_view kSqlSpecial("'\\\0", 3);

EngineError too_large(std::uint64_t row, std::size_t bytes, std::size_t most_bytes) {
  return {"statement-failed", {"insertTooLarge", {{"row", row}, {"bytes", bytes}, {"most", most_bytes}}}};
}

}  // namespace

InsertRows::InsertRows(const InsertPlan& plan, const RowDialect& dialect, const InsertLimits& limits,
                       ProgressBoard& board, const OnStatement& on_statement)
    : plan_(plan),
      limits_(limits),
      bare_word_is_null_(!dialect.enclosure.empty()),
      on_statement_(on_statement),
      statement_(board) {
  statement_.reserve(limits_.wanted_bytes + limits_.wanted_bytes / 8);
  append(plan_.head);
}

void InsertRows::begin_field() {
  if (field_ == 0) {
    row_start_ = statement_.size();
    append(rows_in_statement_ == 0 ? "(" : ",(");
  } else {
    append(",");
  }
  if (field_ >= plan_.columns.size()) {
    throw EngineError("dump-damaged",
                      {"tooManyValues", {{"row", rows_ + 1}, {"columns", plan_.columns.size()}}});
  }
  field_start_ = statement_.size();
  append(plan_.columns[field_].before);
  value_start_ = statement_.size();
  enclosed_ = false;
  escaped_n_ = false;
}

void InsertRows::run(std::string_view text) {
  escaped_n_ = false;
  append(text);
  keep_within_limit();
}

void InsertRows::byte(char byte) {
  escaped_n_ = false;
  emit(byte);
  keep_within_limit();
}

void InsertRows::escaped(char byte) {
  escaped_n_ = byte == 'N' && statement_.size() == value_start_;
  emit(unescaped(byte));
  keep_within_limit();
}

void InsertRows::end_field() {
  if (is_null(statement_.view().substr(value_start_))) {
    statement_.shorten(field_start_);
    append("NULL");
  } else {
    if (plan_.columns[field_].is_base64) write_as_hex();
    append(plan_.columns[field_].after);
  }
  ++field_;
}

void InsertRows::write_as_hex() {
  if (!base64_to_hex(statement_.view().substr(value_start_), hex_)) {
    throw EngineError("dump-damaged", {"notBase64", {{"row", rows_ + 1}}});
  }
  statement_.shorten(value_start_);
  append(hex_);
  keep_within_limit();
}

/// An escaped N; where values may be enclosed, also the bare word.
bool InsertRows::is_null(std::string_view value) const {
  if (enclosed_) return false;
  if (escaped_n_) return value == "N";
  return bare_word_is_null_ && value == "NULL";
}

void InsertRows::end_row() {
  if (field_ != plan_.columns.size()) {
    throw EngineError(
        "dump-damaged",
        {"tooFewValues", {{"row", rows_ + 1}, {"values", field_}, {"columns", plan_.columns.size()}}});
  }
  append(")");
  field_ = 0;
  ++rows_;
  ++rows_in_statement_;
  if (statement_.size() > limits_.most_bytes && rows_in_statement_ > 1) {
    --rows_in_statement_;
    send(row_start_);
    ++rows_in_statement_;
  }
  if (statement_.size() > limits_.most_bytes) throw too_large(rows_, statement_.size(), limits_.most_bytes);
  if (statement_.size() >= limits_.wanted_bytes || rows_in_statement_ >= limits_.most_rows)
    send(statement_.size());
}

void InsertRows::keep_within_limit() const {
  const std::size_t bytes = statement_.size() - row_start_;
  if (bytes > limits_.most_bytes) throw too_large(rows_ + 1, bytes, limits_.most_bytes);
}

void InsertRows::finish() {
  if (rows_in_statement_ > 0) send(statement_.size());
}

/// Sends the first `end` bytes; a row behind them, with its comma, becomes the first of the next statement.
void InsertRows::send(std::size_t end) {
  on_statement_(statement_.view().substr(0, end), rows_in_statement_);
  rows_in_statement_ = 0;
  const std::string_view text = statement_.view();
  const std::size_t rest = end == text.size() ? 0 : text.size() - end - 1;
  if (rest > 0) std::memmove(statement_.data() + plan_.head.size(), text.data() + end + 1, rest);
  statement_.shorten(plan_.head.size() + rest);
}

void InsertRows::emit(char byte) {
  char* const room = statement_.reserve(2);
  switch (byte) {
    case '\'':
    case '\\':
      room[0] = '\\';
      room[1] = byte;
      statement_.commit(2);
      return;
    case '\0':
      room[0] = '\\';
      room[1] = '0';
      statement_.commit(2);
      return;
    default:
      room[0] = byte;
      statement_.commit(1);
  }
}

void InsertRows::append(std::string_view text) {
  if (text.empty()) return;
  std::memcpy(statement_.reserve(text.size()), text.data(), text.size());
  statement_.commit(text.size());
}

InsertBuilder::InsertBuilder(const InsertPlan& plan, const RowDialect& dialect, const InsertLimits& limits,
                             ProgressBoard& board, const OnStatement& on_statement)
    : rows_(plan, dialect, limits, board, on_statement), scanner_(dialect, kSqlSpecial, rows_) {}

void InsertBuilder::add(std::string_view text) { scanner_.add(text); }

void InsertBuilder::finish() {
  scanner_.finish();
  rows_.finish();
}

}  // namespace sluice
