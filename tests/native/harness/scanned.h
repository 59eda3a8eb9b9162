#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "script/script_scanner.h"

namespace sluice::test {

/// All items of a script that comes in pieces of `size` bytes, the first one of `first`.
std::vector<ScriptItem> scan_in_pieces(std::string_view script, const ScanLimits& limits, std::size_t first,
                                       std::size_t size);

/// An item in one line, such as `rows insert s.t(a,b) 2 rows @10+20 line 1`.
std::string described(const ScriptItem& item);

/// All items in a line each. They must not depend on where the window ends.
std::string scanned(std::string_view script, const ScanLimits& limits = {});

/// The same of a whole script, without the end.
std::string items(std::string_view script, const ScanLimits& limits = {});

}  // namespace sluice::test
