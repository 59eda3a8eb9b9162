#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "row/dialect.h"
#include "row/field_scanner.h"
#include "support/buffer.h"
#include "support/progress.h"
#include "target/insert_plan.h"

namespace sluice {

/// Size limits of one INSERT.
struct InsertLimits {
  /// A statement is sent once it has so many bytes.
  std::size_t wanted_bytes = 0;
  /// No statement has more: the server's max_allowed_packet, and what may be held.
  std::size_t most_bytes = 0;
  std::uint64_t most_rows = 10'000;
};

/// Makes multi-row INSERT statements of the fields that a scanner finds, in a buffer that is used again. A
/// `FieldSink`; used by one thread.
class InsertRows {
 public:
  /// Takes a whole statement, valid during the call, and the rows in it. May throw.
  using OnStatement = std::function<void(std::string_view statement, std::uint64_t rows)>;

  /// `plan` and `on_statement` must outlive this.
  InsertRows(const InsertPlan& plan, const RowDialect& dialect, const InsertLimits& limits,
             ProgressBoard& board, const OnStatement& on_statement);

  void begin_field();
  void enclosed() { enclosed_ = true; }
  void run(std::string_view text);
  void byte(char byte);
  void escaped(char byte);
  void end_field();
  void end_row();
  /// Sends what is left.
  void finish();

  /// Complete rows that were read.
  std::uint64_t rows() const { return rows_; }

 private:
  void send(std::size_t end);
  /// Throws where the row alone is more than any statement may have: its end may never come.
  void keep_within_limit() const;
  void emit(char byte);
  void append(std::string_view text);
  bool is_null(std::string_view value) const;
  /// Replaces the field's base64 by hexadecimal digits.
  void write_as_hex();

  const InsertPlan& plan_;
  const InsertLimits limits_;
  /// True where values may be enclosed.
  const bool bare_word_is_null_;
  const OnStatement& on_statement_;
  Buffer statement_;
  /// Used again for each field that is written as hexadecimal digits.
  std::string hex_;
  bool enclosed_ = false;
  /// The field so far is nothing but an escaped N.
  bool escaped_n_ = false;
  std::size_t row_start_ = 0;
  std::size_t field_start_ = 0;
  /// Offset at which the value's own text begins.
  std::size_t value_start_ = 0;
  std::size_t field_ = 0;
  std::uint64_t rows_ = 0;
  std::uint64_t rows_in_statement_ = 0;
};

/// Turns a chunk's text, as it passes in pieces, into multi-row INSERT statements that store the very values
/// which LOAD DATA would store from it: it reads escapes as LOAD DATA does (sql/sql_load.cc,
/// READ_INFO::unescape, of both vendors). Needs a session without NO_BACKSLASH_ESCAPES. Used by one thread.
class InsertBuilder {
 public:
  using OnStatement = InsertRows::OnStatement;

  /// `plan` and `on_statement` must outlive this. The dialect is one that FieldScanner takes.
  InsertBuilder(const InsertPlan& plan, const RowDialect& dialect, const InsertLimits& limits,
                ProgressBoard& board, const OnStatement& on_statement);

  /// Throws what `on_statement` throws, and EngineError for a row that does not have the columns' values or
  /// that no statement can hold.
  void add(std::string_view text);
  /// Sends what is left. Also the last row, where it has no end.
  void finish();

  /// Complete rows that were read.
  std::uint64_t rows() const { return rows_.rows(); }

 private:
  InsertRows rows_;
  FieldScanner<InsertRows> scanner_;
};

}  // namespace sluice
