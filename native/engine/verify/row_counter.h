#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "row/dialect.h"

namespace sluice {

/// Counts the rows of a chunk's text as it passes in pieces, as LOAD DATA finds them. Used by one thread.
class RowCounter {
 public:
  /// The first characters of a dialect's terminators appear in each of them once.
  explicit RowCounter(const RowDialect& dialect);

  void add(std::string_view text);
  std::uint64_t rows() const { return rows_; }
  /// True while the last row has no end: a file that stops there was cut.
  bool within_row() const { return within_row_; }

 private:
  enum class At { kFieldStart, kPlain, kEnclosed, kQuoteInEnclosed };

  void count_breaks(std::string_view text);
  void step(char byte);
  void step_plain(char byte);
  void step_enclosed(char byte);
  void step_after_quote(char byte);
  bool ended(char byte);

  const RowDialect dialect_;
  /// In our own dialect every row ends with a newline, and a newline within a value is written as `\n`, so
  /// that none appears raw.
  const bool ours_;
  At at_ = At::kFieldStart;
  bool escaped_ = false;
  /// How much of each terminator the last bytes are.
  std::size_t of_field_ = 0;
  std::size_t of_line_ = 0;
  std::uint64_t rows_ = 0;
  bool within_row_ = false;
};

}  // namespace sluice
