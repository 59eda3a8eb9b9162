#include "source/source_table.h"

#include <algorithm>
#include <utility>

#include "support/failure.h"
#include "support/small_table.h"

namespace sluice {
namespace {

std::vector<Encoding> encodings(const DumpTable& table) {
  std::vector<Encoding> encodings;
  for (const DumpColumn& column : table.columns) encodings.push_back(column.encoding);
  return encodings;
}

std::vector<std::size_t> find_key_fields(const DumpTable& table) {
  std::vector<std::size_t> fields;
  std::size_t behind_columns = table.columns.size();
  for (const KeyPart& part : table.key) {
    if (part.kind == KeyKind::kNumbered) {
      fields.push_back(behind_columns++);
      continue;
    }
    const auto column =
        std::find_if(table.columns.begin(), table.columns.end(),
                     [&](const DumpColumn& candidate) { return candidate.name == part.column; });
    if (column == table.columns.end()) {
      throw defect("The key column " + part.column + " is not among the columns that are read");
    }
    fields.push_back(static_cast<std::size_t>(column - table.columns.begin()));
  }
  return fields;
}

/// NULL is the smallest value.
KeylessRows keyless_rows(const KeyPart& first) {
  if (!first.nullable) return KeylessRows::kNone;
  return first.descending ? KeylessRows::kLast : KeylessRows::kFirst;
}

}  // namespace

SourceTable::SourceTable(DumpTable table, TableMeter& meter)
    : table_(std::move(table)),
      meter_(meter),
      statements_(table_),
      encoder_(encodings(table_)),
      key_fields_(find_key_fields(table_)) {}

bool SourceTable::is_small() const {
  if (!keyed() || table_.key.front().nullable || table_.count_check != CountCheck::kWhenSplit) return false;
  const bool is_whole = table_.where.empty() && !table_.within.start && !table_.within.before;
  return is_whole && table_.estimated_bytes > 0 && table_.estimated_bytes <= kMostSmallBytes;
}

void SourceTable::share_out(std::uint64_t least_bytes) {
  ranges_.emplace(keyless_rows(table_.key.front()), table_.estimated_bytes, least_bytes);
}

double SourceTable::row_bytes() const {
  const TableSample sample = meter_.sample();
  if (sample.rows > 0) return static_cast<double>(sample.bytes) / static_cast<double>(sample.rows);
  if (table_.estimated_rows == 0) return 0;
  return static_cast<double>(table_.estimated_bytes) / static_cast<double>(table_.estimated_rows);
}

bool SourceTable::needs_count() const {
  if (table_.count_check == CountCheck::kAlways) return true;
  return ranges_ && ranges_->was_cut();
}

}  // namespace sluice
