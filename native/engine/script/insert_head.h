#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "script/blanks.h"
#include "script/lexing.h"

namespace sluice {

enum class InsertVerb : std::uint8_t { kInsert, kInsertIgnore, kReplace };

/// An INSERT or a REPLACE up to its rows. Names are without their quotes.
struct InsertHead {
  InsertVerb verb = InsertVerb::kInsert;
  /// Empty where the table goes without one.
  std::string schema;
  std::string table;
  /// Nothing where the statement names none.
  std::optional<std::vector<std::string>> columns;

  bool operator==(const InsertHead&) const = default;
};

struct InsertHeadEnd {
  /// kNot for every other statement, and for an INSERT with words that are not known here.
  Looked looked = Looked::kNot;
  /// The parenthesis of the first row.
  const char* rows = nullptr;
};

/// Reads the head of a statement that begins at `at` into `head`, which is nonsense unless it is there.
InsertHeadEnd read_insert_head(const char* at, const Input& input, const Lexing& lexing, InsertHead& head);

}  // namespace sluice
