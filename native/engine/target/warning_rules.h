#pragma once

#include <cstdint>
#include <optional>
#include <regex>
#include <string>
#include <vector>

#include "target/load_spec.h"

namespace sluice {

/// One row of SHOW WARNINGS.
struct ServerWarning {
  std::string level;
  unsigned errnum = 0;
  std::string message;
};

/// Place that a warning names; what it does not name is 0 or empty. The row counts from 1 within the
/// chunk.
struct WarningPlace {
  std::uint64_t row = 0;
  std::string column;
};

/// Reads the place from the English text of a warning ("... for column 'c' at row 3", "Row 3 doesn't ...").
WarningPlace place_of(const ServerWarning& warning);

/// The warnings of one table that prove nothing was lost. Immutable once made. Throws EngineError for an
/// expression that can't be understood.
class WarningRules {
 public:
  explicit WarningRules(const std::vector<HarmlessWarning>& harmless);
  bool harmless(const ServerWarning& warning) const;

 private:
  struct Rule {
    unsigned errnum;
    std::regex message;
  };
  std::vector<Rule> rules_;
};

}  // namespace sluice
