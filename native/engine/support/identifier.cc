#include "support/identifier.h"

namespace sluice {

std::string quote_identifier(std::string_view name) {
  std::string quoted = "`";
  for (const char c : name) {
    if (c == '`') quoted += '`';
    quoted += c;
  }
  return quoted += '`';
}

}  // namespace sluice
