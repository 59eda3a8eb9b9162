#include "target/load_journal.h"

#include <gtest/gtest.h>

#include <vector>

#include "harness/failure_of.h"
#include "load/load_fixture.h"

namespace sluice {
namespace {

using test::failure_of;
using test::LoadFixture;

class LoadJournalTest : public LoadFixture {
 protected:
  LoadTable table(const std::string& name) const {
    LoadTable table;
    table.schema = schema_.name();
    table.table = name;
    return table;
  }
  static ChunkFile file(const std::string& name) {
    ChunkFile chunk;
    chunk.file = name;
    return chunk;
  }
  static void write(const LoadJournal& journal, const LoadTable& table, const ChunkFile& chunk);
};
SLUICE_ON_BOTH_SERVERS(LoadJournalTest);

constexpr ChunkReading kReading{300, 123'456'789'012, 0xfedcba9876543210, false};

void LoadJournalTest::write(const LoadJournal& journal, const LoadTable& table, const ChunkFile& chunk) {
  journal.write({{&table, &chunk, kReading}});
}

TEST_P(LoadJournalTest, GivesBackWhatItWasTold) {
  const LoadJournal journal(schema_.session(), this->journal());
  EXPECT_FALSE(journal.find(table("t"), file("s@t@0")));
  write(journal, table("t"), file("s@t@0"));
  const auto found = journal.find(table("t"), file("s@t@0"));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->rows, kReading.rows);
  EXPECT_EQ(found->bytes, kReading.bytes);
  EXPECT_EQ(found->xxh64, kReading.xxh64);
}

TEST_P(LoadJournalTest, LetsNoChunkInTwice) {
  const LoadJournal journal(schema_.session(), this->journal());
  write(journal, table("t"), file("s@t@0"));
  EXPECT_EQ(failure_of([&] { write(journal, table("t"), file("s@t@0")); }).errnum, 1062u);
}

TEST_P(LoadJournalTest, TakesManyAtOnce) {
  const LoadJournal journal(schema_.session(), this->journal());
  const std::vector<LoadTable> tables{table("t"), table("u")};
  const ChunkFile chunk = file("s@t@0");
  journal.write({{&tables[0], &chunk, kReading}, {&tables[1], &chunk, {7, 8, 9, false}}});
  EXPECT_EQ(journal.find(tables[0], chunk)->rows, kReading.rows);
  EXPECT_EQ(journal.find(tables[1], chunk)->xxh64, 9u);
}

TEST_P(LoadJournalTest, TheSameFileInAnotherTableIsAnotherChunk) {
  const LoadJournal journal(schema_.session(), this->journal());
  write(journal, table("t"), file("s@t@0"));
  EXPECT_FALSE(journal.find(table("u"), file("s@t@0")));
  EXPECT_FALSE(journal.find(table("T"), file("s@t@0")));
  EXPECT_FALSE(journal.find(table("t"), file("s@t@00")));
}

TEST_P(LoadJournalTest, TakesAnyName) {
  const LoadJournal journal(schema_.session(), this->journal());
  const LoadTable hostile = table("it's `a` \\ \"table\" \xF0\x9F\x90\xAC /");
  write(journal, hostile, file("a'b\\c@@0.tsv.zst"));
  EXPECT_TRUE(journal.find(hostile, file("a'b\\c@@0.tsv.zst")));
}

TEST_P(LoadJournalTest, WhatIsRolledBackWasNeverThere) {
  const LoadJournal journal(schema_.session(), this->journal());
  schema_.session().execute("START TRANSACTION");
  write(journal, table("t"), file("s@t@0"));
  schema_.session().execute("ROLLBACK");
  EXPECT_FALSE(journal.find(table("t"), file("s@t@0")));
}

}  // namespace
}  // namespace sluice
