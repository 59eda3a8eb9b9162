#pragma once

#include <optional>
#include <string>

#include "range/key.h"

namespace sluice {

/// The condition that holds for the rows of `range` and no others; empty for all rows of a table whose key is
/// never NULL. In the flat form `a > x OR (a = x AND b > y)`: both vendors' optimisers make one range scan of
/// it, of row constructors and nested forms they do not. Leading parts in which both bounds agree stand
/// before it, once.
std::string predicate(const KeyParts& parts, const KeyRange& range);

/// The condition that holds for the rows without a value in the first part.
std::string without_key(const KeyParts& parts);

/// The condition that holds for the rows that begin with these values, all with a key for none.
std::string beginning_with(const KeyParts& parts, const Key& values);

/// The condition that holds for the rows that begin with these values and lie before `before` as far as the
/// next part tells: with a `before` of more parts, those that have its value there too.
std::string beginning_before(const KeyParts& parts, const Key& values, const std::optional<Key>& before);

/// The columns of an ORDER BY in the order of the scan, with their directions, of rows that begin with
/// `known`. Those columns are left out: both vendors sort by a column that they know to be equal, rather than
/// read along the index, of an ENUM or SET always, of a TIME (9.7) or behind a nullable text (10.11) at times
/// (measured). Empty where nothing is left.
std::string order_by(const KeyParts& parts, const Key& known = {});

/// The same backwards, for one column.
std::string reverse_order_by(const KeyPart& part);

}  // namespace sluice
