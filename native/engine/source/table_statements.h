#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "range/key.h"
#include "source/dump_table.h"

namespace sluice {

/// The statements that read one table. Columns are always listed: `*` leaves out invisible ones. Whatever
/// follows the range key names its index, or an optimiser might prefer another one and sort.
class TableStatements {
 public:
  explicit TableStatements(const DumpTable& table);

  /// All rows in the server's own order.
  std::string whole() const;
  /// The rows without a value in the key's first part.
  std::string without_key() const;
  /// The first `limit` rows of a range, in key order.
  std::string range(const KeyRange& range, std::uint64_t limit) const;
  /// The key of the first row of a range; no row for an empty one. Behind the key stands something of another
  /// column, where there is one: what an index alone can answer MySQL reads from its beginning, when it
  /// thinks that the table has one row at most (measured on 9.7).
  std::string first_key(const KeyRange& range) const;
  /// The key of the first row of a range that lies behind `bound` too.
  std::string first_key_behind(const Key& bound, const KeyRange& range) const;
  /// The key of the row that has `rows` rows of the range before it; no row where there are no more.
  std::string key_after(const KeyRange& range, std::uint64_t rows) const;
  /// The key of a row that begins with `values`, as some of the range do, and has the last value that those
  /// have in the part after them; or the one that the range ends with. In the order of that part alone, and
  /// not MAX, for which MySQL reads the whole index when that is a descending one.
  std::string last_key(const KeyRange& range, const Key& values) const;
  /// The plan of a bounded range, which tells how many rows the server thinks it has. Where an index is
  /// forced MySQL does not find out.
  std::string plan(const KeyRange& range) const;
  /// The same of all rows, with those without a key.
  std::string plan_of_all() const;
  std::string count() const;

 private:
  std::string plan_where(const std::string& condition) const;
  std::string first_key_in(const std::vector<KeyRange>& ranges) const;
  /// WHERE and ORDER BY; the condition keeps to `ranges`.
  std::string in_key_order(const std::vector<KeyRange>& ranges, const std::string& condition) const;

  KeyParts key_;
  KeyRange within_;
  std::string from_;
  std::string index_;
  /// The same with the key's index named.
  std::string from_key_;
  std::string columns_;
  std::string key_columns_;
  /// Columns that are read to find a key.
  std::string probed_columns_;
  /// Condition of the rows, in parentheses; empty where all are wanted.
  std::string wanted_;
};

}  // namespace sluice
