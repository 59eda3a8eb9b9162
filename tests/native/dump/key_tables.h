#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "dump/dump_spec.h"

namespace sluice::test {

/// A table whose rows lie along some kind of key. `keys` and `values` are SQL; the values are expressions of
/// the number `i` of a row, from 0 to 9,999. Every table also has a column `n`, the number itself, and some
/// ballast.
struct KeyTable {
  std::string name;
  /// The definition of the key's columns and of the index.
  std::string columns;
  std::string values;
  KeyParts key;
  std::string index = "PRIMARY";
  /// The columns that `values` are of; those of the key where it is empty.
  std::string into = "";
};

/// One for each kind of key that a dump may be cut along, the hostile ones among them.
const std::vector<KeyTable>& key_tables();

/// How a key's column is read.
DumpColumn key_column(const KeyTable& table, const KeyPart& part);

inline void PrintTo(const KeyTable& table, std::ostream* out) { *out << table.name; }

}  // namespace sluice::test
