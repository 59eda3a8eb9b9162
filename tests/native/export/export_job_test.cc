#include "export/export_job.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <thread>

#include "codec/chunk_reader.h"
#include "harness/dump_folder.h"
#include "harness/event_log.h"
#include "harness/no_more_threads.h"
#include "harness/temp_folder.h"

namespace sluice {
namespace {

using test::DumpFolder;
using test::EventLog;
using test::read_file;
using test::TempFolder;
using Field = ExportColumn::Field;
using Value = ExportColumn::Value;

constexpr std::string_view kHead = "INSERT INTO `t` VALUES\n";

/// Rows of a number and a text, from `first` on.
std::string rows_of(int first, int rows) {
  std::string text;
  for (int row = first; row < first + rows; ++row) text += std::to_string(row) + "\tline\\nbreak's\n";
  return text;
}

const std::vector<ExportColumn> kTwo{{Field::kText, Value::kNumber, {}, {}},
                                     {Field::kText, Value::kText, {}, {}}};

ExportSpec spec_of(const DumpFolder& dump, int lanes, RowFormat format = RowFormat::kSql) {
  ExportSpec spec;
  spec.directory = dump.path();
  spec.lanes = lanes;
  spec.memory_limit_bytes = 64 << 20;
  spec.format = format;
  spec.compression.codec = Codec::kNone;
  return spec;
}

ExportTable table_of(int id, const std::string& file, std::vector<ChunkFile> chunks) {
  ExportTable table;
  table.id = id;
  table.schema = "shop";
  table.table = "t" + std::to_string(id);
  table.file = file;
  table.before = "-- " + table.table + "\n";
  table.after = "-- end\n";
  table.head = kHead;
  table.columns = kTwo;
  table.chunks = std::move(chunks);
  return table;
}

event::Finished run(const ExportSpec& spec, std::vector<ExportTable> tables, EventLog& log) {
  ExportJob job(spec, log.handler());
  job.add_tables(std::move(tables));
  job.seal();
  return log.wait_finished();
}

TEST(ExportJob, WritesTablesInOrderWithTheTextAroundThem) {
  DumpFolder dump;
  TempFolder out;
  EventLog log;
  const std::vector<ChunkFile> chunks{dump.write("a@0", rows_of(0, 2), Codec::kZstd),
                                      dump.write("a@@1", rows_of(2, 1), Codec::kZstd)};
  const std::string file = out.file("all.sql");
  const event::Finished finished =
      run(spec_of(dump, 3), {table_of(0, file, chunks), table_of(1, file, {})}, log);
  EXPECT_EQ(finished.state, JobState::kDone);
  EXPECT_EQ(read_file(file),
            "-- t0\nINSERT INTO `t` VALUES\n(0,'line\\nbreak\\'s'),\n(1,'line\\nbreak\\'s'),\n"
            "(2,'line\\nbreak\\'s');\n-- end\n-- t1\n-- end\n");
  const auto exported = log.all<event::TableExported>();
  ASSERT_EQ(exported.size(), 2u);
  EXPECT_EQ(exported[0].rows, 3u);
  EXPECT_EQ(exported[1].rows, 0u);
  EXPECT_EQ(log.last_sample().memory_bytes, 0u);
}

TEST(ExportJob, WritesEachTableToItsOwnFile) {
  DumpFolder dump;
  TempFolder out;
  EventLog log;
  const ChunkFile chunk = dump.write("a@@0", rows_of(0, 1), Codec::kNone);
  run(spec_of(dump, 2), {table_of(0, out.file("0"), {chunk}), table_of(1, out.file("1"), {chunk})}, log);
  EXPECT_EQ(out.names(), (std::vector<std::string>{"0", "1"}));
  EXPECT_EQ(read_file(out.file("1")).substr(0, 6), "-- t1\n");
}

/// The script of one table whose rows are cut into chunks of so many.
std::string script_of(int rows_per_chunk, int lanes, Codec codec) {
  DumpFolder dump;
  TempFolder out;
  EventLog log;
  constexpr int kRows = 120'000;
  std::vector<ChunkFile> chunks;
  for (int row = 0; row < kRows; row += rows_per_chunk) {
    const int rows = std::min(rows_per_chunk, kRows - row);
    chunks.push_back(dump.write("a@" + std::to_string(row), rows_of(row, rows), Codec::kZstd));
  }
  ExportSpec spec = spec_of(dump, lanes);
  spec.compression = {codec, 3, 0};
  EXPECT_EQ(run(spec, {table_of(0, out.file("a"), chunks)}, log).state, JobState::kDone);
  return read_file(out.file("a"));
}

class ExportCodecs : public ::testing::TestWithParam<Codec> {};
INSTANTIATE_TEST_SUITE_P(Codecs, ExportCodecs, ::testing::Values(Codec::kNone, Codec::kZstd, Codec::kGzip));

TEST_P(ExportCodecs, MakesTheSameBytesWhateverTheLanesAndChunks) {
  const std::string one = script_of(120'000, 1, GetParam());
  EXPECT_EQ(script_of(1000, 4, GetParam()), one);
  EXPECT_EQ(script_of(33'333, 2, GetParam()), one);
}

TEST(ExportJob, PacksWhatAReaderUnpacks) {
  const std::string plain = script_of(10'000, 2, Codec::kNone);
  for (const Codec codec : {Codec::kZstd, Codec::kGzip}) {
    TempFolder folder;
    ProgressBoard board;
    test::write_file(folder.file("a"), script_of(10'000, 2, codec));
    ChunkReader reader(folder.file("a"), codec, board);
    std::string text(plain.size() + 1, '\0');
    std::size_t bytes = 0;
    while (const std::size_t got = reader.read(text.data() + bytes, text.size() - bytes)) bytes += got;
    text.resize(bytes);
    EXPECT_EQ(text, plain);
  }
}

TEST(ExportJob, EndsAStatementBeforeAMebibyte) {
  const std::string script = script_of(1000, 2, Codec::kNone);
  std::vector<std::size_t> sizes;
  for (std::size_t at = script.find(kHead); at != std::string::npos;) {
    const std::size_t end = script.find(";\n", at);
    sizes.push_back(end - at);
    at = script.find(kHead, end);
  }
  ASSERT_GT(sizes.size(), 2u);
  for (std::size_t at = 0; at + 1 < sizes.size(); ++at) {
    EXPECT_GE(sizes[at], 900'000u);
    EXPECT_LE(sizes[at], 1'000'000u);
  }
}

TEST(ExportJob, KeepsARowOfManyMebibytesWithinItsOwnStatement) {
  DumpFolder dump;
  TempFolder out;
  EventLog log;
  const std::string large = "1\t" + std::string(17 << 20, 'x') + "\n";
  ExportSpec spec = spec_of(dump, 1);
  spec.memory_limit_bytes = 512 << 20;
  run(spec, {table_of(0, out.file("a"), {dump.write("a@@0", "0\ta\n" + large + "2\tb\n", Codec::kZstd)})},
      log);
  const std::string script = read_file(out.file("a"));
  EXPECT_EQ(script.substr(6, kHead.size() + 9), std::string(kHead) + "(0,'a');\n");
  EXPECT_EQ(script.substr(script.size() - 16 - kHead.size()), std::string(kHead) + "(2,'b');\n-- end\n");
}

TEST(ExportJob, HoldsOneLargeRowAtATime) {
  constexpr std::size_t kLargeBytes = 5 << 20;
  DumpFolder dump;
  TempFolder out;
  EventLog log;
  std::vector<ChunkFile> chunks;
  std::string expected;
  for (int chunk = 0; chunk < 6; ++chunk) {
    const std::string letters(kLargeBytes, static_cast<char>('a' + chunk));
    chunks.push_back(
        dump.write("a@" + std::to_string(chunk), "0\tsmall\n1\t" + letters + "\n2\tsmall\n", Codec::kZstd));
  }
  ExportSpec spec = spec_of(dump, 4);
  spec.memory_limit_bytes = 40 << 20;
  EXPECT_EQ(run(spec, {table_of(0, out.file("a"), chunks)}, log).state, JobState::kDone);
  const std::string script = read_file(out.file("a"));
  std::size_t at = 0;
  for (int chunk = 0; chunk < 6; ++chunk) {
    at = script.find(std::string(kLargeBytes, static_cast<char>('a' + chunk)), at);
    ASSERT_NE(at, std::string::npos);
  }
  EXPECT_LE(log.last_sample().memory_peak_bytes, spec.memory_limit_bytes);
}

TEST(ExportJob, RefusesARowThatTheMemoryCanNotHold) {
  DumpFolder dump;
  TempFolder out;
  EventLog log;
  const std::string large = "1\t" + std::string(17 << 20, 'x') + "\n";
  const event::Finished finished =
      run(spec_of(dump, 2), {table_of(0, out.file("a"), {dump.write("a@@0", large, Codec::kNone)})}, log);
  ASSERT_EQ(finished.state, JobState::kFailed);
  EXPECT_EQ(finished.failures[0].code, "memory-limit");
  EXPECT_EQ(finished.failures[0].table, "shop.t0");
}

TEST(ExportJob, NamesTheTableAndTheChunkOfDamage) {
  DumpFolder dump;
  TempFolder out;
  for (int kind = 0; kind < 3; ++kind) {
    EventLog log;
    ChunkFile chunk = dump.write("a@@" + std::to_string(kind), rows_of(0, 1000), Codec::kZstd);
    if (kind == 0) dump.cut(chunk, 9);
    if (kind == 1) chunk.rows = 7;
    if (kind == 2) chunk.xxh64 = 7;
    const event::Finished finished =
        run(spec_of(dump, 2), {table_of(0, out.file(std::to_string(kind)), {chunk})}, log);
    ASSERT_EQ(finished.state, JobState::kFailed);
    EXPECT_EQ(finished.failures[0].code, "dump-damaged");
    EXPECT_EQ(finished.failures[0].table, "shop.t0");
    EXPECT_EQ(finished.failures[0].chunk, chunk.file);
  }
}

TEST(ExportJob, RefusesAFileThatExists) {
  DumpFolder dump;
  TempFolder out;
  EventLog log;
  test::write_file(out.file("a"), "kept");
  const event::Finished finished = run(spec_of(dump, 2), {table_of(0, out.file("a"), {})}, log);
  ASSERT_EQ(finished.state, JobState::kFailed);
  EXPECT_EQ(finished.failures[0].code, "file-failed");
  EXPECT_EQ(read_file(out.file("a")), "kept");
}

TEST(ExportJob, HoldsNoMoreThanItsMemoryWhereTheReaderIsSlow) {
  DumpFolder dump;
  EventLog log;
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  std::vector<ChunkFile> chunks;
  const std::string rows = rows_of(0, 200'000);
  for (int chunk = 0; chunk < 8; ++chunk)
    chunks.push_back(dump.write("a@" + std::to_string(chunk), rows, Codec::kZstd));
  ExportSpec spec = spec_of(dump, 4);
  spec.memory_limit_bytes = 24 << 20;
  spec.descriptor = ends[1];
  ExportJob job(spec, log.handler());
  job.add_tables({table_of(0, "", chunks)});
  job.seal();
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  std::string text;
  std::thread reader([&] {
    std::array<char, 1 << 16> room{};
    for (;;) {
      const ssize_t got = ::read(ends[0], room.data(), room.size());
      if (got <= 0) break;
      text.append(room.data(), static_cast<std::size_t>(got));
    }
  });
  EXPECT_EQ(log.wait_finished().state, JobState::kDone);
  ::close(ends[1]);
  reader.join();
  ::close(ends[0]);
  int rows_read = 0;
  for (std::size_t at = text.find('('); at != std::string::npos; at = text.find('(', at + 1)) ++rows_read;
  EXPECT_EQ(rows_read, 1'600'000);
  EXPECT_LE(log.last_sample().memory_peak_bytes, spec.memory_limit_bytes);
}

TEST(ExportJob, CancelEndsTheWaitForAReader) {
  DumpFolder dump;
  EventLog log;
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  ExportSpec spec = spec_of(dump, 2);
  spec.descriptor = ends[1];
  ExportJob job(spec, log.handler());
  job.add_tables({table_of(0, "", {dump.write("a@@0", rows_of(0, 500'000), Codec::kZstd)})});
  job.seal();
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  job.cancel();
  EXPECT_EQ(log.wait_finished().state, JobState::kCancelled);
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST(ExportJob, SaysThatNobodyReads) {
  DumpFolder dump;
  EventLog log;
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  ::close(ends[0]);
  ASSERT_NE(::signal(SIGPIPE, SIG_IGN), SIG_ERR);
  ExportSpec spec = spec_of(dump, 2);
  spec.descriptor = ends[1];
  const event::Finished finished =
      run(spec, {table_of(0, "", {dump.write("a@@0", rows_of(0, 500'000), Codec::kZstd)})}, log);
  ::close(ends[1]);
  ASSERT_EQ(finished.state, JobState::kFailed);
  EXPECT_EQ(finished.failures[0].code, "file-failed");
}

TEST(ExportJob, WithoutAnyThreadDoesNotBegin) {
  DumpFolder dump;
  EventLog log;
  const test::NoMoreThreads refusing;
  EXPECT_THROW(ExportJob(spec_of(dump, 2), log.handler()), std::system_error);
}

}  // namespace
}  // namespace sluice
