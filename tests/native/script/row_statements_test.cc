#include "script/row_statements.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "codec/digest.h"
#include "harness/failure_of.h"
#include "harness/temp_folder.h"

namespace sluice {
namespace {

using test::failure_of;

class RowStatementsTest : public ::testing::Test {
 protected:
  std::vector<std::string> statements(std::string_view rows, std::size_t wanted = 1'000) {
    test::write_file(folder_.file("dump.sql"), "INSERT INTO t VALUES " + std::string(rows) + ";SELECT 1;");
    ScriptPart part;
    part.path = "dump.sql";
    part.offset = 21;
    part.length = rows.size();
    part.charset = "utf8mb4";
    part.as_written = WrittenRows{};
    std::vector<std::string> all;
    {
      StoredFile stored(folder_.file("dump.sql"));
      PartRows way(stored, {}, part, "dump.sql:21", board_, 1'000'000);
      RowStatements each(way, "HEAD ", wanted, board_);
      each.each([&](std::string_view statement, std::uint64_t count) {
        all.push_back(std::to_string(count) + " " + std::string(statement));
      });
      rows_ = each.rows();
      bytes_ = each.bytes();
      digest_ = each.digest();
    }
    EXPECT_EQ(board_.sample().memory_bytes, 0U);
    return all;
  }

  test::TempFolder folder_;
  ProgressBoard board_;
  std::uint64_t rows_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint64_t digest_ = 0;
};

TEST_F(RowStatementsTest, GivesAStatementForEachOfTheScript) {
  EXPECT_EQ(statements("(NOW(), 'a,(b)'),\n-- x\n(1+1,\"c\");;insert t values ( DEFAULT )"),
            (std::vector<std::string>{"2 HEAD (NOW(), 'a,(b)'),(1+1,\"c\")", "1 HEAD ( DEFAULT )"}));
  EXPECT_EQ(rows_, 3U);
  const std::string rows = "(NOW(), 'a,(b)')(1+1,\"c\")( DEFAULT )";
  EXPECT_EQ(bytes_, rows.size());
  EXPECT_EQ(digest_, xxh64(rows));
}

TEST_F(RowStatementsTest, SplitsALargeStatement) {
  EXPECT_EQ(statements("(1),(2),(3),(4)", 9), (std::vector<std::string>{"2 HEAD (1),(2)", "2 HEAD (3),(4)"}));
}

TEST_F(RowStatementsTest, RefusesAScriptThatHasChanged) {
  EXPECT_EQ(failure_of([&] { statements("(1) x (2)"); }).message.key, "scriptChanged");
}

}  // namespace
}  // namespace sluice
