#include "export/row_print.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "row/escape.h"

namespace sluice {
namespace {

using Field = ExportColumn::Field;
using Value = ExportColumn::Value;
/// Nothing for NULL.
using Values = std::vector<std::optional<std::string>>;

const std::vector<ExportColumn> kColumns{
    {Field::kText, Value::kText, "\"name\":", {}},
    {Field::kText, Value::kNumber, "\"a key that is longer than a step\":", {}},
    {Field::kText, Value::kFloat, "\"f\":", {}},
    {Field::kText, Value::kText, {}, "_latin1 "},
};

class TwoWays {
 public:
  explicit TwoWays(const ExportSpec& spec) : spec_(spec) {
    table_.columns = kColumns;
    // A few rows a block.
    limits_ = {200, 1 << 20, 1 << 20};
  }

  /// As the server's values give them.
  std::string from_values(const std::vector<Values>& rows) {
    std::string text;
    const RowText::Calls calls{[&](RowBlockPtr block) { text += block->view(); }, [] {}};
    const auto print = make_row_print(spec_, table_, limits_, board_, calls);
    for (const Values& row : rows) {
      std::vector<const char*> values;
      std::vector<unsigned long> lengths;
      for (const auto& value : row) {
        values.push_back(value ? value->data() : nullptr);
        lengths.push_back(value ? value->size() : 0);
      }
      print->add({values, lengths});
    }
    print->finish();
    return text;
  }

  /// As the lines of a dump of them give them.
  std::string from_lines(const std::vector<Values>& rows) {
    std::string text;
    const RowText::Calls calls{[&](RowBlockPtr block) { text += block->view(); }, [] {}};
    const auto lines = make_row_text(spec_, table_, RowDialect(), limits_, board_, calls);
    for (const Values& row : rows) lines->add(line_of(row));
    lines->finish();
    return text;
  }

 private:
  static std::string line_of(const Values& row) {
    std::string line;
    for (const auto& value : row) {
      if (&value != &row.front()) line += '\t';
      if (!value) {
        line += "\\N";
        continue;
      }
      std::string room(escaped_room(value->size()), '\0');
      room.resize(static_cast<std::size_t>(escape_text(*value, room.data()) - room.data()));
      line += room;
    }
    return line + "\n";
  }

  ExportSpec spec_;
  ExportTable table_;
  BlockLimits limits_;
  ProgressBoard board_;
};

std::vector<ExportSpec> formats() {
  std::vector<ExportSpec> specs(5);
  specs[1].format = RowFormat::kCsv;
  specs[1].null_word = "NULL";
  specs[2].format = RowFormat::kCsv;
  specs[2].separator = '\t';
  specs[3].format = RowFormat::kCsv;
  specs[3].separator = ';';
  specs[3].null_word = "N";
  specs[4].format = RowFormat::kJsonLines;
  return specs;
}

std::string describe(const Values& row) {
  std::string text;
  for (const auto& value : row) text += value ? "[" + *value + "]" : "NULL";
  return text;
}

TEST(RowPrint, WritesEachByteAtEachPlaceAsTheLinesOfADumpDo) {
  for (const ExportSpec& spec : formats()) {
    TwoWays ways(spec);
    for (std::size_t size = 1; size <= 40; ++size) {
      for (std::size_t at = 0; at < size; ++at) {
        std::vector<Values> rows;
        for (const char byte : std::string_view("\0\t\n\r\x1A\x1F\"'\\,;\x7F\xC3N7", 15)) {
          std::string value(size, 'x');
          value[at] = byte;
          rows.push_back({value, "1", "2", value});
        }
        ASSERT_EQ(ways.from_values(rows), ways.from_lines(rows)) << size << " at " << at;
      }
    }
  }
}

TEST(RowPrint, WritesAnyRowsAsTheLinesOfADumpDo) {
  const std::vector<std::optional<std::string>> numbers{std::nullopt,
                                                        "0",
                                                        "-7",
                                                        "123456789012345",
                                                        "1234567890123456",
                                                        "-0",
                                                        "007",
                                                        "1.50",
                                                        ".5",
                                                        "1e9",
                                                        "-1.5e+20",
                                                        "1x'",
                                                        "\\N",
                                                        "",
                                                        "NULL"};
  const std::vector<std::string> words{"", "N", "NULL", "\\N", "null"};
  std::mt19937 random(20261130);
  const auto below = [&](std::size_t most) { return static_cast<std::size_t>(random() % most); };
  const auto text = [&]() -> std::optional<std::string> {
    if (below(8) == 0) return std::nullopt;
    if (below(4) == 0) return words[below(words.size())];
    std::string value(below(10) == 0 ? 4090 + below(20) : below(70), 'a');
    for (char& byte : value) {
      if (below(30) == 0) byte = static_cast<char>(below(128));
    }
    return value;
  };
  for (const ExportSpec& spec : formats()) {
    TwoWays ways(spec);
    for (int round = 0; round < 300; ++round) {
      std::vector<Values> rows(1 + below(6));
      for (Values& row : rows) {
        row = {text(), numbers[below(numbers.size())], numbers[below(numbers.size())], text()};
      }
      ASSERT_EQ(ways.from_values(rows), ways.from_lines(rows)) << describe(rows.front());
    }
  }
}

}  // namespace
}  // namespace sluice
