#include "source/table_statements.h"

#include <algorithm>

#include "range/known_values.h"
#include "range/predicate.h"
#include "support/identifier.h"

namespace sluice {
namespace {

/// A writer that waits for a table held by LOCK TABLES READ would hold up whoever comes to read it after him,
/// where the engine locks whole tables (MEMORY on MariaDB, measured); the one who holds it would wait for
/// that reader. Others than such engines take no notice of the word (MySQL and MariaDB manuals, "SELECT").
constexpr const char* kSelect = "SELECT HIGH_PRIORITY ";

std::string from_clause(const DumpTable& table) {
  std::string from = " FROM " + quote_identifier(table.schema) + "." + quote_identifier(table.table);
  if (table.partition) from += " PARTITION (" + quote_identifier(*table.partition) + ")";
  return from + for_versions(table.versions);
}

void append(std::string& list, const std::string& item) {
  if (!list.empty()) list += ", ";
  list += item;
}

/// Behind the columns stand the numbers of the key's ENUM and SET columns (`SourceTable::key_fields`).
std::string select_list(const DumpTable& table) {
  std::string list;
  for (const DumpColumn& column : table.columns) append(list, column.select);
  for (const KeyPart& part : table.key) {
    if (part.kind == KeyKind::kNumbered) append(list, number_of(part));
  }
  return list;
}

std::string key_list(const DumpTable& table) {
  std::string list;
  for (const KeyPart& part : table.key) {
    if (part.kind == KeyKind::kNumbered) {
      append(list, number_of(part));
      continue;
    }
    for (const DumpColumn& column : table.columns) {
      if (column.name == part.column) append(list, column.select);
    }
  }
  return list;
}

/// Something of a column that is not of the key.
std::string beside_key(const DumpTable& table) {
  for (const DumpColumn& column : table.columns) {
    const bool of_key = std::any_of(table.key.begin(), table.key.end(),
                                    [&](const KeyPart& part) { return part.column == column.name; });
    if (!of_key) return ", " + quote_identifier(column.name) + " IS NULL";
  }
  return "";
}

/// The line break ends a comment that the condition may end with.
std::string wanted_rows(const DumpTable& table) {
  std::string wanted = table.where.empty() ? "" : "(" + table.where + "\n)";
  if (table.within.start || table.within.before) {
    if (!wanted.empty()) wanted += " AND ";
    wanted += "(" + predicate(table.key, table.within) + ")";
  }
  return wanted;
}

std::string both(const std::string& one, const std::string& other) {
  return one + (one.empty() || other.empty() ? "" : " AND ") + other;
}

std::string where(const std::string& condition) { return condition.empty() ? "" : " WHERE " + condition; }

}  // namespace

TableStatements::TableStatements(const DumpTable& table)
    : key_(table.key),
      within_(table.within),
      from_(from_clause(table)),
      index_(quote_identifier(table.key_index)),
      from_key_(from_ + " FORCE INDEX (" + index_ + ")"),
      columns_(select_list(table)),
      key_columns_(key_list(table)),
      probed_columns_(key_columns_ + beside_key(table)),
      wanted_(wanted_rows(table)) {}

std::string TableStatements::whole() const { return kSelect + columns_ + from_ + where(wanted_); }

std::string TableStatements::without_key() const {
  return kSelect + columns_ + from_key_ + where(both(sluice::without_key(key_), wanted_));
}

std::string TableStatements::range(const KeyRange& range, std::uint64_t limit) const {
  return kSelect + columns_ + from_key_ +
         in_key_order({range, within_}, both(predicate(key_, range), wanted_)) + " LIMIT " +
         std::to_string(limit);
}

std::string TableStatements::first_key(const KeyRange& range) const { return first_key_in({range}); }

std::string TableStatements::first_key_behind(const Key& bound, const KeyRange& range) const {
  return first_key_in({range, {RangeStart{bound, Edge::kBehind}, std::nullopt}});
}

std::string TableStatements::key_after(const KeyRange& range, std::uint64_t rows) const {
  return first_key(range) + " OFFSET " + std::to_string(rows);
}

std::string TableStatements::last_key(const KeyRange& range, const Key& values) const {
  return kSelect + probed_columns_ + from_key_ + where(beginning_before(key_, values, range.before)) +
         " ORDER BY " + reverse_order_by(key_[values.size()]) + " LIMIT 1";
}

std::string TableStatements::plan(const KeyRange& range) const { return plan_where(predicate(key_, range)); }

std::string TableStatements::plan_of_all() const { return plan_where(""); }

/// MySQL before 5.6.5 has one format, and no word for it (its manual, "EXPLAIN Statement").
std::string TableStatements::plan_where(const std::string& condition) const {
  return "EXPLAIN /*!50605 FORMAT=TRADITIONAL */ SELECT " + key_columns_ + from_ + " USE INDEX (" + index_ +
         ")" + where(condition);
}

std::string TableStatements::count() const {
  return kSelect + std::string("COUNT(*)") + from_ + where(wanted_);
}

std::string TableStatements::first_key_in(const std::vector<KeyRange>& ranges) const {
  std::string condition;
  for (const KeyRange& range : ranges) condition = both(condition, predicate(key_, range));
  return kSelect + probed_columns_ + from_key_ + in_key_order(ranges, condition) + " LIMIT 1";
}

/// Writes WHERE and ORDER BY. What the order leaves out stands in the condition in full: neither of lists of
/// numbers that overlap in one alone nor of two bounds does any server conclude that (measured on both
/// vendors).
std::string TableStatements::in_key_order(const std::vector<KeyRange>& ranges,
                                          const std::string& condition) const {
  const Key known = known_values(key_, ranges);
  const std::string columns = order_by(key_, known);
  const std::string equal = known.empty() ? "" : beginning_with(key_, known);
  return where(both(equal, condition)) + (columns.empty() ? "" : " ORDER BY " + columns);
}

}  // namespace sluice
