#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "codec/decoder.h"
#include "script/script_scanner.h"

namespace sluice::test {

/// All items of a script that comes in pieces of `size` bytes, the first one of `first`.
std::vector<ScriptItem> scan_in_pieces(std::string_view script, const ScanLimits& limits, std::size_t first,
                                       std::size_t size);

/// All items of what a source gives, where these rows are known.
std::vector<ScriptItem> scan_of(Decoder& source, const ScanLimits& limits,
                                std::vector<ScriptRows> known = {});

/// The rows among items.
std::vector<ScriptRows> rows_of(const std::vector<ScriptItem>& items);

/// All that a scan says of rows but their head and place, in one line.
std::string facts_of(const ScriptRows& rows);

/// An item in one line, such as `rows insert s.t(a,b) 2 rows @10+20 line 1`.
std::string described(const ScriptItem& item);

/// All items in a line each. They must not depend on where the window ends, nor on which rows are known.
std::string scanned(std::string_view script, const ScanLimits& limits = {});

/// The same of a whole script, without the end.
std::string items(std::string_view script, const ScanLimits& limits = {});

}  // namespace sluice::test
