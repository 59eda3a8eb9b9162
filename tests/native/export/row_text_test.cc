#include "export/row_text.h"

#include <gtest/gtest.h>

#include "harness/failure_of.h"
#include "harness/pieces.h"

namespace sluice {
namespace {

using Field = ExportColumn::Field;
using Value = ExportColumn::Value;

struct Given {
  RowFormat format = RowFormat::kSql;
  std::vector<ExportColumn> columns;
  RowDialect dialect = {};
  std::string null_word = {};
  std::size_t most_bytes = 1 << 20;
};

std::string written(const Given& given, std::string_view rows, std::size_t piece = 1 << 20) {
  ProgressBoard board;
  ExportSpec spec;
  spec.format = given.format;
  spec.null_word = given.null_word;
  ExportTable table;
  table.columns = given.columns;
  std::string text;
  const RowText::Calls calls{[&](RowBlockPtr block) { text += block->view(); }, [] {}};
  const auto rows_text =
      make_row_text(spec, table, given.dialect, {1 << 20, given.most_bytes, 1 << 20}, board, calls);
  for (std::size_t at = 0; at < rows.size(); at += piece) rows_text->add(rows.substr(at, piece));
  rows_text->finish();
  return text;
}

const ExportColumn kText{Field::kText, Value::kText, {}, {}};
const ExportColumn kNumber{Field::kText, Value::kNumber, {}, {}};
const ExportColumn kFloat{Field::kText, Value::kFloat, {}, {}};
const ExportColumn kBase64{Field::kBase64, Value::kBytes, {}, {}};
const ExportColumn kHex{Field::kHex, Value::kBytes, {}, {}};

ExportColumn keyed(ExportColumn column, const std::string& key) {
  column.key = key;
  return column;
}

TEST(RowTextSql, WritesEachKindOfValue) {
  EXPECT_EQ(written({RowFormat::kSql, {kNumber, kText, kBase64, kHex}},
                    "-1.5e+20\tit's \\\\ \\0\\n\\r\\t\\Z\tAP8=\tabCD\n"
                    "\\N\t\\N\t\\N\t\\N\n"),
            "(-1.5e+20,'it\\'s \\\\ \\0\\n\\r\t\\Z',0x00FF,0xABCD),\n(NULL,NULL,NULL,NULL),\n");
}

TEST(RowTextSql, KeepsTheSignOfZeroAndAllDigitsOfADouble) {
  EXPECT_EQ(written({RowFormat::kSql, {kFloat, kFloat, kFloat, kNumber}},
                    "-0\t0.30000000000000004\t-0.5\t0.30000000000000004\n"),
            "(-0e0,0.30000000000000004e0,-0.5,0.30000000000000004),\n");
}

TEST(RowTextSql, WritesEmptyValues) {
  EXPECT_EQ(written({RowFormat::kSql, {kNumber, kText, kBase64}}, "\t\t\n"), "('','',''),\n");
}

// A dump may come from anywhere: what stands in a column of numbers must not become a part of a statement.
TEST(RowTextSql, QuotesWhatIsNoNumber) {
  for (const std::string text : {"1);DROP TABLE t", "1e", "-", ".", "1.2.3", "0x10", "1 "}) {
    EXPECT_EQ(written({RowFormat::kSql, {kNumber}}, text + "\n"), "('" + text + "'),\n");
  }
  EXPECT_EQ(written({RowFormat::kSql, {kNumber}}, "1' OR \\\\\n"), "('1\\' OR \\\\'),\n");
}

TEST(RowTextSql, WritesIntroducersOfValuesOnly) {
  ExportColumn column = kBase64;
  column.introducer = "_gbk ";
  EXPECT_EQ(written({RowFormat::kSql, {column}}, "s6I=\n\\N\n"), "(_gbk 0xB3A2),\n(NULL),\n");
}

TEST(RowTextSql, TakesAnyPieces) {
  const std::string rows = "1\ta\\\\b\tAP8=\n\\N\t\\N\t\\N\n3\tit's\t\n";
  const Given given{RowFormat::kSql, {kNumber, kText, kBase64}};
  for (std::size_t piece = 1; piece < 9; ++piece)
    EXPECT_EQ(written(given, rows, piece), written(given, rows));
}

TEST(RowTextSql, WritesLargeRowsTheSame) {
  const std::string rows = "1\ta\tAP8=\n2\tit's longer\tAP8=\n\\N\t\\N\t\\N\n4\tb\tAP8=\n";
  Given given{RowFormat::kSql, {kNumber, kText, kBase64}};
  const std::string expected = written(given, rows);
  for (given.most_bytes = 0; given.most_bytes < 40; ++given.most_bytes)
    for (std::size_t piece = 1; piece < 9; ++piece) EXPECT_EQ(written(given, rows, piece), expected);
}

TEST(RowTextSql, ReadsOtherDialects) {
  EXPECT_EQ(written({RowFormat::kSql, {kText, kText}, RowDialect{",", "\"", "\\", "\n"}},
                    "\"a\nb\",NULL\n\"NULL\",\"it's\"\n"),
            "('a\\nb',NULL),\n('NULL','it\\'s'),\n");
}

TEST(RowTextSql, TakesBase64WithLineBreaks) {
  EXPECT_EQ(written({RowFormat::kSql, {kBase64}}, "AP\\n8=\n"), "(0x00FF),\n");
}

TEST(RowTextSql, RefusesDamagedValues) {
  for (const auto& [column, value] : {std::pair(kBase64, "AP8"), std::pair(kBase64, "A*8="),
                                      std::pair(kHex, "abc"), std::pair(kHex, "zz")}) {
    const Failure failure = test::failure_of([&] {
      written({RowFormat::kSql, {column}}, std::string(value) + "\n");
    });
    EXPECT_EQ(failure.code, "dump-damaged");
  }
}

TEST(RowTextSql, RefusesTooManyAndTooFewValues) {
  EXPECT_EQ(test::failure_of([] { written({RowFormat::kSql, {kText}}, "a\tb\n"); }).code, "dump-damaged");
  EXPECT_EQ(test::failure_of([] { written({RowFormat::kSql, {kText, kText}}, "a\n"); }).code, "dump-damaged");
}

TEST(RowTextCsv, QuotesWhatNeedsIt) {
  EXPECT_EQ(written({RowFormat::kCsv, {kText, kText, kNumber}}, "a,b\tc \"d\"\t1\nx\\ny\tz\t2\n"),
            "\"a,b\",\"c \"\"d\"\"\",1\r\n\"x\ny\",z,2\r\n");
}

TEST(RowTextCsv, TellsNullFromAnEmptyText) {
  EXPECT_EQ(written({RowFormat::kCsv, {kText, kText, kBase64}}, "\\N\t\t\n"), ",\"\",\"\"\r\n");
}

TEST(RowTextCsv, TellsNullFromItsWord) {
  EXPECT_EQ(written({RowFormat::kCsv, {kText, kText}, {}, "\\N"}, "\\N\t\\\\N\n"), "\\N,\"\\N\"\r\n");
}

TEST(RowTextCsv, QuotesTheWordThatReadersTakeForNull) {
  EXPECT_EQ(written({RowFormat::kCsv, {kText, kText}}, "\\N\t\\\\N\n"), ",\"\\N\"\r\n");
}

TEST(RowTextCsv, WritesBytesAsHexadecimalDigits) {
  EXPECT_EQ(written({RowFormat::kCsv, {kBase64}}, "AP8=\n"), "00FF\r\n");
}

TEST(RowTextJson, WritesEachKindOfValue) {
  EXPECT_EQ(written({RowFormat::kJsonLines,
                     {keyed(kNumber, "\"n\":"), keyed(kText, "\"t\":"), keyed(kHex, "\"b\":")}},
                    "1\ta\"b\\\\c\\n\\0\t00FF\n\\N\t\\N\t\\N\n"),
            "{\"n\":1,\"t\":\"a\\\"b\\\\c\\n\\u0000\",\"b\":\"AP8=\"}\n"
            "{\"n\":null,\"t\":null,\"b\":null}\n");
}

TEST(RowTextJson, WritesNumbersThatJsonKnows) {
  const auto json = [](const ExportColumn& column, const std::string& number) {
    return written({RowFormat::kJsonLines, {column}}, number + "\n");
  };
  EXPECT_EQ(json(kNumber, "00042"), "{42}\n");
  EXPECT_EQ(json(kNumber, "000"), "{0}\n");
  EXPECT_EQ(json(kNumber, "-0.50"), "{-0.50}\n");
  EXPECT_EQ(json(kNumber, "-.5"), "{-0.5}\n");
  EXPECT_EQ(json(kNumber, "5."), "{5}\n");
  EXPECT_EQ(json(kNumber, "999999999999999"), "{999999999999999}\n");
  EXPECT_EQ(json(kNumber, "9007199254740993"), "{\"9007199254740993\"}\n");
  EXPECT_EQ(json(kNumber, "0.10000000000000001"), "{\"0.10000000000000001\"}\n");
  EXPECT_EQ(json(kFloat, "0.30000000000000004"), "{0.30000000000000004}\n");
  EXPECT_EQ(json(kFloat, "1.5e-07"), "{1.5e-07}\n");
  EXPECT_EQ(json(kNumber, "true"), "{\"true\"}\n");
}

}  // namespace
}  // namespace sluice
