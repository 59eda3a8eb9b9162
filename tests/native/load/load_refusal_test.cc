/// Input that a load must refuse: each case names the place, and leaves the chunk out.
#include <gtest/gtest.h>

#include <filesystem>

#include "load/load_fixture.h"

namespace sluice {
namespace {

using test::LoadFixture;

InsertPlan insert_plan(const LoadTable& table) {
  const InsertPlan::Column text{"'", "'"};
  return {"INSERT INTO `" + table.schema + "`.`" + table.table + "` (`id`, `n`, `name`) VALUES ",
          {text, text, text}};
}

class LoadRefusalTest : public LoadFixture {
 protected:
  /// Loads a good chunk of ten rows and then this one; expects that only the good one is there.
  Failure refused(LoadTable table, const ChunkFile& bad) {
    table.chunks = {chunk("t@@0", 0, 10), bad};
    const Failure failure = failed_load(table);
    EXPECT_EQ(failure.table, schema_.name() + ".t");
    EXPECT_EQ(failure.chunk, bad.file);
    EXPECT_EQ(rows_in("t"), 10u);
    EXPECT_EQ(log_.table(0).rows, 10u);
    return failure;
  }

  LoadTable create_for_insert() {
    LoadTable table = create("t");
    table.insert = insert_plan(table);
    return table;
  }

  LoadTable create_numbered(RowNumbers numbers) {
    LoadTable table = create("t");
    schema_.session().execute("ALTER TABLE t MODIFY id INT NOT NULL AUTO_INCREMENT");
    table.numbers = numbers;
    return table;
  }
};
SLUICE_ON_BOTH_SERVERS(LoadRefusalTest);

TEST_P(LoadRefusalTest, ARowThatIsThereAlready) {
  const Failure failure = refused(create("t"), chunk_of("t@@1", "10\t0\ta\n9\t0\tb\n11\t0\tc\n"));
  EXPECT_EQ(failure.errnum, 1062u);
  EXPECT_NE(plain(failure.message).find("'9'"), std::string::npos) << plain(failure.message);
}

TEST_P(LoadRefusalTest, AValueThatDoesNotFit) {
  const Failure failure =
      refused(create("t"), chunk_of("t@@1", "10\t0\tshort\n11\t0\t" + std::string(21, 'x') + "\n"));
  EXPECT_EQ(failure.code, "statement-failed");
  EXPECT_NE(plain(failure.message).find("row=2 column=name"), std::string::npos) << plain(failure.message);
}

TEST_P(LoadRefusalTest, AValueOfTheWrongKind) {
  const Failure failure = refused(create("t"), chunk_of("t@@1", "10\tten\ta\n"));
  EXPECT_EQ(failure.errnum, 1366u);
  EXPECT_NE(plain(failure.message).find("row=1 column=n"), std::string::npos) << plain(failure.message);
}

TEST_P(LoadRefusalTest, ARowWithoutAllColumns) {
  const Failure failure = refused(create("t"), chunk_of("t@@1", "10\t1\n"));
  EXPECT_EQ(failure.errnum, 1261u);
  EXPECT_NE(plain(failure.message).find("row=1"), std::string::npos) << plain(failure.message);
}

TEST_P(LoadRefusalTest, AFileThatIsMissing) {
  const ChunkFile bad = chunk("t@@1", 10, 5);
  std::filesystem::remove(folder_.path() + "/" + bad.file);
  EXPECT_EQ(refused(create("t"), bad).code, "dump-damaged");
}

TEST_P(LoadRefusalTest, ACompressedFileThatWasCut) {
  const ChunkFile bad = chunk("t@@1", 10, 50'000);
  folder_.cut(bad, 100);
  EXPECT_EQ(refused(create("t"), bad).code, "dump-damaged");
}

TEST_P(LoadRefusalTest, APlainFileThatWasCutBetweenRows) {
  const ChunkFile bad = chunk("t@@1", 10, 5, Codec::kNone);
  folder_.cut(bad, std::string("14\t14\tooo\n").size());
  const Failure failure = refused(create("t"), bad);
  EXPECT_EQ(failure.code, "dump-damaged");
  EXPECT_NE(plain(failure.message).find("holdsRows rows=4 recorded=5"), std::string::npos)
      << plain(failure.message);
}

TEST_P(LoadRefusalTest, APlainFileThatWasCutWithinARow) {
  ChunkFile bad = chunk("t@@1", 10, 5, Codec::kNone);
  folder_.cut(bad, 2);
  bad = {bad.file, Codec::kNone, {}, {}, {}};
  const Failure failure = refused(create("t"), bad);
  EXPECT_EQ(failure.code, "dump-damaged");
  EXPECT_NE(plain(failure.message).find("endsWithinRow"), std::string::npos) << plain(failure.message);
}

TEST_P(LoadRefusalTest, AByteThatChanged) {
  const ChunkFile bad = chunk("t@@1", 10, 5, Codec::kNone);
  folder_.damage(bad, 6);
  const Failure failure = refused(create("t"), bad);
  EXPECT_EQ(failure.code, "dump-damaged");
  EXPECT_NE(plain(failure.message).find("hasDigest"), std::string::npos) << plain(failure.message);
}

TEST_P(LoadRefusalTest, AnotherNumberOfRowsThanRecorded) {
  ChunkFile bad = chunk("t@@1", 10, 5);
  bad.rows = 6;
  EXPECT_EQ(refused(create("t"), bad).code, "dump-damaged");
}

TEST_P(LoadRefusalTest, AByteThatChangedOnItsWayByInsert) {
  const ChunkFile bad = chunk("t@@1", 10, 5, Codec::kNone);
  folder_.damage(bad, 6);
  const Failure failure = refused(create_for_insert(), bad);
  EXPECT_EQ(failure.code, "dump-damaged");
  EXPECT_NE(plain(failure.message).find("hasDigest"), std::string::npos) << plain(failure.message);
}

TEST_P(LoadRefusalTest, APlainFileThatWasCutBetweenRowsByInsert) {
  const ChunkFile bad = chunk("t@@1", 10, 5, Codec::kNone);
  folder_.cut(bad, std::string("14\t14\tooo\n").size());
  EXPECT_EQ(refused(create_for_insert(), bad).code, "dump-damaged");
}

/// Without NO_AUTO_VALUE_ON_ZERO the server takes a 0 for the wish for a number.
TEST_P(LoadRefusalTest, ANumberThatTheServerGeneratedInPlaceOfARowsOwn) {
  LoadTable table = create_numbered(RowNumbers::kBrought);
  table.chunks = {chunk_of("t@@0", "20\t0\ta\n0\t0\tb\n")};
  const Failure failure = failed_load(table);
  EXPECT_EQ(rows_in("t"), 0u);
  EXPECT_EQ(failure.code, "rows-differ");
  EXPECT_NE(plain(failure.message).find("first=21"), std::string::npos) << plain(failure.message);
}

TEST_P(LoadRefusalTest, ButNoNumberOfATableWhoseRowsBringNone) {
  LoadTable table = create_numbered(RowNumbers::kGenerated);
  table.chunks = {chunk_of("t@@0", "0\t0\ta\n"), chunk_of("t@@1", "0\t0\tb\n")};
  LoadTable other = create("o", 1);
  other.numbers = RowNumbers::kBrought;
  other.chunks = {chunk("o@@0", 1, 10), chunk("o@@1", 11, 10)};
  EXPECT_EQ(load({table, other}).state, JobState::kDone);
  EXPECT_EQ(rows_in("t"), 2u);
  EXPECT_EQ(rows_in("o"), 20u);
}

/// A warning that always comes with an ENUM's index 0, whose text is the empty string.
class LoadWarningTest : public LoadFixture {
 protected:
  LoadTable with_enum() {
    LoadTable table = create("t");
    schema_.session().execute("ALTER TABLE t MODIFY name ENUM('a', 'b') NOT NULL");
    return table;
  }

  static std::string index_zero(int rows) {
    std::string text;
    for (int id = 0; id < rows; ++id) text += std::to_string(id) + "\t0\t\n";
    return text;
  }

  /// As loads have it: else an INSERT refuses what LOAD DATA LOCAL warns of.
  const SessionVariables lenient_{{"sql_mode", "''"}};
  const HarmlessWarning rule_{1265, "^Data truncated for column 'name' at row \\d+$"};
};
SLUICE_ON_BOTH_SERVERS(LoadWarningTest);

TEST_P(LoadWarningTest, IsAllowedByARule) {
  LoadTable table = with_enum();
  table.chunks = {chunk_of("t@@0", index_zero(1000))};
  table.harmless_warnings = {rule_};
  EXPECT_EQ(load({table}).state, JobState::kDone);
  EXPECT_EQ(rows_in("t"), 1000u);
}

TEST_P(LoadWarningTest, FailsTheChunkWithoutOne) {
  LoadTable table = with_enum();
  table.chunks = {chunk_of("t@@0", index_zero(3))};
  const Failure failure = failed_load(table);
  EXPECT_EQ(failure.errnum, 1265u);
  EXPECT_EQ(plain(failure.message),
            "warned row=1 column=name warning=Data truncated for column 'name' at row 1 others=2");
  EXPECT_EQ(rows_in("t"), 0u);
}

TEST_P(LoadWarningTest, FailsTheChunkWhereTheServerCanNotTellThemAll) {
  LoadTable table = with_enum();
  table.chunks = {chunk_of("t@@0", index_zero(66'000))};
  table.harmless_warnings = {rule_};
  const Failure failure = failed_load(table);
  EXPECT_EQ(failure.code, "statement-failed");
  EXPECT_NE(plain(failure.message).find("warnings=66000 returned=65535"), std::string::npos)
      << plain(failure.message);
  EXPECT_EQ(rows_in("t"), 0u);
}

TEST_P(LoadWarningTest, LoadsSuchAChunkByInsertInstead) {
  session_variables_ = lenient_;
  LoadTable table = with_enum();
  table.chunks = {chunk_of("t@@0", index_zero(66'000))};
  table.harmless_warnings = {rule_};
  table.insert_instead = insert_plan(table);
  table.expected_rows = 66'000;
  EXPECT_EQ(load({table}).state, JobState::kDone);
  EXPECT_EQ(rows_in("t"), 66'000u);
  EXPECT_EQ(scalar("SELECT SUM(name + 0) FROM t"), "0");
}

TEST_P(LoadWarningTest, RefusesAHarmfulOneOfManyByInsertToo) {
  session_variables_ = lenient_;
  LoadTable table = with_enum();
  table.chunks = {chunk_of("t@@0", index_zero(66'000) + "66000\tx\ta\n")};
  table.harmless_warnings = {rule_};
  table.insert_instead = insert_plan(table);
  EXPECT_NE(plain(failed_load(table).message).find("column=n"), std::string::npos);
  EXPECT_EQ(rows_in("t"), 0u);
}

}  // namespace
}  // namespace sluice
