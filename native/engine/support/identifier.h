#pragma once

#include <string>
#include <string_view>

namespace sluice {

/// An SQL identifier in backticks.
std::string quote_identifier(std::string_view name);

}  // namespace sluice
