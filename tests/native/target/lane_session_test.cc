#include "target/lane_session.h"

#include <gtest/gtest.h>

#include "harness/failure_of.h"
#include "load/load_fixture.h"

namespace sluice {
namespace {

using test::failure_of;
using test::live_server;
using test::LoadFixture;

class LaneSessionTest : public LoadFixture {
 protected:
  LaneSession lane(int number) { return LaneSession(spec_, number, roster_, board_, 1 << 20); }
  std::string holder_of(int number) {
    return scalar("SELECT IS_USED_LOCK('" + schema_.name() + "-" + std::to_string(number) + "')");
  }

  const LoadSpec spec_ = spec(2);
  SessionRoster roster_;
  ProgressBoard board_;
};
SLUICE_ON_BOTH_SERVERS(LaneSessionTest);

TEST_P(LaneSessionTest, HoldsTheLockThatIsNamedAfterLoadAndLane) {
  LaneSession first = lane(0);
  LaneSession second = lane(1);
  first.sign_in();
  second.sign_in();
  EXPECT_EQ(holder_of(0), std::to_string(first.session().connection_id()));
  EXPECT_EQ(holder_of(1), std::to_string(second.session().connection_id()));
}

TEST_P(LaneSessionTest, EndsASessionOfTheSameLaneThatLivesOn) {
  Session earlier(live_server(GetParam()), {});
  ASSERT_EQ(earlier.scalar("SELECT GET_LOCK('" + schema_.name() + "-0', 0)"), "1");
  earlier.execute("START TRANSACTION");
  earlier.execute("INSERT INTO " + journal() + " (kind, name, detail) VALUES ('chunk', 'half', '')");
  LaneSession now = lane(0);
  now.sign_in();
  EXPECT_EQ(holder_of(0), std::to_string(now.session().connection_id()));
  EXPECT_EQ(failure_of([&] { earlier.execute("COMMIT"); }).code, "connect-lost");
  EXPECT_EQ(scalar("SELECT COUNT(*) FROM " + journal() + " WHERE name = 'half'"), "0");
}

TEST_P(LaneSessionTest, OpensAgainWithTheSameLockAndVariables) {
  session_variables_ = {{"net_read_timeout", "1234"}};
  const LoadSpec spec = this->spec(1);
  LaneSession lane(spec, 0, roster_, board_, 1 << 20);
  lane.sign_in();
  const std::uint64_t before = lane.session().connection_id();
  schema_.session().execute("KILL " + std::to_string(before));
  EXPECT_EQ(failure_of([&] { lane.session().execute("DO 0"); }).code, "connect-lost");
  lane.sign_in();
  EXPECT_NE(lane.session().connection_id(), before);
  EXPECT_EQ(holder_of(0), std::to_string(lane.session().connection_id()));
  EXPECT_EQ(lane.session().scalar("SELECT @@SESSION.net_read_timeout"), "1234");
}

}  // namespace
}  // namespace sluice
