#pragma once

#include <cstdint>
#include <string_view>

#include "row/dialect.h"
#include "row/field_scanner.h"

namespace sluice {

/// Counts the rows of a chunk's text as it passes in pieces, as LOAD DATA finds them. Used by one thread.
class RowCounter {
 public:
  /// The dialect is one that FieldScanner takes.
  explicit RowCounter(const RowDialect& dialect);
  RowCounter(const RowCounter&) = delete;
  RowCounter& operator=(const RowCounter&) = delete;

  void add(std::string_view text);
  std::uint64_t rows() const { return ends_.rows; }
  /// True while the last row has no end: a file that stops there was cut.
  bool within_row() const { return ours_ ? within_line_ : scanner_.within_row(); }

 private:
  /// A `FieldSink` that looks at nothing but the ends of rows.
  struct RowEnds {
    std::uint64_t rows = 0;

    void begin_field() {}
    void enclosed() {}
    void run(std::string_view /*text*/) {}
    void byte(char /*byte*/) {}
    void escaped(char /*byte*/) {}
    void end_field() {}
    void end_row() { ++rows; }
  };

  void count_breaks(std::string_view text);

  /// In our own dialect every row ends with a newline, and a newline within a value is written as `\n`, so
  /// that none appears raw.
  const bool ours_;
  bool within_line_ = false;
  RowEnds ends_;
  FieldScanner<RowEnds> scanner_;
};

}  // namespace sluice
