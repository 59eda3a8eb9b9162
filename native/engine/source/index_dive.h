#pragma once

#include <cstdint>
#include <optional>

#include "range/key.h"
#include "source/table_statements.h"
#include "wire/session.h"

namespace sluice {

/// A place where a range may be cut in two.
struct Cut {
  /// The key of the first row behind the cut. There are rows before it.
  Key at;
  /// Rows on either side, by the server's statistics; both 0 where these are wrong.
  double rows_before = 0;
  double rows_behind = 0;
};

/// Finds a row near the middle of a range by looking values up in the index: guesses a value, has the server
/// find the first row behind it and say how many rows lie on either side, and goes on in the larger part
/// until the two are near enough to one another. A look reads one row, and there are two dozen of them at
/// most, whatever the range holds. Nothing where no row was found to cut at.
///
/// No estimate is above half of the rows that the server thinks the table has (MySQL 9.7 and MariaDB 10.11,
/// btr_estimate_n_rows_in_range), so where it thinks far too few every cut looks even. `rows_read`, those
/// that are known to be there, tell: beyond twice the server's number a part counts as large enough when it
/// really has a thousandth of them, which each look then reads.
///
/// For the thread of the session, between two of its statements; throws EngineError like the session.
std::optional<Cut> find_cut(Session& session, const TableStatements& statements, const KeyParts& parts,
                            const KeyRange& range, std::uint64_t rows_read);

}  // namespace sluice
