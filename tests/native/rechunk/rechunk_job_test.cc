#include "rechunk/rechunk_job.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "harness/dump_folder.h"
#include "harness/event_log.h"
#include "harness/temp_folder.h"
#include "read/open_chunk.h"

namespace sluice {
namespace {

using test::DumpFolder;
using test::EventLog;
using test::TempFolder;

constexpr std::uint64_t kBytesPerChunk = 3000;

std::string rows_from(int first, int rows) {
  std::string text;
  for (int row = first; row < first + rows; ++row) {
    text += std::to_string(row) + "\t" + std::string(static_cast<std::size_t>(row % 400), 'x') + "\\n\n";
  }
  return text;
}

std::string text_of(const std::string& folder, const ChunkFacts& facts, Codec codec) {
  ChunkFile chunk;
  chunk.file = facts.file;
  chunk.codec = codec;
  ProgressBoard board;
  ChunkReader reader = open_chunk(folder, chunk, board, 1 << 26);
  std::string text(facts.bytes + 1, '\0');
  std::size_t read = 0;
  while (const std::size_t bytes = reader.read(text.data() + read, text.size() - read)) read += bytes;
  text.resize(read);
  return text;
}

struct Written {
  event::Finished finished;
  std::vector<event::TableDumped> dumped;
};

Written rechunk(const DumpFolder& from, const TempFolder& to, std::vector<RechunkTable> tables, Codec codec,
                int lanes) {
  EventLog log;
  RechunkJob job({from.path(), to.path(), lanes, 1 << 26, kBytesPerChunk, {.codec = codec}}, log.handler());
  job.add_tables(std::move(tables));
  job.seal();
  event::Finished finished = log.wait_finished();
  EXPECT_EQ(log.last_sample().memory_bytes, 0u);
  return {std::move(finished), log.all<event::TableDumped>()};
}

class RechunkCodecs : public ::testing::TestWithParam<Codec> {};
INSTANTIATE_TEST_SUITE_P(Codecs, RechunkCodecs, ::testing::Values(Codec::kNone, Codec::kZstd));

TEST_P(RechunkCodecs, CutsBehindTheRowThatFillsAFileWhateverTheLanes) {
  DumpFolder from;
  std::vector<ChunkFile> chunks;
  std::string all;
  for (int chunk = 0; chunk < 5; ++chunk) {
    const std::string text = rows_from(1000 * chunk, chunk == 3 ? 0 : 700);
    chunks.push_back(
        from.write("t@" + std::to_string(chunk), text, chunk % 2 == 0 ? Codec::kZstd : Codec::kNone));
    all += text;
  }
  std::vector<std::pair<std::string, std::uint64_t>> first;
  for (const int lanes : {1, 4}) {
    TempFolder to;
    const Written written = rechunk(from, to, {{3, "shop", "t", "shop@t", chunks}}, GetParam(), lanes);
    ASSERT_EQ(written.finished.state, JobState::kDone);
    ASSERT_EQ(written.dumped.size(), 1u);
    const event::TableDumped& table = written.dumped[0];
    EXPECT_EQ(table.rows, 2800u);
    EXPECT_EQ(table.bytes, all.size());
    std::string read;
    std::vector<std::pair<std::string, std::uint64_t>> files;
    for (const ChunkFacts& facts : table.chunks) {
      const std::string text = text_of(to.path(), facts, GetParam());
      EXPECT_EQ(text.size(), facts.bytes);
      EXPECT_EQ(static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n')), facts.rows);
      EXPECT_EQ(text.back(), '\n');
      EXPECT_EQ(text.rfind('\n', kBytesPerChunk - 2) == std::string::npos, false);
      EXPECT_LT(text.size(), kBytesPerChunk + 500);
      EXPECT_EQ(std::filesystem::file_size(to.path() + "/" + facts.file + ".idx"), 8u);
      read += text;
      files.emplace_back(facts.file, facts.xxh64);
    }
    EXPECT_EQ(read, all);
    if (lanes == 1) first = files;
    EXPECT_EQ(files, first);
    EXPECT_EQ(files.back().first.find("shop@t@@"), 0u);
  }
}

TEST(RechunkJob, PutsShortChunksIntoOneFile) {
  DumpFolder from;
  TempFolder to;
  std::vector<ChunkFile> chunks;
  std::string all;
  for (int chunk = 0; chunk < 20; ++chunk) {
    const std::string text = rows_from(chunk, 1);
    chunks.push_back(from.write("t@" + std::to_string(chunk), text, Codec::kNone));
    all += text;
  }
  const Written written = rechunk(from, to, {{0, "shop", "t", "shop@t", chunks}}, Codec::kNone, 2);
  ASSERT_EQ(written.finished.state, JobState::kDone);
  ASSERT_EQ(written.dumped[0].chunks.size(), 1u);
  EXPECT_EQ(written.dumped[0].rows, 20u);
  EXPECT_EQ(text_of(to.path(), written.dumped[0].chunks[0], Codec::kNone), all);
}

TEST(RechunkJob, WritesAFileForATableWithoutRows) {
  DumpFolder from;
  TempFolder to;
  const Written written = rechunk(from, to,
                                  {{0, "shop", "none", "shop@none", {}},
                                   {1, "shop", "empty", "shop@empty", {from.write("e", "", Codec::kZstd)}}},
                                  Codec::kZstd, 2);
  ASSERT_EQ(written.finished.state, JobState::kDone);
  ASSERT_EQ(written.dumped.size(), 2u);
  for (const event::TableDumped& table : written.dumped) {
    ASSERT_EQ(table.chunks.size(), 1u);
    EXPECT_EQ(table.rows, 0u);
    EXPECT_EQ(text_of(to.path(), table.chunks[0], Codec::kZstd), "");
  }
}

TEST(RechunkJob, LeavesRowsInAnotherDialectTogether) {
  DumpFolder from;
  TempFolder to;
  const std::string text = rows_from(0, 500);
  ChunkFile chunk = from.write("t", text, Codec::kNone);
  chunk.dialect = RowDialect{"\t", "", "", "\n"};
  chunk.rows = 500;
  const Written written = rechunk(from, to, {{0, "shop", "t", "shop@t", {chunk}}}, Codec::kNone, 2);
  ASSERT_EQ(written.finished.state, JobState::kDone);
  ASSERT_EQ(written.dumped[0].chunks.size(), 1u);
  EXPECT_EQ(text_of(to.path(), written.dumped[0].chunks[0], Codec::kNone), text);
}

TEST(RechunkJob, NamesTheTableAndTheChunkOfDamage) {
  DumpFolder from;
  TempFolder to;
  const ChunkFile chunk = from.write("t", rows_from(0, 500), Codec::kNone);
  from.damage(chunk, 700);
  const Written written = rechunk(from, to, {{0, "shop", "t", "shop@t", {chunk}}}, Codec::kNone, 2);
  ASSERT_EQ(written.finished.state, JobState::kFailed);
  ASSERT_EQ(written.finished.failures.size(), 1u);
  EXPECT_EQ(written.finished.failures[0].code, "dump-damaged");
  EXPECT_EQ(written.finished.failures[0].table, "shop.t");
  EXPECT_EQ(written.finished.failures[0].chunk, "t");
  EXPECT_TRUE(written.dumped.empty());
}

TEST(RechunkJob, RefusesAFileThatExists) {
  DumpFolder from;
  TempFolder to;
  const ChunkFile chunk = from.write("t", rows_from(0, 5), Codec::kNone);
  std::filesystem::create_directory(to.path() + "/shop@t@0-0.tsv.dumping");
  const Written written = rechunk(from, to, {{0, "shop", "t", "shop@t", {chunk}}}, Codec::kNone, 2);
  ASSERT_EQ(written.finished.state, JobState::kFailed);
  EXPECT_EQ(written.finished.failures[0].code, "file-failed");
}

}  // namespace
}  // namespace sluice
