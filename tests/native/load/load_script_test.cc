/// Parts of a script as chunks of a load and of a verification.
#include <gtest/gtest.h>

#include <set>

#include "harness/temp_folder.h"
#include "load/load_fixture.h"
#include "read/open_chunk.h"
#include "verify/file_check.h"

namespace sluice {
namespace {

using test::LoadFixture;

class LoadScriptTest : public LoadFixture {
 protected:
  /// Writes a script of INSERTs of `rows` rows each, and makes a chunk of each.
  std::vector<ChunkFile> write_script(int inserts, int rows) {
    std::string script = "CREATE TABLE t (id INT);\n";
    std::vector<ChunkFile> chunks;
    for (int insert = 0; insert < inserts; ++insert) {
      script += "INSERT INTO t VALUES ";
      ChunkFile chunk;
      chunk.file = "dump.sql:" + std::to_string(insert);
      chunk.rows = static_cast<std::uint64_t>(rows);
      chunk.part = ScriptPart{"dump.sql",
                              script.size(),
                              0,
                              {ScriptColumn::kNumber, ScriptColumn::kNumber, ScriptColumn::kText},
                              "utf8mb4"};
      for (int row = insert * rows; row < (insert + 1) * rows; ++row) {
        script += std::string(row == insert * rows ? "" : ",") + "(" + std::to_string(row) + ",7,'it\\'s')";
      }
      chunk.part->length = script.size() - chunk.part->offset;
      script += ";\n";
      chunks.push_back(std::move(chunk));
    }
    test::write_file(folder_.path() + "/dump.sql", script);
    return chunks;
  }
  void expect_loaded(LoadTable table) {
    table.chunks = write_script(5, 1'000);
    table.expected_rows = 5'000;
    table.may_share = true;
    const event::Finished finished = load({table}, 2);
    ASSERT_EQ(finished.state, JobState::kDone) << plain(finished.failures.front().message);
    EXPECT_EQ(
        scalar("SELECT CONCAT(COUNT(*), ' ', SUM(id), ' ', MIN(n), ' ', MIN(name), ' ', MAX(name)) FROM t"),
        "5000 12497500 7 it's it's");
    std::set<std::string> names;
    for (const auto& row : schema_.session().rows("SELECT name FROM journal WHERE kind = 'chunk'"))
      names.insert(*row[0]);
    EXPECT_EQ(names.size(), 5U);
  }
};
SLUICE_ON_BOTH_SERVERS(LoadScriptTest);

TEST_P(LoadScriptTest, LoadDataTakesItsRows) { expect_loaded(create("t")); }

TEST_P(LoadScriptTest, InsertTakesItsRows) {
  LoadTable table = create("t");
  const InsertPlan::Column text{"'", "'"};
  table.insert = {"INSERT INTO `" + schema_.name() + "`.t (`id`, `n`, `name`) VALUES ", {text, text, text}};
  expect_loaded(std::move(table));
}

TEST_P(LoadScriptTest, InsertTakesNoTextOfAnotherCharacterSet) {
  LoadTable table = create("t");
  table.chunks = write_script(1, 10);
  table.chunks[0].part->charset = "latin1";
  table.insert = {"INSERT INTO `" + schema_.name() + "`.t (`id`, `n`, `name`) VALUES ",
                  {{"'", "'"}, {"'", "'"}, {"'", "'"}}};
  const Failure failure = failed_load(table);
  EXPECT_EQ(failure.code, "dump-unsupported");
  EXPECT_EQ(plain(failure.message), "scriptNotForInsert charset=latin1");
  EXPECT_EQ(rows_in("t"), 0U);
}

TEST_P(LoadScriptTest, AScriptThatHasChangedIsRefused) {
  LoadTable table = create("t");
  table.chunks = write_script(1, 10);
  ++table.chunks[0].part->offset;
  const Failure failure = failed_load(table);
  EXPECT_EQ(failure.code, "dump-damaged");
  EXPECT_EQ(failure.chunk, "dump.sql:0");
  EXPECT_EQ(failure.table, schema_.name() + ".t");
  EXPECT_EQ(rows_in("t"), 0U);
}

TEST_P(LoadScriptTest, OtherRowsThanRecordedAreRefused) {
  LoadTable table = create("t");
  table.chunks = write_script(1, 10);
  table.chunks[0].rows = 11;
  const Failure failure = failed_load(table);
  EXPECT_EQ(plain(failure.message), "fileDiffers file=dump.sql:0 deviations=[holdsRows rows=10 recorded=11]");
  EXPECT_EQ(rows_in("t"), 0U);
}

TEST_P(LoadScriptTest, ItsPartsAreVerifiedAsFilesAre) {
  const ChunkFile chunk = write_script(3, 10)[1];
  ProgressBoard board;
  const auto no_step = [](std::uint64_t, std::uint64_t) {};
  const FileFinding found = check_file(folder_.path(), chunk, board, 1 << 22, no_step);
  EXPECT_FALSE(found.failure);
  std::string text;
  for (int row = 10; row < 20; ++row) text += std::to_string(row) + "\t7\tit's\n";
  const FileFinding same = check_file(folder_.path(), chunk_of("t@@0", text), board, 1 << 22, no_step);
  EXPECT_EQ(found.checksum, same.checksum);
  EXPECT_EQ(weight_of(folder_.path(), chunk), chunk.part->length);
}

}  // namespace
}  // namespace sluice
