#include "target/warning_rules.h"

#include <algorithm>
#include <charconv>

#include "support/failure.h"

namespace sluice {
namespace {

std::uint64_t number(const std::string& digits) {
  std::uint64_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

/// The column that the text names before `end`: as 'c', or on MariaDB also as `schema`.`table`.`c`.
std::string column_in(const std::string& message, std::size_t end) {
  const std::size_t plain = message.rfind("olumn '", end);
  const std::size_t full = message.rfind("olumn `", end);
  if (plain != std::string::npos && (full == std::string::npos || plain > full)) {
    const std::size_t begin = plain + 7;
    return message.substr(begin, message.find('\'', begin) - begin);
  }
  if (full == std::string::npos) return {};
  const std::size_t close = message.rfind('`', end);
  const std::size_t open = message.rfind('`', close - 1);
  return message.substr(open + 1, close - open - 1);
}

}  // namespace

WarningPlace place_of(const ServerWarning& warning) {
  // The last one counts: a value that stands in the message before it could contain the same words.
  const std::size_t row = warning.message.rfind(" at row ");
  WarningPlace place;
  if (row != std::string::npos) {
    place.row = number(warning.message.substr(row + 8));
  } else if (warning.message.starts_with("Row ")) {
    place.row = number(warning.message.substr(4));
  }
  place.column = column_in(warning.message, row);
  return place;
}

WarningRules::WarningRules(const std::vector<HarmlessWarning>& harmless) {
  for (const HarmlessWarning& warning : harmless) {
    try {
      rules_.push_back({warning.errnum, std::regex(warning.message)});
    } catch (const std::regex_error&) {
      throw defect("The rule for harmless warnings \"" + warning.message + "\" can't be understood.");
    }
  }
}

bool WarningRules::harmless(const ServerWarning& warning) const {
  return std::any_of(rules_.begin(), rules_.end(), [&](const Rule& rule) {
    return rule.errnum == warning.errnum && std::regex_search(warning.message, rule.message);
  });
}

}  // namespace sluice
