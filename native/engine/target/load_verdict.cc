#include "target/load_verdict.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace sluice {
namespace {

Failure refused(const ServerWarning& warning, std::size_t others, std::uint64_t rows_before) {
  WarningPlace place = place_of(warning);
  if (place.row > 0) place.row += rows_before;
  Failure failure;
  failure.code = "statement-failed";
  failure.errnum = warning.errnum;
  failure.message = {
      "warned",
      {{"row", place.row}, {"column", place.column}, {"warning", warning.message}, {"others", others}}};
  return failure;
}

Failure counts_differ(const LoadInfo& info, std::uint64_t rows_sent) {
  Failure failure;
  failure.code = "rows-differ";
  failure.message = {
      "countsDiffer",
      {{"sent", rows_sent}, {"read", info.records}, {"skipped", info.skipped}, {"replaced", info.deleted}}};
  return failure;
}

Failure unread_warnings(const LoadInfo& info, std::size_t read) {
  Failure failure;
  failure.code = "statement-failed";
  failure.message = {"warningsUnread", {{"warnings", info.warnings}, {"returned", read}}};
  failure.hint = "grantWarnings";
  failure.retryable = true;
  return failure;
}

}  // namespace

std::optional<LoadInfo> parse_load_info(std::string_view info) {
  std::array<std::uint64_t, 4> numbers{};
  for (std::uint64_t& number : numbers) {
    const std::size_t digit = info.find_first_of("0123456789");
    if (digit == std::string_view::npos) return std::nullopt;
    info.remove_prefix(digit);
    const auto [end, error] = std::from_chars(info.data(), info.data() + info.size(), number);
    if (error != std::errc{}) return std::nullopt;
    info.remove_prefix(static_cast<std::size_t>(end - info.data()));
  }
  return LoadInfo{numbers[0], numbers[1], numbers[2], numbers[3]};
}

LoadInfo insert_info(const Outcome& outcome, std::uint64_t rows_before) {
  LoadInfo info;
  info.records = outcome.affected_rows;
  info.rows_before = rows_before;
  info.warnings = outcome.warnings;
  // The last number of "Records: 3  Duplicates: 0  Warnings: 0"; the reply's own count ends at 65,535.
  const std::size_t digit = outcome.info.find_last_not_of("0123456789");
  if (digit == std::string::npos || digit + 1 == outcome.info.size()) return info;
  std::from_chars(outcome.info.data() + digit + 1, outcome.info.data() + outcome.info.size(), info.warnings);
  return info;
}

std::optional<Failure> judge_load(const LoadInfo& info, std::uint64_t rows_sent,
                                  const std::vector<ServerWarning>& warnings, const WarningRules& rules) {
  const auto harmful = [&](const ServerWarning& warning) { return !rules.harmless(warning); };
  const auto first = std::find_if(warnings.begin(), warnings.end(), harmful);
  if (first != warnings.end()) {
    const auto others = static_cast<std::size_t>(std::count_if(first + 1, warnings.end(), harmful));
    return refused(*first, others, info.rows_before);
  }
  if (info.warnings > warnings.size()) return unread_warnings(info, warnings.size());
  if (info.records != rows_sent || info.skipped > 0 || info.deleted > 0)
    return counts_differ(info, rows_sent);
  return std::nullopt;
}

}  // namespace sluice
