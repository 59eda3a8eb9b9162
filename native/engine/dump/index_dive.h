#pragma once

#include <optional>

#include "dump/table_statements.h"
#include "range/key.h"
#include "wire/session.h"

namespace sluice {

/// A place where a range may be cut in two.
struct Cut {
  /// The key of the first row behind the cut. There are rows before it.
  Key at;
  /// How many rows lie on either side, by the server's statistics.
  double rows_before = 0;
  double rows_behind = 0;
};

/// Finds a row near the middle of a range by looking values up in the index: guesses a value, has the server
/// find the first row behind it and say how many rows lie on either side, and goes on in the larger part
/// until the two are near enough to one another. A look reads one row, and there are two dozen of them at
/// most, whatever the range holds. Nothing where no row was found to cut at.
///
/// For the thread of the session, between two of its statements; throws EngineError like the session.
std::optional<Cut> find_cut(Session& session, const TableStatements& statements, const KeyParts& parts,
                            const KeyRange& range);

}  // namespace sluice
