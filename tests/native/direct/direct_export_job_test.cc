#include "direct/direct_export_job.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "dump/dump_job_fixture.h"
#include "export/export_job.h"
#include "harness/temp_folder.h"

namespace sluice {
namespace {

using test::EventLog;
using test::read_file;
using test::TempFolder;

constexpr std::uint64_t kMemoryLimit = 16 << 20;

/// The type of a column, and whether a dump has its bytes as base64.
struct Column {
  std::string name;
  ExportColumn::Value value = ExportColumn::Value::kText;
};

class DirectExportJobTest : public test::DumpJobFixture {
 protected:
  DirectExportSpec direct(int lanes, RowFormat format = RowFormat::kSql) const {
    DirectExportSpec spec;
    spec.connection = live_server(GetParam());
    spec.most_lanes = lanes;
    spec.output.lanes = lanes;
    spec.output.memory_limit_bytes = kMemoryLimit;
    spec.output.format = format;
    spec.output.compression.codec = Codec::kNone;
    return spec;
  }

  /// The text around a table's rows. Bytes are base64 in a dump.
  static ExportTable text(int id, const std::string& name, const std::string& file,
                          const std::vector<Column>& columns) {
    ExportTable table;
    table.id = id;
    table.schema = "s";
    table.table = name;
    table.file = file;
    table.before = "-- " + name + "\n";
    table.after = "-- end of " + name + "\n";
    table.head = "INSERT INTO `" + name + "` VALUES\n";
    for (const Column& column : columns) {
      const bool bytes = column.value == ExportColumn::Value::kBytes;
      table.columns.push_back(
          {bytes ? ExportColumn::Field::kBase64 : ExportColumn::Field::kText, column.value, {}, {}});
    }
    return table;
  }

  DumpTable source(int id, const std::string& name, const std::vector<Column>& columns, KeyParts key) const {
    std::vector<std::string> names;
    for (const Column& column : columns) names.push_back(column.name);
    DumpTable table = this->table(id, name, names, std::move(key));
    table.count_check = CountCheck::kWhenSplit;
    for (std::size_t at = 0; at < columns.size(); ++at) {
      if (columns[at].value == ExportColumn::Value::kBytes) table.columns[at].encoding = Encoding::kBase64;
    }
    return table;
  }

  static event::Finished run(const DirectExportSpec& spec, std::vector<DirectTable> tables, EventLog& log) {
    DirectExportJob job(spec, log.handler());
    job.add_tables(std::move(tables));
    job.seal();
    log.wait_for<event::SessionsOpen>();
    job.take_snapshots();
    return log.wait_finished();
  }

  /// Dumps the tables, and returns the output of an export of that.
  std::string exported_dump(const std::vector<DirectTable>& tables, RowFormat format) {
    std::vector<DumpTable> sources;
    for (const DirectTable& table : tables) {
      for (const DumpTable& source : table.data_sets) sources.push_back(source);
    }
    EventLog dump_log;
    {
      DumpJob job(spec(2), dump_log.handler());
      job.add_tables(sources);
      job.seal();
      dump_log.wait_for<event::SessionsOpen>();
      job.take_snapshots();
      EXPECT_EQ(dump_log.wait_finished().state, JobState::kDone);
    }
    TempFolder out;
    EventLog export_log;
    ExportSpec output = direct(2, format).output;
    output.directory = folder_.path();
    std::vector<ExportTable> exported;
    for (const DirectTable& table : tables) {
      ExportTable& text = exported.emplace_back(table.output);
      text.file = out.file("out");
      for (const DumpTable& source : table.data_sets) {
        for (const auto& dumped : dump_log.all<event::TableDumped>()) {
          if (dumped.table == source.id) add_chunks(text, dumped);
        }
      }
    }
    ExportJob job(output, export_log.handler());
    job.add_tables(std::move(exported));
    job.seal();
    EXPECT_EQ(export_log.wait_finished().state, JobState::kDone);
    return read_file(out.file("out"));
  }

 private:
  static void add_chunks(ExportTable& text, const event::TableDumped& dumped) {
    for (const ChunkFacts& facts : dumped.chunks) {
      ChunkFile chunk;
      chunk.file = facts.file;
      chunk.codec = Codec::kZstd;
      chunk.dialect = {"\t", "", "\\", "\n"};
      text.chunks.push_back(std::move(chunk));
    }
  }
};
SLUICE_ON_BOTH_SERVERS(DirectExportJobTest);

const std::vector<Column> kColumns{{"id", ExportColumn::Value::kNumber},
                                   {"f", ExportColumn::Value::kFloat},
                                   {"v", ExportColumn::Value::kText},
                                   {"b", ExportColumn::Value::kBytes}};
const KeyParts kById{{"id", KeyKind::kInteger, false}};

TEST_P(DirectExportJobTest, WritesWhatAnExportOfTheDumpWrites) {
  session().execute(
      "CREATE TABLE t (id INT PRIMARY KEY, f DOUBLE, v VARCHAR(300), b VARBINARY(100)) ENGINE=InnoDB");
  session().execute(
      "INSERT INTO t SELECT i * 3 - 10000, IF(i % 11 = 0, NULL, i / 7), "
      "IF(i % 13 = 0, NULL, CONCAT(REPEAT(CHAR(1 + i % 126), i % 5), '\\n\\r\\\\\\'\",\\t\\0\\Zü', "
      "REPEAT('x', i % 200))), IF(i % 17 = 0, NULL, UNHEX(SHA2(i, 256))) FROM " +
      numbers(5));
  session().execute("CREATE TABLE keyless (v VARCHAR(20)) ENGINE=InnoDB");
  session().execute("INSERT INTO keyless SELECT CONCAT('row ', i) FROM " + numbers(3));
  session().execute("CREATE TABLE hollow (id INT PRIMARY KEY) ENGINE=InnoDB");
  const std::vector<Column> one{{"v", ExportColumn::Value::kText}};
  const std::vector<Column> number{{"id", ExportColumn::Value::kNumber}};
  for (const RowFormat format : {RowFormat::kSql, RowFormat::kCsv, RowFormat::kJsonLines}) {
    std::vector<DirectTable> tables{
        {text(0, "head", "", {}), {}},
        {text(1, "t", "", kColumns), {source(1, "t", kColumns, kById)}},
        {text(2, "hollow", "", number), {source(2, "hollow", number, kById)}},
        {text(3, "middle", "", {}), {}},
        {text(4, "keyless", "", one), {source(4, "keyless", one, {})}},
        {text(5, "foot", "", {}), {}},
    };
    const std::string expected = exported_dump(tables, format);
    for (const std::string& name : folder_.names()) ::unlink(folder_.file(name).c_str());
    for (const int lanes : {1, 2, 5}) {
      TempFolder out;
      EventLog log;
      for (DirectTable& table : tables) table.output.file = out.file("out");
      const event::Finished finished = run(direct(lanes, format), tables, log);
      ASSERT_EQ(finished.state, JobState::kDone)
          << (finished.failures.empty() ? "" : finished.failures[0].code);
      EXPECT_TRUE(read_file(out.file("out")) == expected) << lanes;
      for (const auto& dumped : log.all<event::TableDumped>()) {
        if (dumped.table != 1) continue;
        EXPECT_EQ(dumped.rows, 100'000U);
        // A table that several lanes read is counted by the server too.
        EXPECT_EQ(dumped.counted_rows.has_value(), lanes > 1);
      }
      EXPECT_EQ(log.last_sample().memory_bytes, 0U);
      EXPECT_LE(log.last_sample().memory_peak_bytes, kMemoryLimit);
      EXPECT_EQ(folder_.names().size(), 0U);
    }
  }
}

TEST_P(DirectExportJobTest, JoinsPartitionsWithoutATrace) {
  session().execute(
      "CREATE TABLE t (id INT PRIMARY KEY, f DOUBLE, v VARCHAR(300), b VARBINARY(100)) ENGINE=InnoDB "
      "PARTITION BY RANGE (id) (PARTITION p0 VALUES LESS THAN (700), PARTITION p1 VALUES LESS THAN "
      "MAXVALUE)");
  session().execute("INSERT INTO t SELECT i, i, CONCAT('v', i), NULL FROM " + numbers(3));
  DumpTable first = source(1, "t", kColumns, kById);
  DumpTable second = source(2, "t", kColumns, kById);
  first.partition = "p0";
  second.partition = "p1";
  second.basename += "@p1";
  std::vector<DirectTable> tables{{text(0, "t", "", kColumns), {first, second}}};
  const std::string expected = exported_dump(tables, RowFormat::kSql);
  TempFolder out;
  tables[0].output.file = out.file("out");
  EXPECT_EQ(run(direct(3), tables, log_).state, JobState::kDone);
  EXPECT_TRUE(read_file(out.file("out")) == expected);
}

TEST_P(DirectExportJobTest, KeepsToItsMemoryWithLargeRows) {
  session().execute("CREATE TABLE t (id INT PRIMARY KEY, v LONGTEXT) ENGINE=InnoDB");
  session().execute("INSERT INTO t SELECT i, REPEAT(CHAR(97 + i), 1 << 20) FROM " + numbers(1));
  const std::vector<Column> columns{{"id", ExportColumn::Value::kNumber}, {"v", ExportColumn::Value::kText}};
  std::vector<DirectTable> tables{{text(0, "t", "", columns), {source(0, "t", columns, kById)}}};
  const std::string expected = exported_dump(tables, RowFormat::kSql);
  TempFolder out;
  tables[0].output.file = out.file("out");
  ASSERT_EQ(run(direct(2), tables, log_).state, JobState::kDone);
  EXPECT_TRUE(read_file(out.file("out")) == expected);
  EXPECT_LE(log_.last_sample().memory_peak_bytes, kMemoryLimit);
}

TEST_P(DirectExportJobTest, IsCancelledWhileNobodyReads) {
  session().execute("CREATE TABLE t (id INT PRIMARY KEY, v VARCHAR(300)) ENGINE=InnoDB");
  session().execute("INSERT INTO t SELECT i, REPEAT('x', 250) FROM " + numbers(4));
  const std::vector<Column> columns{{"id", ExportColumn::Value::kNumber}, {"v", ExportColumn::Value::kText}};
  std::array<int, 2> pipe{};
  ASSERT_EQ(::pipe2(pipe.data(), O_CLOEXEC), 0);
  DirectExportSpec spec = direct(2);
  spec.output.descriptor = pipe[1];
  {
    DirectExportJob job(spec, log_.handler());
    job.add_tables({{text(0, "t", "", columns), {source(0, "t", columns, kById)}}});
    job.seal();
    log_.wait_for<event::SessionsOpen>();
    job.take_snapshots();
    char byte = 0;
    ASSERT_EQ(::read(pipe[0], &byte, 1), 1);
    job.cancel();
    const event::Finished finished = log_.wait_finished();
    EXPECT_EQ(finished.state, JobState::kCancelled);
    EXPECT_TRUE(finished.failures.empty());
  }
  ::close(pipe[0]);
  ::close(pipe[1]);
}

/// All rows are read and wait in memory, and no lane is left.
TEST_P(DirectExportJobTest, IsNotDoneWhereItsEndWasNotWritten) {
  session().execute("CREATE TABLE t (id INT PRIMARY KEY, v VARCHAR(300)) ENGINE=InnoDB");
  session().execute("INSERT INTO t SELECT i, REPEAT('x', 250) FROM " + numbers(3));
  const std::vector<Column> columns{{"id", ExportColumn::Value::kNumber}, {"v", ExportColumn::Value::kText}};
  std::array<int, 2> pipe{};
  ASSERT_EQ(::pipe2(pipe.data(), O_CLOEXEC), 0);
  DirectExportSpec spec = direct(2);
  spec.output.descriptor = pipe[1];
  {
    DirectExportJob job(spec, log_.handler());
    job.add_tables({{text(0, "t", "", columns), {source(0, "t", columns, kById)}}});
    job.seal();
    log_.wait_for<event::SessionsOpen>();
    job.take_snapshots();
    log_.wait_for<event::TableDumped>();
    char byte = 0;
    ASSERT_EQ(::read(pipe[0], &byte, 1), 1);
    job.cancel();
    EXPECT_EQ(log_.wait_finished().state, JobState::kCancelled);
  }
  ::close(pipe[0]);
  ::close(pipe[1]);
}

}  // namespace
}  // namespace sluice
