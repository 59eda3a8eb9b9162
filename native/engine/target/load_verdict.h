#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "support/failure.h"
#include "target/warning_rules.h"
#include "wire/session.h"

namespace sluice {

/// Server's report on a LOAD DATA statement: "Records: 3  Deleted: 0  Skipped: 0  Warnings: 0".
struct LoadInfo {
  std::uint64_t records = 0;
  std::uint64_t deleted = 0;
  std::uint64_t skipped = 0;
  /// All of them, also those past what the server keeps (the count in its reply packet ends at 65,535).
  std::uint64_t warnings = 0;
  /// Rows of the chunk that earlier statements have stored: warnings count from the statement's first.
  std::uint64_t rows_before = 0;
};

/// Nothing where the text is not of that form. Its words may be in the server's own language (`lc_messages`),
/// the order of its four numbers is fixed.
std::optional<LoadInfo> parse_load_info(std::string_view info);

/// Reads the server's report on an INSERT; a single row has no report of its own.
LoadInfo insert_info(const Outcome& outcome, std::uint64_t rows_before);

/// Judges whether every row that was sent is stored as it was sent. LOCAL turns errors into warnings and
/// skips duplicates, so: as many records as rows, none skipped or replaced, and every warning known and
/// covered by a rule. Otherwise the failure that says what and where, without table and chunk.
std::optional<Failure> judge_load(const LoadInfo& info, std::uint64_t rows_sent,
                                  const std::vector<ServerWarning>& warnings, const WarningRules& rules);

}  // namespace sluice
