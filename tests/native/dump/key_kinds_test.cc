#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "codec/chunk_reader.h"
#include "dump/dump_job.h"
#include "harness/event_log.h"
#include "harness/temp_folder.h"
#include "range/predicate.h"
#include "source/index_dive.h"
#include "source/key_table_fixture.h"
#include "source/table_statements.h"

namespace sluice {
namespace {

using test::Vendor;

/// Files that a dump wrote of a table.
struct Dumped {
  event::TableDumped facts;
  /// The rows' numbers, in the order of the chunks.
  std::vector<std::string> numbers;
};

/// Dumps of a live server's table with some kind of key.
class KeyKindsTest : public test::KeyTableFixture {
 protected:
  Dumped dump(int lanes) {
    const test::TempFolder folder;
    test::EventLog log;
    DumpSpec spec;
    spec.connection = test::live_server(vendor());
    spec.session = variables();
    spec.directory = folder.path();
    spec.lanes = lanes;
    spec.memory_limit_bytes = 64 << 20;
    spec.bytes_per_chunk = 128 << 10;
    DumpJob job(spec, log.handler());
    job.add_tables({dump_table()});
    job.seal();
    log.wait_for<event::SessionsOpen>();
    job.take_snapshots();
    const auto finished = log.wait_finished();
    for (const Failure& failure : finished.failures)
      ADD_FAILURE() << plain(failure.message) << failure.statement;
    if (finished.state != JobState::kDone) return {};
    Dumped dumped{log.wait_for<event::TableDumped>(), {}};
    for (const ChunkFacts& chunk : dumped.facts.chunks) read_numbers(folder.file(chunk.file), dumped.numbers);
    return dumped;
  }

  /// The rows' numbers in the order of the key, those without a key in the order of their numbers.
  std::vector<std::string> expected() {
    std::string order;
    for (const KeyPart& part : table().key) order += part.column + (part.descending ? " DESC, " : ", ");
    std::vector<std::string> numbers;
    for (const auto& row : session().rows("SELECT n FROM t ORDER BY " + order + "n"))
      numbers.push_back(row.at(0).value());
    return numbers;
  }

  /// Puts the rows without a key, which have no order, into that of their numbers.
  void order_rows_without_key(std::vector<std::string>& numbers) {
    const auto count = static_cast<std::ptrdiff_t>(rows_without_key());
    const auto begin = table().key.front().descending ? numbers.end() - count : numbers.begin();
    std::sort(begin, begin + count, [](const auto& a, const auto& b) { return std::stoi(a) < std::stoi(b); });
  }

  /// Counters of the server.
  struct Counters {
    std::uint64_t rows_read = 0;
    std::uint64_t connections = 0;
  };

  Counters counters() { return vendor() == Vendor::kMySql ? of_table() : of_server(); }

  /// Rows that all sessions have read of the table (MySQL manual, "Table I/O Wait Summary Tables").
  Counters of_table() {
    const auto rows = session().rows(
        "SELECT COUNT_FETCH FROM performance_schema.table_io_waits_summary_by_table "
        "WHERE OBJECT_NAME = 't' AND OBJECT_SCHEMA = '" +
        schema_name() + "'");
    return {std::stoull(rows.at(0).at(0).value()), 0};
  }

  /// Where performance_schema is off, as by default on MariaDB.
  Counters of_server() {
    Counters counters;
    for (const auto& counter :
         session().rows("SHOW GLOBAL STATUS WHERE Variable_name LIKE 'Handler_read%' OR "
                        "Variable_name = 'Threads_connected'")) {
      const std::string& name = counter.at(0).value();
      const std::uint64_t value = std::stoull(counter.at(1).value());
      if (name == "Threads_connected") {
        counters.connections = value;
      } else if (name.find("retry") == std::string::npos) {
        counters.rows_read += value;
      }
    }
    return counters;
  }

  /// Rows read by what happens in `work`, on a server that does nothing else. A session that is just ending
  /// may be counted wrongly (measured on MariaDB 10.11), so those of `work` must be gone. The server says so
  /// before it adds what they have read, so that it is asked until it knows of the `least` rows that `work`
  /// can't do without.
  template <class Work>
  std::uint64_t rows_read_by(Work work, std::int64_t least = 0) {
    constexpr std::uint64_t kMostLooks = 1000;
    counters();
    const Counters first = counters();
    const Counters second = counters();
    const std::uint64_t read_by_looking = second.rows_read - first.rows_read;
    work();
    std::uint64_t looks = 1;
    Counters last = counters();
    const auto read = [&] {
      return static_cast<std::int64_t>(last.rows_read - second.rows_read - looks * read_by_looking);
    };
    const auto is_counted = [&] {
      return last.connections <= second.connections && (read() >= least || looks == kMostLooks);
    };
    for (; !is_counted(); ++looks) last = counters();
    return static_cast<std::uint64_t>(read());
  }

  /// The rows on both sides of a cut of the whole table, and those that were read to find it.
  struct Parts {
    std::uint64_t before = 0;
    std::uint64_t behind = 0;
    std::uint64_t read = 0;
  };

  Parts cut_in_two(std::uint64_t known_rows) {
    const DumpTable dumped = dump_table();
    const TableStatements statements(dumped);
    std::optional<Cut> cut;
    Parts parts;
    parts.read =
        rows_read_by([&] { cut = find_cut(session(), statements, dumped.key, KeyRange(), known_rows); });
    RecordProperty("read", std::to_string(parts.read));
    if (!cut) return parts;
    const auto count = [&](const KeyRange& range) {
      const std::string query = "SELECT COUNT(*) FROM t WHERE " + predicate(dumped.key, range);
      return std::stoull(session().scalar(query).value());
    };
    parts.before = count({std::nullopt, cut->at});
    parts.behind = count({RangeStart{cut->at, Edge::kAt}, std::nullopt});
    return parts;
  }

 private:
  static void read_numbers(const std::string& path, std::vector<std::string>& numbers) {
    ProgressBoard board;
    ChunkReader reader(path, Codec::kZstd, board);
    std::string bytes;
    std::string part(100'000, '\0');
    while (const std::size_t got = reader.read(part.data(), part.size())) bytes.append(part, 0, got);
    for (std::size_t at = 0; at < bytes.size();) {
      const std::size_t end = bytes.find('\n', at);
      const std::size_t tab = bytes.rfind('\t', end);
      numbers.push_back(bytes.substr(tab + 1, end - tab - 1));
      at = end + 1;
    }
  }
};

SLUICE_ON_KEY_TABLES(KeyKindsTest, Vendor::kMySql, Vendor::kMariaDb);

/// MariaDB does not read its statistics again when a table is flushed (measured on 10.11).
class WrongStatisticsTest : public KeyKindsTest {};

SLUICE_ON_KEY_TABLES(WrongStatisticsTest, Vendor::kMySql);

TEST_P(KeyKindsTest, EveryRowIsDumpedOnceInKeyOrderAndHardlyReadMoreThanOnce) {
  auto rows = expected();
  ASSERT_EQ(rows.size(), kRows);
  order_rows_without_key(rows);
  for (const int lanes : {1, 4, 8}) {
    SCOPED_TRACE(lanes);
    Dumped dumped;
    std::uint64_t read = rows_read_by([&] { dumped = dump(lanes); }, kRows);
    ASSERT_EQ(dumped.numbers.size(), kRows);
    order_rows_without_key(dumped.numbers);
    EXPECT_TRUE(dumped.numbers == rows);
    if (dumped.facts.counted_rows) read -= rows_read_by([&] { session().scalar("SELECT COUNT(*) FROM t"); });
    EXPECT_LE(read, kRows * 105 / 100);
    RecordProperty("read_" + std::to_string(lanes), std::to_string(read));
  }
}

TEST_P(KeyKindsTest, ACutThatLeavesWorkOnBothSidesIsFoundInAFewLooks) {
  const Parts parts = cut_in_two(0);
  EXPECT_EQ(parts.before + parts.behind, kRows - rows_without_key());
  // By statistics, which may be wrong by half and more in a table this small.
  EXPECT_GT(parts.before, (parts.before + parts.behind) / 16);
  EXPECT_GT(parts.behind, (parts.before + parts.behind) / 16);
  EXPECT_LT(parts.read, 40U);
}

TEST_P(WrongStatisticsTest, FarFewerRowsThanThereAreSpoilNoCut) {
  for (const int known : {0, 100, 800}) {
    SCOPED_TRACE(known);
    session().execute("UPDATE mysql.innodb_table_stats SET n_rows = " + std::to_string(known) +
                      " WHERE database_name = '" + schema_name() + "'");
    session().execute("FLUSH TABLE t");
    const Parts parts = cut_in_two(kRows);
    EXPECT_EQ(parts.before + parts.behind, kRows - rows_without_key());
    EXPECT_GE(parts.before, 16U);
    EXPECT_GE(parts.behind, 16U);
    EXPECT_LT(parts.read, 24U * (2 * 16 + 3));
  }
}

}  // namespace
}  // namespace sluice
