#include "verify/verify_job.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <system_error>
#include <thread>

#include "codec/digest.h"
#include "harness/dump_folder.h"
#include "harness/event_log.h"
#include "harness/no_more_threads.h"

namespace sluice {
namespace {

using test::DumpFolder;
using test::EventLog;

std::string rows_of(int rows) {
  std::string text;
  for (int row = 0; row < rows; ++row) text += std::to_string(row) + "\tline\\nbreak\n";
  return text;
}

std::vector<ChunkFile> write_chunks(DumpFolder& folder, const std::string& stem, int chunks, Codec codec) {
  std::vector<ChunkFile> written;
  for (int chunk = 0; chunk < chunks; ++chunk) {
    written.push_back(folder.write(stem + "@@" + std::to_string(chunk), rows_of(1000 + chunk), codec));
  }
  return written;
}

/// Verifies one table `shop.orders` with these chunks.
event::TableVerified verify(const DumpFolder& folder, std::vector<ChunkFile> chunks, JobState expected) {
  EventLog log;
  VerifyJob job({folder.path(), 2, 1 << 26}, log.handler());
  job.add_tables({{7, "shop", "orders", std::move(chunks)}});
  job.seal();
  const event::Finished finished = log.wait_finished();
  EXPECT_EQ(finished.state, expected);
  const auto verified = log.all<event::TableVerified>();
  EXPECT_EQ(verified.size(), 1u);
  if (verified.empty()) return {};
  EXPECT_EQ(verified[0].table, 7);
  EXPECT_EQ(finished.failures.size(), verified[0].failures.size());
  EXPECT_EQ(log.table(7).state, expected == JobState::kDone ? TableState::kDone : TableState::kFailed);
  EXPECT_EQ(log.last_sample().memory_bytes, 0u);
  return verified[0];
}

class VerifyJobTest : public ::testing::TestWithParam<Codec> {};
INSTANTIATE_TEST_SUITE_P(Codecs, VerifyJobTest, ::testing::Values(Codec::kNone, Codec::kZstd),
                         [](const auto& codec) { return codec.param == Codec::kNone ? "None" : "Zstd"; });

TEST_P(VerifyJobTest, AWholeDumpIsWhole) {
  DumpFolder folder;
  const std::vector<ChunkFile> chunks = write_chunks(folder, "shop@orders", 5, GetParam());
  std::uint64_t bytes = 0;
  for (const ChunkFile& chunk : chunks) bytes += *chunk.bytes;
  const event::TableVerified verified = verify(folder, chunks, JobState::kDone);
  EXPECT_EQ(verified.rows, 5010u);
  EXPECT_EQ(verified.bytes, bytes);
}

TEST_P(VerifyJobTest, SumsUpTheRowsOfEachChunkOfOurOwnDialect) {
  DumpFolder folder;
  std::vector<ChunkFile> chunks = write_chunks(folder, "shop@orders", 3, GetParam());
  chunks[1].dialect = RowDialect{",", "", "", "\n"};
  const event::TableVerified verified = verify(folder, chunks, JobState::kDone);
  std::uint64_t sum = 0;
  for (int row = 0; row < 1002; ++row) sum += xxh64(std::to_string(row) + "\tline\\nbreak\n");
  const std::vector<std::optional<std::uint64_t>> expected{
      sum - xxh64("1000\tline\\nbreak\n") - xxh64("1001\tline\\nbreak\n"), std::nullopt, sum};
  EXPECT_EQ(verified.checksums, expected);
}

TEST_P(VerifyJobTest, WhatIsNotRecordedIsOnlyRead) {
  DumpFolder folder;
  std::vector<ChunkFile> chunks = write_chunks(folder, "shop@orders", 3, GetParam());
  for (ChunkFile& chunk : chunks) chunk = {chunk.file, chunk.codec, {}, {}, {}};
  EXPECT_EQ(verify(folder, chunks, JobState::kDone).rows, 3003u);
}

TEST_P(VerifyJobTest, NamesEveryDamagedFileInOrder) {
  DumpFolder folder;
  std::vector<ChunkFile> chunks = write_chunks(folder, "shop@orders", 6, GetParam());
  std::filesystem::remove(folder.path() + "/" + chunks[0].file);
  folder.cut(chunks[1], 5);
  chunks[2].rows = 7;
  chunks[3].bytes = 7;
  chunks[4].xxh64 = 7;
  const event::TableVerified verified = verify(folder, chunks, JobState::kFailed);
  ASSERT_EQ(verified.failures.size(), 5u);
  for (std::size_t chunk = 0; chunk < 5; ++chunk) {
    EXPECT_EQ(verified.failures[chunk].code, "dump-damaged");
    EXPECT_EQ(verified.failures[chunk].table, "shop.orders");
    EXPECT_EQ(verified.failures[chunk].chunk, chunks[chunk].file);
  }
  EXPECT_NE(plain(verified.failures[0].message).find("fileMissing"), std::string::npos);
  EXPECT_NE(plain(verified.failures[2].message).find("holdsRows rows=1002 recorded=7"), std::string::npos);
}

TEST_P(VerifyJobTest, WaitsForNoPipeInPlaceOfAFile) {
  DumpFolder folder;
  const std::vector<ChunkFile> chunks = write_chunks(folder, "shop@orders", 1, GetParam());
  const std::string path = folder.path() + "/" + chunks[0].file;
  std::filesystem::remove(path);
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const event::TableVerified verified = verify(folder, chunks, JobState::kFailed);
  ASSERT_EQ(verified.failures.size(), 1u);
  EXPECT_NE(plain(verified.failures[0].message).find("notAFile"), std::string::npos);
}

TEST_P(VerifyJobTest, OneFlippedBitIsFound) {
  DumpFolder folder;
  const std::vector<ChunkFile> chunks = write_chunks(folder, "shop@orders", 3, GetParam());
  const std::size_t middle = std::filesystem::file_size(folder.path() + "/" + chunks[1].file) / 2;
  folder.damage(chunks[1], middle);
  const event::TableVerified verified = verify(folder, chunks, JobState::kFailed);
  ASSERT_EQ(verified.failures.size(), 1u);
  EXPECT_EQ(verified.failures[0].chunk, chunks[1].file);
}

TEST(VerifyJob, AFileCutWithinARowIsFoundWithoutAnyRecord) {
  DumpFolder folder;
  ChunkFile chunk = folder.write("shop@orders@@0", rows_of(3), Codec::kNone);
  folder.cut(chunk, 1);
  chunk = {chunk.file, chunk.codec, {}, {}, {}};
  const event::TableVerified verified = verify(folder, {chunk}, JobState::kFailed);
  ASSERT_EQ(verified.failures.size(), 1u);
  EXPECT_NE(plain(verified.failures[0].message).find("endsWithinRow"), std::string::npos);
}

TEST(VerifyJob, AnEmptyTableIsWhole) {
  DumpFolder folder;
  EXPECT_EQ(verify(folder, {}, JobState::kDone).rows, 0u);
}

TEST(VerifyJob, ManyTablesAndChangingLanes) {
  DumpFolder folder;
  EventLog log;
  VerifyJob job({folder.path(), 4, 1 << 26}, log.handler());
  for (int table = 0; table < 20; ++table) {
    const std::string stem = "shop@t" + std::to_string(table);
    job.add_tables({{table, "shop", stem, write_chunks(folder, stem, 4, Codec::kZstd)}});
    job.set_lanes(table % 3 + 1);
  }
  job.seal();
  EXPECT_EQ(log.wait_finished().state, JobState::kDone);
  EXPECT_EQ(log.all<event::TableVerified>().size(), 20u);
}

TEST(VerifyJob, CancelEndsItWhileTablesMayStillCome) {
  DumpFolder folder;
  EventLog log;
  VerifyJob job({folder.path(), 2, 1 << 26}, log.handler());
  job.add_tables({{0, "shop", "orders", write_chunks(folder, "shop@orders", 2, Codec::kZstd)}});
  job.cancel();
  EXPECT_EQ(log.wait_finished().state, JobState::kCancelled);
}

TEST(VerifyJob, PausedItReadsNothingAndGoesOnWhenResumed) {
  DumpFolder folder;
  EventLog log;
  VerifyJob job({folder.path(), 2, 1 << 26}, log.handler());
  job.pause();
  job.add_tables({{0, "shop", "orders", write_chunks(folder, "shop@orders", 3, Codec::kZstd)}});
  job.seal();
  std::this_thread::sleep_for(std::chrono::milliseconds(150));
  log.wait_until([](const EventLog& so_far) {
    EXPECT_TRUE(so_far.all<event::TableVerified>().empty());
    return true;
  });
  job.resume();
  EXPECT_EQ(log.wait_finished().state, JobState::kDone);
}

TEST(VerifyJob, TheDestructorEndsARunningJob) {
  DumpFolder folder;
  EventLog log;
  {
    VerifyJob job({folder.path(), 2, 1 << 26}, log.handler());
    job.pause();
    job.add_tables({{0, "shop", "orders", write_chunks(folder, "shop@orders", 3, Codec::kZstd)}});
  }
  EXPECT_EQ(log.wait_finished().state, JobState::kCancelled);
}

TEST(VerifyJob, TakesMoreLanesThanThereAreForAsManyAsThereAre) {
  DumpFolder folder;
  EventLog log;
  VerifyJob job({folder.path(), 100, 1U << 30}, log.handler());
  job.set_lanes(1000);
  job.add_tables({{7, "shop", "orders", write_chunks(folder, "orders", 3, Codec::kZstd)}});
  job.seal();
  const event::Finished finished = log.wait_finished();
  EXPECT_EQ(finished.state, JobState::kDone);
  for (const Failure& failure : finished.failures) ADD_FAILURE() << plain(failure.message);
}

// Each lane may hold its part of the memory limit.
TEST(VerifyJob, NoMoreLanesComeThanTheMemoryLimitWasSharedOutTo) {
  DumpFolder folder;
  EventLog log;
  VerifyJob job({folder.path(), 2, 1 << 26}, log.handler());
  job.set_lanes(kMaxLanes);
  job.add_tables({{7, "shop", "orders", write_chunks(folder, "orders", 3, Codec::kZstd)}});
  job.seal();
  EXPECT_EQ(log.wait_finished().state, JobState::kDone);
  EXPECT_EQ(log.last_sample().lanes.size(), 2u);
}

TEST(VerifyJob, WithoutAnyThreadDoesNotBegin) {
  DumpFolder folder;
  EventLog log;
  const test::NoMoreThreads refusing;
  EXPECT_THROW(VerifyJob({folder.path(), 2, 1 << 26}, log.handler()), std::system_error);
}

}  // namespace
}  // namespace sluice
