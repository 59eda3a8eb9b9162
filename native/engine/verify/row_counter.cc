#include "verify/row_counter.h"

#include <algorithm>

namespace sluice {
namespace {

bool is(const std::string& character, char byte) { return !character.empty() && character.front() == byte; }

/// How much of `terminator` is there with one byte more, after `before` bytes of it.
std::size_t advanced(const std::string& terminator, std::size_t before, char byte) {
  if (before < terminator.size() && terminator[before] == byte) return before + 1;
  return is(terminator, byte) ? 1 : 0;
}

}  // namespace

RowCounter::RowCounter(const RowDialect& dialect) : dialect_(dialect), ours_(dialect == RowDialect()) {}

void RowCounter::add(std::string_view text) {
  if (text.empty()) return;
  if (ours_) {
    count_breaks(text);
    return;
  }
  for (const char byte : text) step(byte);
}

void RowCounter::count_breaks(std::string_view text) {
  rows_ += static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
  within_row_ = text.back() != '\n';
}

void RowCounter::step(char byte) {
  within_row_ = true;
  if (escaped_) {
    escaped_ = false;
    return;
  }
  switch (at_) {
    case At::kFieldStart:
      if (is(dialect_.enclosure, byte)) {
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

void RowCounter::step_plain(char byte) {
  // A quote that is the escape too escapes nothing but itself.
  if (is(dialect_.escape, byte) && dialect_.escape != dialect_.enclosure) {
    escaped_ = true;
    of_field_ = of_line_ = 0;
    return;
  }
  ended(byte);
}

void RowCounter::step_enclosed(char byte) {
  // Where the two are one character, a doubled one is what both mean.
  if (is(dialect_.enclosure, byte)) {
    at_ = At::kQuoteInEnclosed;
    of_field_ = of_line_ = 0;
  } else if (is(dialect_.escape, byte)) {
    escaped_ = true;
  }
}

/// A quote ends its value only before a terminator; before anything else it is part of the value.
void RowCounter::step_after_quote(char byte) {
  const bool first = of_field_ == 0 && of_line_ == 0;
  if (ended(byte) || of_field_ > 0 || of_line_ > 0) return;
  at_ = At::kEnclosed;
  if (!(first && is(dialect_.enclosure, byte))) step_enclosed(byte);
}

/// Whether a terminator ends with this byte: then a field begins, and perhaps a row.
bool RowCounter::ended(char byte) {
  of_line_ = advanced(dialect_.line_terminator, of_line_, byte);
  of_field_ = advanced(dialect_.field_terminator, of_field_, byte);
  const bool line = of_line_ == dialect_.line_terminator.size();
  if (!line && of_field_ != dialect_.field_terminator.size()) return false;
  of_field_ = of_line_ = 0;
  at_ = At::kFieldStart;
  if (!line) return true;
  rows_ += 1;
  within_row_ = false;
  return true;
}

}  // namespace sluice
