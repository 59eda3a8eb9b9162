#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "harness/live_server.h"
#include "source/dump_table.h"
#include "wire/session.h"

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

/// Variables of every session that reads such a table.
const SessionVariables& key_table_variables();

/// Makes the table `t` with so many rows, 10,000 at most, in the session's schema.
void create_key_table(Session& session, Vendor vendor, const KeyTable& table, std::uint64_t rows);

/// Dump of such a table of `rows` rows: the key's columns first. A row weighs `kKeyTableRowBytes`,
/// about.
DumpTable dump_of(const KeyTable& table, const std::string& schema, std::uint64_t rows);
inline constexpr std::uint64_t kKeyTableRowBytes = 130;

inline void PrintTo(const KeyTable& table, std::ostream* out) { *out << table.name; }

}  // namespace sluice::test
