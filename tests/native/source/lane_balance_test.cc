#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "source/key_table_fixture.h"
#include "source/range_walk.h"
#include "source/row_clock.h"
#include "source/source_queue.h"
#include "support/job_control.h"
#include "support/progress.h"

namespace sluice {
namespace {

using test::RowClock;
using test::Vendor;

/// As a part of the table, what the limits of a dump are for one of a gigabyte.
constexpr std::uint64_t kTablesPart = 256;

/// One lane that reads rows and keeps nothing of them but the last key.
class ReadingLane final : private RowSink {
 public:
  ReadingLane(SourceQueue& queue, JobControl& control, ProgressBoard& board, RowClock& clock, int lane,
              Session& session)
      : queue_(queue), control_(control), board_(board), clock_(clock), lane_(lane), session_(session) {}

  void run(const WalkLimits& limits) {
    try {
      RangeWalk(queue_, control_, board_, lane_, session_, *this, limits).run();
    } catch (const EngineError& error) {
      ADD_FAILURE() << plain(error.failure().message) << error.failure().statement;
      queue_.stop();
      clock_.stop();
    }
  }

 private:
  TakenRows take(SourceTable& table, const WalkQuery& query) override {
    TakenRows taken = read(query);
    table.meter().add(taken.rows, taken.bytes);
    clock_.spend(lane_, table, taken.rows);
    return taken;
  }

  void finish_table(SourceTable&) override {}

  TakenRows read(const WalkQuery& query) {
    TakenRows taken;
    RowStream rows = session_.stream(query.statement);
    while (const auto row = rows.next()) {
      ++taken.rows;
      taken.last.clear();
      for (const std::size_t field : query.key_fields)
        taken.last.emplace_back(row->values[field], row->lengths[field]);
      for (const unsigned long length : row->lengths) taken.bytes += length;
    }
    return taken;
  }

  SourceQueue& queue_;
  JobControl& control_;
  ProgressBoard& board_;
  RowClock& clock_;
  const int lane_;
  Session& session_;
};

/// Several lanes on one table, which share it as those of a dump do.
class LaneBalanceTest : public test::KeyTableFixture {
 protected:
  /// Number of rows that each lane reads.
  std::vector<std::uint64_t> rows_by_lane(int lanes) {
    constexpr std::uint64_t least_bytes = kRows * kRowBytes / kTablesPart;
    SourceQueue queue(lanes, least_bytes);
    JobControl control;
    ProgressBoard board;
    RowClock clock(queue, lanes);
    std::vector<std::thread> threads;
    for (int lane = 0; lane < lanes; ++lane) {
      threads.emplace_back([&, lane] {
        Session session(test::live_server(vendor()), variables());
        ReadingLane(queue, control, board, clock, lane, session).run({kRowBytes * kRows, least_bytes});
      });
    }
    while (queue.idle() < lanes) std::this_thread::yield();
    queue.add(std::make_unique<SourceTable>(dump_table(), board.add_table(0)));
    queue.seal();
    for (std::thread& thread : threads) thread.join();
    return clock.busy();
  }
};

SLUICE_ON_KEY_TABLES(LaneBalanceTest, Vendor::kMySql, Vendor::kMariaDb);

/// Cuts go by the server's estimates, which are wrong by half and more in a table of ninety pages: the fewest
/// rows were 72 % of the most once in some 5,000 runs. A lane that is not given its share while there is work
/// has a fraction of this.
TEST_P(LaneBalanceTest, NoLaneIsLeftWithoutItsShareOfTheRows) {
  // The rows without a key are one lane's: of four, it would have more than the others.
  const int lanes = rows_without_key() > 0 ? 2 : 4;
  const auto rows = rows_by_lane(lanes);
  std::string each;
  std::uint64_t all = 0;
  for (const std::uint64_t of_lane : rows) {
    each += " " + std::to_string(of_lane);
    all += of_lane;
  }
  RecordProperty("rows", each);
  EXPECT_EQ(all, kRows);
  const bool skewed = table().name == "NineTenthsUnderOneValue" || table().name == "SparseInteger";
  const double least = skewed ? 0.9 : 0.65;
  const auto [fewest, most] = std::minmax_element(rows.begin(), rows.end());
  EXPECT_GE(static_cast<double>(*fewest), static_cast<double>(*most) * least) << each;
}

}  // namespace
}  // namespace sluice
