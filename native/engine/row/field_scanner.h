#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "row/dialect.h"

namespace sluice {

/// Receiver of what a `FieldScanner` finds, in the order of the text. Each call is made on the scanner's
/// thread, and may throw.
template <class Sink>
concept FieldSink = requires(Sink& sink, std::string_view run, char byte) {
  sink.begin_field();
  /// The field that has just begun is enclosed.
  sink.enclosed();
  /// Bytes of the value, none of which means something in the dialect or was named to the scanner.
  sink.run(run);
  /// Any one byte of the value.
  sink.byte(byte);
  /// The byte behind an escape, as it stands there.
  sink.escaped(byte);
  sink.end_field();
  sink.end_row();
};

/// Finds fields and rows in a chunk's text as it passes in pieces, as LOAD DATA finds them: fields,
/// enclosures and escapes as in sql/sql_load.cc (READ_INFO::read_field) of both vendors. Used by one thread.
template <FieldSink Sink>
class FieldScanner {
 public:
  /// The first characters of the dialect's terminators appear in each of them once. What is in `singly`
  /// never is in a run. `sink` must outlive this.
  FieldScanner(RowDialect dialect, std::string_view singly, Sink& sink)
      : dialect_(std::move(dialect)), sink_(sink) {
    for (const std::string* mark :
         {&dialect_.field_terminator, &dialect_.line_terminator, &dialect_.enclosure, &dialect_.escape}) {
      if (!mark->empty()) stop_at(mark->front());
    }
    for (const char byte : singly) stop_at(byte);
  }

  void add(std::string_view text) {
    const char* at = text.data();
    const char* const end = at + text.size();
    const auto plain = [this](char byte) { return !stops_[static_cast<unsigned char>(byte)]; };
    while (at != end) {
      if (!within_value()) {
        step(*at++);
        continue;
      }
      const char* const stop = std::find_if_not(at, end, plain);
      if (stop != at) sink_.run({at, static_cast<std::size_t>(stop - at)});
      at = stop;
      if (at != end) step(*at++);
    }
  }

  /// Ends the last row, where it has no end of its own.
  void finish() {
    if (!within_row_) return;
    if (at_ == At::kPlain) put_back_partial_end();
    // A row that ends behind a terminator has one more, empty value.
    if (at_ == At::kFieldStart) sink_.begin_field();
    sink_.end_field();
    end_row();
  }

  /// True while the last row has no end: a file that stops there was cut.
  bool within_row() const { return within_row_; }

 private:
  enum class At { kFieldStart, kPlain, kEnclosed, kQuoteInEnclosed };

  static bool is(const std::string& character, char byte) {
    return !character.empty() && character.front() == byte;
  }

  /// Returns how much of `terminator` is there with one byte more, after `before` bytes of it.
  static std::size_t advanced(const std::string& terminator, std::size_t before, char byte) {
    if (before < terminator.size() && terminator[before] == byte) return before + 1;
    return is(terminator, byte) ? 1 : 0;
  }

  void stop_at(char byte) { stops_[static_cast<unsigned char>(byte)] = true; }

  bool within_value() const {
    return (at_ == At::kPlain || at_ == At::kEnclosed) && !escaped_ && of_field_ == 0 && of_line_ == 0;
  }

  void step(char byte) {
    within_row_ = true;
    if (escaped_) {
      escaped_ = false;
      sink_.escaped(byte);
      return;
    }
    switch (at_) {
      case At::kFieldStart:
        sink_.begin_field();
        if (is(dialect_.enclosure, byte)) {
          sink_.enclosed();
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

  void step_plain(char byte) {
    // A quote that is the escape too escapes nothing but itself.
    if (is(dialect_.escape, byte) && dialect_.escape != dialect_.enclosure) {
      put_back_partial_end();
      escaped_ = true;
      return;
    }
    if (is_end(byte) || of_field_ > 0 || of_line_ > 0) return;
    sink_.byte(byte);
  }

  void step_enclosed(char byte) {
    // Where the two are one character, a doubled one is what both mean.
    if (is(dialect_.enclosure, byte)) {
      at_ = At::kQuoteInEnclosed;
      of_field_ = of_line_ = 0;
    } else if (is(dialect_.escape, byte)) {
      escaped_ = true;
    } else {
      sink_.byte(byte);
    }
  }

  /// A quote ends its value only before a terminator; before anything else it is part of the value.
  void step_after_quote(char byte) {
    const std::size_t before = std::max(of_field_, of_line_);
    if (before == 0 && is(dialect_.enclosure, byte)) {
      sink_.byte(byte);
      at_ = At::kEnclosed;
      return;
    }
    const std::size_t field = advanced(dialect_.field_terminator, of_field_, byte);
    const std::size_t line = advanced(dialect_.line_terminator, of_line_, byte);
    if (field > before || line > before) {
      is_end(byte);
      return;
    }
    // It was no end: the quote and what looked like an end are the value's.
    sink_.byte(dialect_.enclosure.front());
    put_back_partial_end();
    at_ = At::kEnclosed;
    step_enclosed(byte);
  }

  /// Returns whether a terminator ends with this byte: then a field begins, and perhaps a row.
  bool is_end(char byte) {
    const std::size_t before = std::max(of_field_, of_line_);
    const std::size_t line = advanced(dialect_.line_terminator, of_line_, byte);
    const std::size_t field = advanced(dialect_.field_terminator, of_field_, byte);
    // A false beginning of a terminator belongs to the value.
    if (before > 0 && at_ == At::kPlain && std::max(line, field) <= before) put_back_partial_end();
    of_line_ = line;
    of_field_ = field;
    const bool ends_row = line == dialect_.line_terminator.size();
    if (!ends_row && field != dialect_.field_terminator.size()) return false;
    of_field_ = of_line_ = 0;
    sink_.end_field();
    at_ = At::kFieldStart;
    if (ends_row) end_row();
    return true;
  }

  void put_back_partial_end() {
    const bool of_field = of_field_ >= of_line_;
    const std::string& terminator = of_field ? dialect_.field_terminator : dialect_.line_terminator;
    const std::size_t bytes = std::max(of_field_, of_line_);
    for (std::size_t index = 0; index < bytes; ++index) sink_.byte(terminator[index]);
    of_field_ = of_line_ = 0;
  }

  void end_row() {
    within_row_ = false;
    sink_.end_row();
  }

  const RowDialect dialect_;
  Sink& sink_;
  std::array<bool, 256> stops_{};
  At at_ = At::kFieldStart;
  bool escaped_ = false;
  bool within_row_ = false;
  /// Length of the part of each terminator that the last bytes match.
  std::size_t of_field_ = 0;
  std::size_t of_line_ = 0;
};

}  // namespace sluice
