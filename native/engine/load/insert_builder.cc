#include "load/insert_builder.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "support/failure.h"

namespace sluice {
namespace {

/// Enough for the warnings of a statement to be read back: servers keep 65,535.
constexpr std::uint64_t kMostRows = 10'000;

bool is(const std::string& character, char byte) { return !character.empty() && character.front() == byte; }

std::size_t advanced(const std::string& terminator, std::size_t before, char byte) {
  if (before < terminator.size() && terminator[before] == byte) return before + 1;
  return is(terminator, byte) ? 1 : 0;
}

/// What LOAD DATA makes of the character behind an escape.
char unescaped(char byte) {
  switch (byte) {
    case '0':
      return '\0';
    case 'b':
      return '\b';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    case 'Z':
      return '\x1A';
    default:
      return byte;
  }
}

}  // namespace

InsertBuilder::InsertBuilder(const InsertPlan& plan, const RowDialect& dialect, const InsertLimits& limits,
                             ProgressBoard& board, const OnStatement& on_statement)
    : plan_(plan), dialect_(dialect), limits_(limits), on_statement_(on_statement), statement_(board) {
  for (const std::string* mark :
       {&dialect_.field_terminator, &dialect_.line_terminator, &dialect_.enclosure, &dialect_.escape}) {
    if (!mark->empty()) special_[static_cast<unsigned char>(mark->front())] = true;
  }
  for (const char byte : {'\'', '\\', '\0'}) special_[static_cast<unsigned char>(byte)] = true;
  statement_.reserve(limits_.wanted_bytes + limits_.wanted_bytes / 8);
  append(plan_.head);
}

void InsertBuilder::add(std::string_view text) {
  const char* at = text.data();
  const char* const end = at + text.size();
  const auto plain = [this](char byte) { return !special_[static_cast<unsigned char>(byte)]; };
  while (at != end) {
    const bool within_value =
        (at_ == At::kPlain || at_ == At::kEnclosed) && !escaped_ && of_field_ == 0 && of_line_ == 0;
    if (!within_value) {
      step(*at++);
      continue;
    }
    const char* const stop = std::find_if_not(at, end, plain);
    if (stop != at) escaped_n_ = false;
    append({at, static_cast<std::size_t>(stop - at)});
    at = stop;
    if (at != end) step(*at++);
  }
}

void InsertBuilder::finish() {
  if (within_row_) {
    if (at_ == At::kPlain) put_back_partial_end();
    end_field();
    end_row();
  }
  if (rows_in_statement_ > 0) send(statement_.size());
}

void InsertBuilder::step(char byte) {
  within_row_ = true;
  if (escaped_) {
    step_escaped(byte);
    return;
  }
  switch (at_) {
    case At::kFieldStart:
      begin_field();
      if (is(dialect_.enclosure, byte)) {
        enclosed_ = true;
        at_ = At::kEnclosed;
        return;
      }
      at_ = At::kPlain;
      step_plain(byte);
      return;
    case At::kPlain:
      step_plain(byte);
      return;
    case At::kEnclosed:
      step_enclosed(byte);
      return;
    case At::kQuoteInEnclosed:
      step_after_quote(byte);
      return;
  }
}

void InsertBuilder::step_escaped(char byte) {
  escaped_ = false;
  escaped_n_ = byte == 'N' && statement_.size() == value_start_;
  emit(unescaped(byte));
}

void InsertBuilder::step_plain(char byte) {
  // A quote that is the escape too escapes nothing but itself.
  if (is(dialect_.escape, byte) && dialect_.escape != dialect_.enclosure) {
    put_back_partial_end();
    escaped_ = true;
    return;
  }
  if (is_end(byte) || of_field_ > 0 || of_line_ > 0) return;
  emit(byte);
  escaped_n_ = false;
}

void InsertBuilder::step_enclosed(char byte) {
  // Where the two are one character, a doubled one is what both mean.
  if (is(dialect_.enclosure, byte)) {
    at_ = At::kQuoteInEnclosed;
    of_field_ = of_line_ = 0;
  } else if (is(dialect_.escape, byte)) {
    escaped_ = true;
  } else {
    emit(byte);
  }
}

/// A quote ends its value only before a terminator; before anything else it is part of the value.
void InsertBuilder::step_after_quote(char byte) {
  const std::size_t before = std::max(of_field_, of_line_);
  if (before == 0 && is(dialect_.enclosure, byte)) {
    emit(byte);
    at_ = At::kEnclosed;
    return;
  }
  const bool of_field = of_field_ >= of_line_;
  const std::size_t field = advanced(dialect_.field_terminator, of_field_, byte);
  const std::size_t line = advanced(dialect_.line_terminator, of_line_, byte);
  if (field > before || line > before) {
    is_end(byte);
    return;
  }
  // It was no end: the quote and what looked like an end are the value's.
  emit(dialect_.enclosure.front());
  const std::string& terminator = of_field ? dialect_.field_terminator : dialect_.line_terminator;
  for (std::size_t index = 0; index < before; ++index) emit(terminator[index]);
  of_field_ = of_line_ = 0;
  at_ = At::kEnclosed;
  step_enclosed(byte);
}

/// Whether a terminator ends with this byte: then a field begins, and perhaps a row.
bool InsertBuilder::is_end(char byte) {
  const std::size_t before = std::max(of_field_, of_line_);
  const std::size_t line = advanced(dialect_.line_terminator, of_line_, byte);
  const std::size_t field = advanced(dialect_.field_terminator, of_field_, byte);
  // What looked like the beginning of an end, and is none, belongs to the value.
  if (before > 0 && at_ == At::kPlain && std::max(line, field) <= before) {
    put_back_partial_end();
  }
  of_line_ = line;
  of_field_ = field;
  const bool ends_row = line == dialect_.line_terminator.size();
  if (!ends_row && field != dialect_.field_terminator.size()) return false;
  of_field_ = of_line_ = 0;
  end_field();
  at_ = At::kFieldStart;
  if (ends_row) end_row();
  return true;
}

void InsertBuilder::put_back_partial_end() {
  const bool of_field = of_field_ >= of_line_;
  const std::string& terminator = of_field ? dialect_.field_terminator : dialect_.line_terminator;
  const std::size_t bytes = std::max(of_field_, of_line_);
  if (bytes > 0) escaped_n_ = false;
  for (std::size_t index = 0; index < bytes; ++index) emit(terminator[index]);
  of_field_ = of_line_ = 0;
}

void InsertBuilder::begin_field() {
  if (field_ == 0) {
    row_start_ = statement_.size();
    append(rows_in_statement_ == 0 ? "(" : ",(");
  } else {
    append(",");
  }
  if (field_ >= plan_.columns.size()) {
    throw EngineError("dump-damaged", "Row " + std::to_string(rows_ + 1) + " has more than the " +
                                          std::to_string(plan_.columns.size()) + " values of its columns.");
  }
  field_start_ = statement_.size();
  append(plan_.columns[field_].before);
  value_start_ = statement_.size();
  enclosed_ = false;
  escaped_n_ = false;
}

void InsertBuilder::end_field() {
  // A row that ends at once has one empty value.
  if (at_ == At::kFieldStart) begin_field();
  if (is_null(statement_.view().substr(value_start_))) {
    statement_.shorten(field_start_);
    append("NULL");
  } else {
    append(plan_.columns[field_].after);
  }
  ++field_;
}

/// An escaped N; where values may be enclosed, also the bare word.
bool InsertBuilder::is_null(std::string_view value) const {
  if (enclosed_) return false;
  if (escaped_n_) return value == "N";
  return !dialect_.enclosure.empty() && value == "NULL";
}

void InsertBuilder::end_row() {
  if (field_ != plan_.columns.size()) {
    throw EngineError("dump-damaged", "Row " + std::to_string(rows_ + 1) + " has " + std::to_string(field_) +
                                          " values instead of " + std::to_string(plan_.columns.size()) + ".");
  }
  append(")");
  field_ = 0;
  within_row_ = false;
  ++rows_;
  ++rows_in_statement_;
  if (statement_.size() > limits_.most_bytes && rows_in_statement_ > 1) {
    --rows_in_statement_;
    send(row_start_);
    ++rows_in_statement_;
  }
  if (statement_.size() > limits_.most_bytes) {
    throw EngineError("statement-failed",
                      "Row " + std::to_string(rows_) + " needs an INSERT of " +
                          std::to_string(statement_.size()) + " bytes, and none may have more than " +
                          std::to_string(limits_.most_bytes) + " (max_allowed_packet, or the memory limit).");
  }
  if (statement_.size() >= limits_.wanted_bytes || rows_in_statement_ >= kMostRows) send(statement_.size());
}

/// Sends the first `end` bytes; a row behind them, with its comma, becomes the first of the next statement.
void InsertBuilder::send(std::size_t end) {
  on_statement_(statement_.view().substr(0, end), rows_in_statement_);
  rows_in_statement_ = 0;
  const std::string_view text = statement_.view();
  const std::size_t rest = end == text.size() ? 0 : text.size() - end - 1;
  if (rest > 0) std::memmove(statement_.data() + plan_.head.size(), text.data() + end + 1, rest);
  statement_.shorten(plan_.head.size() + rest);
}

void InsertBuilder::emit(char byte) {
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

void InsertBuilder::append(std::string_view text) {
  if (text.empty()) return;
  std::memcpy(statement_.reserve(text.size()), text.data(), text.size());
  statement_.commit(text.size());
}

}  // namespace sluice
