#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <thread>

#include "source/key_table_fixture.h"
#include "source/range_walk.h"
#include "source/source_queue.h"
#include "support/job_control.h"
#include "support/progress.h"

namespace sluice {
namespace {

using test::Vendor;

/// So few that the answers of all tables come together.
constexpr std::uint64_t kBytesPerQuery = 256;

/// A lane that is told to leave by the first rows that it reads.
class LeavingLane final : private RowSink {
 public:
  LeavingLane(SourceQueue& queue, Session& session) : queue_(queue), session_(session) {}

  void run() {
    JobControl control;
    RangeWalk(queue_, control, board_, 0, session_, *this, {1 << 20, kBytesPerQuery}).run();
  }

  int queries() const { return queries_; }

 private:
  TakenRows take(SourceTable&, const WalkQuery& query) override {
    ++queries_;
    TakenRows taken;
    RowStream rows = session_.stream(query.statement);
    while (rows.next()) ++taken.rows;
    queue_.set_lanes(0);
    return taken;
  }

  void finish_table(SourceTable&) override {}

  SourceQueue& queue_;
  Session& session_;
  ProgressBoard board_;
  int queries_ = 0;
};

/// A table that statistics call small.
class SmallTablesTest : public test::KeyTableFixture {
 protected:
  DumpTable small_table(int id) const {
    DumpTable table = dump_table();
    table.id = id;
    table.estimated_bytes = 1000;
    table.count_check = CountCheck::kWhenSplit;
    return table;
  }
};

INSTANTIATE_TEST_SUITE_P(Servers, SmallTablesTest,
                         ::testing::Combine(::testing::Values(Vendor::kMySql, Vendor::kMariaDb),
                                            ::testing::Values(test::key_tables().front())),
                         test::key_table_name);

/// Where answers wait the heartbeat says nothing, and the server would end the session.
TEST_P(SmallTablesTest, LeaveNoAnswersToALaneThatHasToLeave) {
  ProgressBoard board;
  SourceQueue queue(1, kLeastSplitBytes);
  for (int id = 0; id < 5; ++id)
    queue.add(std::make_unique<SourceTable>(small_table(id), board.add_table(id)));
  queue.seal();
  Session session(test::live_server(vendor()), variables());
  session.widen_answers();
  LeavingLane lane(queue, session);
  lane.run();
  EXPECT_EQ(lane.queries(), 1);
  std::uint64_t before = 0;
  while (before != session.traffic()) {
    before = session.traffic();
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
  session.beat();
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (session.traffic() == before && std::chrono::steady_clock::now() < deadline)
    std::this_thread::yield();
  EXPECT_GT(session.traffic(), before);
}

}  // namespace
}  // namespace sluice
