#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "harness/live_server.h"
#include "source/random_keys.h"
#include "source/range_walk.h"
#include "source/source_queue.h"
#include "support/job_control.h"
#include "support/progress.h"

namespace sluice {
namespace {

using test::pick;

constexpr int kSlice = 20;

/// A slice belongs to every run of the tests; tests/torture/rounds.ts says who asks for more.
int rounds() {
  const char* const torture = std::getenv("SLUICE_TORTURE");
  const std::string_view wish = torture == nullptr ? "slice" : torture;
  if (wish == "full") return 1000;
  return wish == "turn" ? 4 * kSlice : kSlice;
}

std::uint64_t first_seed() {
  const char* const seed = std::getenv("SLUICE_SEED");
  return seed == nullptr ? 5000 : std::stoull(seed);
}

/// Rows that lanes have read of one table, by ranges. A range has one lane at a time.
struct Readings {
  std::mutex mutex;
  std::map<int, std::vector<std::uint64_t>> rows;
  /// Put together in the order of the ranges when the last of them is read.
  std::vector<std::uint64_t> all;
  bool was_cut = false;
};

/// Rows that the session has read, from the server's handler counters.
std::uint64_t handler_reads(Session& session) {
  std::uint64_t reads = 0;
  for (const auto& counter : session.rows("SHOW SESSION STATUS LIKE 'Handler_read%'"))
    reads += counter.at(0)->find("retry") == std::string::npos ? std::stoull(counter.at(1).value()) : 0;
  return reads;
}

/// A lane that reads rows, looks what each query costs the server, and gives its range back at random.
class CountingLane final : private RowSink {
 public:
  CountingLane(SourceQueue& queue, JobControl& control, ProgressBoard& board, Readings& readings, int lane,
               Session& session, std::uint64_t seed)
      : queue_(queue),
        control_(control),
        board_(board),
        readings_(readings),
        lane_(lane),
        session_(session),
        random_(seed) {}

  void run(const WalkLimits& limits) {
    try {
      // Rows that the reading of the counters reads itself.
      handler_reads(session_);
      const std::uint64_t first = handler_reads(session_);
      own_reads_ = handler_reads(session_) - first;
      RangeWalk(queue_, control_, board_, lane_, session_, *this, limits).run();
    } catch (const EngineError& error) {
      ADD_FAILURE() << plain(error.failure().message) << error.failure().statement;
      queue_.stop();
    }
  }

 private:
  TakenRows take(SourceTable& table, const WalkQuery& query) override {
    const std::uint64_t before = handler_reads(session_);
    TakenRows taken;
    std::vector<std::uint64_t> numbers;
    {
      RowStream rows = session_.stream(query.statement);
      while (const auto row = rows.next()) {
        numbers.push_back(
            std::stoull(std::string(row->values[number_field(table)], row->lengths[number_field(table)])));
        ++taken.rows;
        taken.last.clear();
        for (const std::size_t field : query.key_fields)
          taken.last.emplace_back(row->values[field], row->lengths[field]);
        for (const unsigned long length : row->lengths) taken.bytes += length;
      }
    }
    const std::uint64_t read = handler_reads(session_) - before - own_reads_;
    // One more where the end is found, and one for each alternative of the key's condition, of which an ENUM
    // or SET has as many as values.
    EXPECT_LE(read, taken.rows * 105 / 100 + 20) << query.statement;
    table.meter().add(taken.rows, taken.bytes);
    const std::lock_guard lock(readings_.mutex);
    auto& rows = readings_.rows[query.range];
    rows.insert(rows.end(), numbers.begin(), numbers.end());
    // The first lane stays, so that somebody ends the table.
    if (pick(random_, 0, 15) == 0) queue_.set_lanes(static_cast<int>(pick(random_, 1, 8)));
    return taken;
  }

  void finish_table(SourceTable& table) override {
    const std::lock_guard lock(readings_.mutex);
    readings_.was_cut = table.ranges()->was_cut();
    for (const int range : table.ranges()->order()) {
      const auto& rows = readings_.rows[range];
      readings_.all.insert(readings_.all.end(), rows.begin(), rows.end());
    }
  }

  /// The number is the last column; behind it stand the key's numbers of ENUM and SET.
  static std::size_t number_field(const SourceTable& table) { return table.table().columns.size() - 1; }

  SourceQueue& queue_;
  JobControl& control_;
  ProgressBoard& board_;
  Readings& readings_;
  const int lane_;
  Session& session_;
  std::mt19937_64 random_;
  std::uint64_t own_reads_ = 0;
};

class RandomRangesTest : public test::LiveTest {
 protected:
  /// A whole table by some lanes, with chance in everything that may vary. @returns whether it was cut.
  bool round(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const test::KeyTable table = test::random_key_table(random);
    SCOPED_TRACE("seed " + std::to_string(seed) + ": " + table.name);
    const std::uint64_t rows = pick(random, 0, 3) == 0 ? pick(random, 0, 20) : pick(random, 200, 3000);
    test::TestSchema schema(GetParam(), "random_ranges");
    test::create_key_table(schema.session(), GetParam(), table, rows);
    Readings readings;
    read(test::dump_of(table, schema.name(), rows), readings, random);
    expect_all(schema.session(), table, std::move(readings.all));
    return readings.was_cut;
  }

 private:
  void read(DumpTable table, Readings& readings, std::mt19937_64& random) {
    const int lanes = static_cast<int>(pick(random, 1, 8));
    // Statistics may know nothing, or too much.
    const std::uint64_t known = pick(random, 0, 2);
    table.estimated_bytes = table.estimated_bytes * known * known;
    const std::uint64_t row_bytes = test::kKeyTableRowBytes;
    const std::uint64_t least_bytes = row_bytes * pick(random, 5, 300);
    const WalkLimits limits{1 << 20, row_bytes * pick(random, 3, 500)};
    SourceQueue queue(lanes, least_bytes);
    JobControl control;
    ProgressBoard board;
    std::vector<std::thread> threads;
    for (int lane = 0; lane < lanes; ++lane) {
      threads.emplace_back([&, lane, seed = random()] {
        Session session(test::live_server(GetParam()), test::key_table_variables());
        CountingLane(queue, control, board, readings, lane, session, seed).run(limits);
      });
    }
    // No lane begins before all are there, or the first might be through before another has signed in.
    while (queue.idle() < lanes && !HasFailure()) std::this_thread::yield();
    queue.add(std::make_unique<SourceTable>(std::move(table), board.add_table(0)));
    queue.seal();
    for (std::thread& thread : threads) thread.join();
    EXPECT_TRUE(queue.exhausted());
  }

  /// Every row once, in the order of the key; those without a key in any, before or behind the others.
  static void expect_all(Session& session, const test::KeyTable& table, std::vector<std::uint64_t> found) {
    std::string order;
    for (const KeyPart& part : table.key) order += part.column + (part.descending ? " DESC, " : ", ");
    std::vector<std::uint64_t> wanted;
    for (const auto& row : session.rows("SELECT n FROM t ORDER BY " + order + "n"))
      wanted.push_back(std::stoull(row.at(0).value()));
    const KeyPart& first = table.key.front();
    if (first.nullable && found.size() == wanted.size()) {
      const auto without =
          std::stoll(session.scalar("SELECT COUNT(*) FROM t WHERE " + first.column + " IS NULL").value());
      const auto begin = first.descending ? found.end() - without : found.begin();
      std::sort(begin, begin + without);
      const auto begin_wanted = first.descending ? wanted.end() - without : wanted.begin();
      std::sort(begin_wanted, begin_wanted + without);
    }
    EXPECT_EQ(found.size(), wanted.size());
    EXPECT_TRUE(found == wanted);
  }
};

SLUICE_ON_BOTH_SERVERS(RandomRangesTest);

TEST_P(RandomRangesTest, PartitionATableExactlyAndReadHardlyARowTwice) {
  int cut = 0;
  for (int number = 0; number < rounds(); ++number) {
    const std::uint64_t seed = first_seed() + static_cast<std::uint64_t>(number);
    cut += round(seed) ? 1 : 0;
    // A lane's findings are told on its own thread, where no trace says the seed.
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
  // Rounds in which nobody took a part from another would show little.
  EXPECT_GT(cut, rounds() / 4);
  RecordProperty("cut", cut);
}

}  // namespace
}  // namespace sluice
