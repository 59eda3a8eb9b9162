#include "parquet/file_writer.h"

#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "harness/failure_of.h"
#include "parquet/row_values.h"

namespace sluice {
namespace {

using namespace std::string_literals;

const ParquetColumn kId{
    .name = "id", .type = "int", .form = ParquetForm::kInteger, .bits = 32, .required = true};
const ParquetColumn kNote{.name = "n", .type = "text", .form = ParquetForm::kText};
constexpr std::uint64_t kMemory = 64 << 20;

/// Values as texts; nothing for NULL.
using Row = std::vector<std::optional<std::string>>;

std::string file_of(const std::vector<ParquetColumn>& columns, const std::vector<Row>& rows,
                    const Compression& compression = {.codec = Codec::kNone},
                    std::size_t rows_a_block = 1000) {
  ProgressBoard board;
  std::string file;
  const RowValues values(columns);
  ParquetFileWriter writer({"shop", "t", columns}, compression, kMemory, board,
                           [&](std::string_view bytes) { file += bytes; });
  Buffer block(board);
  std::vector<std::size_t> ends;
  const auto hand_over = [&] {
    writer.write(block.view(), ends);
    block.clear();
    ends.clear();
  };
  for (const Row& row : rows) {
    for (std::size_t column = 0; column < columns.size(); ++column) {
      if (!row[column]) {
        values.put_null(block, column);
        continue;
      }
      values.begin(block, column);
      if (columns[column].form == ParquetForm::kGeometry || columns[column].form == ParquetForm::kBits) {
        values.put_bytes(block, *row[column], column);
      } else {
        values.put(block, *row[column], column);
      }
    }
    ends.push_back(block.size());
    if (ends.size() == rows_a_block) hand_over();
  }
  hand_over();
  writer.finish();
  return file;
}

std::uint32_t number_at(const std::string& bytes, std::size_t at) {
  std::uint32_t number = 0;
  std::memcpy(&number, bytes.data() + at, sizeof number);
  return number;
}

std::string crc_of(const std::string& page) {
  const auto crc =
      static_cast<std::int32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(page.data()), page.size()));
  ThriftWriter writer;
  writer.item(crc);
  return writer.bytes();
}

// The bytes of the pages, each part of which is known from the format's description.
TEST(ParquetFileWriter, WritesPagesOfPlainValues) {
  const std::string file = file_of({kId, kNote}, {{"1", "ab"}, {"-2", std::nullopt}, {"3", ""}});
  const std::string ids = "\x01\0\0\0\xFE\xFF\xFF\xFF\x03\0\0\0"s;
  // Levels: four bytes of length, one group of eight bits of which 101 counts; then lengths and texts.
  const std::string notes = "\x02\0\0\0\x03\x05\x02\0\0\0ab\0\0\0\0"s;
  const auto page = [](const std::string& bytes, char values) {
    const std::string size(1, static_cast<char>(bytes.size() * 2));
    return "\x15\0\x15"s + size + "\x15" + size + "\x15" + crc_of(bytes) + "\x1C\x15" + values +
           "\x15\0\x15\x06\x15\x06\0\0"s + bytes;
  };
  EXPECT_EQ(file.substr(0, file.size() - 8).find("PAR1" + page(ids, 6) + page(notes, 6)), 0U);
  EXPECT_EQ(file.substr(file.size() - 4), "PAR1");
  const std::uint32_t footer = number_at(file, file.size() - 8);
  EXPECT_EQ(file.size(), 4 + page(ids, 6).size() + page(notes, 6).size() + footer + 8);
}

TEST(ParquetFileWriter, WritesTheSchemaIntoTheFooter) {
  const std::string file = file_of({kId, kNote}, {});
  const std::string footer = file.substr(4, file.size() - 12);
  const std::string schema =
      "\x15\x04\x19\x3C"
      "\x48\x06schema\x15\x04\0"          // The root has two children.
      "\x15\x02\x25\0\x18\x02id\x25\x22"  // INT32, REQUIRED, once INT_32,
      "\x4C\xAC\x13\x20\x11\0\0\0"        // an INTEGER of 32 bits with a sign.
      "\x15\x0C\x25\x02\x18\x01n\x25\0"   // BYTE_ARRAY, OPTIONAL, once UTF8,
      "\x4C\x1C\0\0\0"                    // a STRING.
      "\x16\0\x19\x0C"s;                  // No rows, no row groups.
  EXPECT_EQ(footer.substr(0, schema.size()), schema);
  EXPECT_NE(footer.find("\x18\x0Dmysql.type.id\x18\x03int\0"s), std::string::npos);
}

TEST(ParquetFileWriter, RepeatsLevelsThatAreAllTheSame) {
  const std::string file = file_of({kNote}, {{"a"}, {"b"}, {"c"}});
  EXPECT_NE(file.find("\x02\0\0\0\x06\x01\x01\0\0\0a\x01\0\0\0b"s), std::string::npos);
  const std::string nulls = file_of({kNote}, {{std::nullopt}, {std::nullopt}});
  EXPECT_NE(nulls.find("\x02\0\0\0\x04\0"s), std::string::npos);
}

TEST(ParquetFileWriter, TellsLeastAndGreatestValuesInTheirOrder) {
  const ParquetColumn large{
      .name = "u", .form = ParquetForm::kInteger, .bits = 64, .is_unsigned = true, .required = false};
  const std::string file =
      file_of({large}, {{"18446744073709551615"}, {"5"}, {std::nullopt}, {"9223372036854775808"}});
  // Statistics: one NULL, the greatest value and the least one.
  EXPECT_NE(file.find("\x36\x02\x28\x08\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x18\x08\x05\0\0\0\0\0\0\0\0"s),
            std::string::npos);
  const std::string signed_file = file_of({kId}, {{"-7"}, {"3"}});
  EXPECT_NE(signed_file.find("\x36\0\x28\x04\x03\0\0\0\x18\x04\xF9\xFF\xFF\xFF\0"s), std::string::npos);
}

TEST(ParquetFileWriter, CompressesPages) {
  std::vector<Row> rows;
  for (int row = 0; row < 1000; ++row) rows.push_back({std::to_string(row), "the same text in each row"});
  const std::string plain = file_of({kId, kNote}, rows);
  const std::string zstd = file_of({kId, kNote}, rows, {.codec = Codec::kZstd, .level = 1});
  const std::string gzip = file_of({kId, kNote}, rows, {.codec = Codec::kGzip, .level = 6});
  EXPECT_LT(zstd.size(), plain.size() / 2);
  EXPECT_LT(gzip.size(), plain.size() / 2);
  const std::size_t frame = zstd.find("\x28\xB5\x2F\xFD");
  ASSERT_NE(frame, std::string::npos);
  EXPECT_EQ(ZSTD_getFrameContentSize(zstd.data() + frame, zstd.size() - frame), 4000U);
  EXPECT_NE(gzip.find("\x1F\x8B"), std::string::npos);
}

TEST(ParquetFileWriter, EndsPagesAndRowGroupsByTheRowsAlone) {
  std::vector<Row> rows;
  for (int row = 0; row < 60; ++row)
    rows.push_back({std::to_string(row), std::string(200'000, static_cast<char>('a' + row % 26))});
  const std::string expected = file_of({kId, kNote}, rows);
  for (const std::size_t rows_a_block : {1, 7, 60})
    EXPECT_EQ(file_of({kId, kNote}, rows, {.codec = Codec::kNone}, rows_a_block), expected);
  // A sixteenth of the memory is 4 MiB: 21 rows reach it.
  EXPECT_NE(expected.find("\x19\x3C\x19\x2C"s, expected.size() - 2000), std::string::npos);
}

TEST(ParquetFileWriter, TakesTheSridFromBeforeGeometries) {
  const ParquetColumn place{.name = "g", .type = "point", .form = ParquetForm::kGeometry};
  const std::string wkb = "\x01\x01\0\0\0"s + std::string(16, '\0');
  const std::string file = file_of({place}, {{"\xE6\x10\0\0"s + wkb}, {"\xE6\x10\0\0"s + wkb}});
  EXPECT_NE(file.find("\x15\0\0\0"s + wkb + "\x15\0\0\0"s + wkb), std::string::npos);
  EXPECT_NE(file.find("\x0Cmysql.srid.g\x18\x04"s
                      "4326"),
            std::string::npos);
  const Failure failure = test::failure_of([&] {
    file_of({place}, {{"\xE6\x10\0\0"s + wkb}, {"\0\0\0\0"s + wkb}});
  });
  EXPECT_EQ(failure.code, "unsupported-object");
  EXPECT_EQ(failure.message.key, "severalSrids");
}

TEST(RowValues, RefusesWhatATypeDoesNotHold) {
  const ParquetColumn day{.name = "day", .type = "date", .form = ParquetForm::kDate};
  const Failure failure = test::failure_of([&] { file_of({day}, {{"0000-00-00"}}); });
  EXPECT_EQ(failure.code, "unsupported-object");
  EXPECT_EQ(failure.message.key, "notForParquet");
  EXPECT_EQ(test::failure_of([] { file_of({kNote}, {{"\xFF"}}); }).code, "unsupported-object");
  EXPECT_EQ(test::failure_of([] { file_of({kId}, {{std::nullopt}}); }).code, "dump-damaged");
}

}  // namespace
}  // namespace sluice
