#pragma once

#include <string>
#include <string_view>

namespace sluice {

/// The text in UTF-8. The servers' latin1 is Windows-1252, in which the five bytes that it leaves open are
/// the control characters of their numbers (both manuals, "West European Character Sets").
std::string utf8_of_windows_1252(std::string_view text);

}  // namespace sluice
