#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "codec/digest.h"
#include "script/part_rows.h"
#include "support/buffer.h"

namespace sluice {

/// Gives the rows of a part of a script as INSERT statements, as they stand in the script: one for each of
/// the script's, several for one that is large. Used by one thread.
class RowStatements {
 public:
  /// Takes a whole statement, valid during the call, and the rows in it. May throw.
  using OnStatement = std::function<void(std::string_view statement, std::uint64_t rows)>;

  /// `rows` must outlive this. A statement is ended once it has `wanted_bytes`.
  RowStatements(PartRows& rows, std::string head, std::size_t wanted_bytes, ProgressBoard& board);

  /// Throws what `rows` and `on_statement` do.
  void each(const OnStatement& on_statement);

  std::uint64_t rows() const { return rows_given_; }
  /// Those of the rows alone.
  std::uint64_t bytes() const { return bytes_; }
  std::uint64_t digest() const { return digest_.value(); }

 private:
  void add_row();
  void end_statement(const OnStatement& on_statement);

  PartRows& rows_;
  const std::string head_;
  const std::size_t wanted_bytes_;
  Buffer statement_;
  std::uint64_t rows_in_statement_ = 0;
  std::uint64_t rows_given_ = 0;
  std::uint64_t bytes_ = 0;
  Digest digest_;
};

}  // namespace sluice
