#include "range/range_pool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

namespace sluice {
namespace {

constexpr std::uint64_t kRowBytes = 100;

/// A table in memory that answers what a server would. Its keys are in an order that nobody but it knows.
class MemoryTable {
 public:
  MemoryTable(std::size_t rows, bool keyless, std::mt19937_64& random) : keyless_rows_(keyless ? 7 : 0) {
    std::vector<std::size_t> names(rows);
    for (std::size_t at = 0; at < rows; ++at) names[at] = at;
    std::shuffle(names.begin(), names.end(), random);
    for (std::size_t at = 0; at < rows; ++at) {
      keys_.push_back({std::to_string(names[at] % 3), "k" + std::to_string(names[at])});
      places_[keys_.back()] = at;
    }
  }

  const std::vector<Key>& keys() const { return keys_; }
  std::size_t keyless_rows() const { return keyless_rows_; }

  /// The places from which on and before which the rows of a range lie.
  std::pair<std::size_t, std::size_t> places(const KeyRange& range) const {
    const std::size_t end = range.before ? places_.at(*range.before) : keys_.size();
    if (!range.start) return {0, end};
    const std::size_t begin = places_.at(range.start->key);
    return {range.start->edge == Edge::kAt ? begin : begin + 1, end};
  }

 private:
  std::vector<Key> keys_;
  std::map<Key, std::size_t> places_;
  std::size_t keyless_rows_;
};

/// Keys that the lanes wrote, by range, in the order of writing. Rows without a key have an empty one.
using Written = std::map<int, std::vector<Key>>;

/// Every row once, and in key order when the ranges are put into theirs.
void expect_exactly(const MemoryTable& table, const RangePool& pool, const Written& written) {
  EXPECT_TRUE(pool.exhausted());
  std::vector<Key> all;
  for (const int range : pool.order()) {
    const auto found = written.find(range);
    if (found != written.end()) all.insert(all.end(), found->second.begin(), found->second.end());
  }
  EXPECT_EQ(static_cast<std::size_t>(std::count(all.begin(), all.end(), Key{})), table.keyless_rows());
  std::erase(all, Key{});
  EXPECT_TRUE(all == table.keys());
}

/// A lane that can be stopped after any row, so that a test decides the interleaving. It cuts its range
/// wherever chance has it, as an index dive may.
class SteppedLane {
 public:
  SteppedLane(const MemoryTable& table, RangePool& pool, Written& written, std::mt19937& random)
      : table_(table), pool_(pool), written_(written), random_(random) {}

  /// One step: take a range, cut it, send a query, read one row, or end a query.
  void step() {
    if (!range_) {
      if (auto taken = pool_.take()) range_.emplace(std::move(*taken));
    } else if (range_->keyless()) {
      written_[range_->id()].assign(table_.keyless_rows(), Key{});
      finish();
    } else if (in_query_) {
      next_ < end_ ? read_row() : end_query();
    } else if (random_() % 3 == 0) {
      cut();
    } else {
      begin_query();
    }
  }

 private:
  void cut() {
    const auto [begin, end] = table_.places(range_->range());
    if (end - begin < 2) return range_->keep_whole(0);
    range_->cut(table_.keys()[begin + 1 + random_() % (end - begin - 1)], 0.5);
  }

  void begin_query() {
    limit_ = 1 + random_() % 40;
    std::tie(next_, end_) = table_.places(range_->range());
    end_ = std::min(end_, next_ + limit_);
    found_ = end_ - next_;
    in_query_ = true;
  }

  void read_row() { written_[range_->id()].push_back(table_.keys()[next_++]); }

  void end_query() {
    in_query_ = false;
    if (found_ < limit_) return finish();
    range_->advance(table_.keys()[next_ - 1], found_ * kRowBytes);
    if (random_() % 16 == 0) range_.reset();
  }

  void finish() {
    range_->finish();
    range_.reset();
  }

  const MemoryTable& table_;
  RangePool& pool_;
  Written& written_;
  std::mt19937& random_;
  std::optional<RangeLease> range_;
  bool in_query_ = false;
  std::size_t limit_ = 0;
  std::size_t found_ = 0;
  std::size_t next_ = 0;
  std::size_t end_ = 0;
};

class RangePoolTest : public ::testing::TestWithParam<KeylessRows> {
 protected:
  MemoryTable table(std::mt19937_64& random) const {
    return {random() % 600, GetParam() != KeylessRows::kNone, random};
  }
};
INSTANTIATE_TEST_SUITE_P(Keyless, RangePoolTest,
                         ::testing::Values(KeylessRows::kNone, KeylessRows::kFirst, KeylessRows::kLast));

TEST_P(RangePoolTest, GivesEveryRowToOneLaneUnderAnyInterleaving) {
  for (unsigned seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 shapes(seed);
    std::mt19937 random(seed);
    const MemoryTable rows = table(shapes);
    RangePool pool(GetParam(), shapes() % 100'000, 1);
    Written written;
    std::vector<SteppedLane> lanes;
    for (unsigned lane = 0; lane < 1 + seed % 6; ++lane) lanes.emplace_back(rows, pool, written, random);
    while (!pool.exhausted()) lanes[random() % lanes.size()].step();
    expect_exactly(rows, pool, written);
    if (HasFailure()) return;
  }
}

TEST_P(RangePoolTest, GivesEveryRowToOneLaneOnManyThreads) {
  std::mt19937_64 shapes(1);
  for (int round = 0; round < 40; ++round) {
    const MemoryTable rows = table(shapes);
    RangePool pool(GetParam(), shapes() % 100'000, 1);
    // Parts of one range by several lanes, in the order in which they had it.
    std::vector<Written> parts(4);
    const auto work = [&](unsigned seed) {
      std::mt19937 random(seed);
      SteppedLane lane(rows, pool, parts[seed], random);
      while (!pool.exhausted()) lane.step();
    };
    {
      std::vector<std::jthread> threads;
      for (unsigned seed = 0; seed < 4; ++seed) threads.emplace_back(work, seed);
    }
    Written written;
    std::map<Key, std::size_t> places;
    for (std::size_t at = 0; at < rows.keys().size(); ++at) places[rows.keys()[at]] = at;
    for (const Written& part : parts) {
      for (const auto& [range, keys] : part) {
        std::vector<Key>& all = written[range];
        all.insert(all.end(), keys.begin(), keys.end());
        std::sort(all.begin(), all.end(), [&](const Key& a, const Key& b) {
          return !a.empty() && !b.empty() && places.at(a) < places.at(b);
        });
      }
    }
    expect_exactly(rows, pool, written);
    if (HasFailure()) return;
  }
}

TEST(RangeLeaseTest, TheFirstRangeHasNoBounds) {
  RangePool pool(KeylessRows::kNone, 1'000'000, 1);
  const auto whole = pool.take();
  ASSERT_TRUE(whole);
  EXPECT_FALSE(whole->range().start);
  EXPECT_FALSE(whole->range().before);
  EXPECT_FALSE(pool.take());
}

TEST(RangeLeaseTest, WhatIsCutOffGoesToAnotherLane) {
  RangePool pool(KeylessRows::kNone, 1'000'000, 1);
  auto lower = pool.take();
  EXPECT_FALSE(pool.was_cut());
  lower->cut({"500"}, 0.5);
  EXPECT_TRUE(pool.was_cut());
  EXPECT_EQ(pool.free_ranges(), 1);
  const auto upper = pool.take();
  ASSERT_TRUE(upper);
  EXPECT_EQ(lower->range().before, Key{"500"});
  EXPECT_EQ(upper->range().start->key, Key{"500"});
  EXPECT_EQ(upper->range().start->edge, Edge::kAt);
  EXPECT_FALSE(upper->range().before);
  EXPECT_EQ(pool.order(), (std::vector<int>{0, 1}));
}

TEST(RangeLeaseTest, ThePartsShareWhatIsThoughtToBeLeft) {
  RangePool pool(KeylessRows::kNone, 1'000'000, 1);
  auto lower = pool.take();
  lower->advance({"100"}, 200'000);
  lower->cut({"500"}, 0.25);
  EXPECT_DOUBLE_EQ(lower->bytes_left(), 200'000);
  EXPECT_DOUBLE_EQ(pool.free_bytes(), 600'000);
}

TEST(RangeLeaseTest, WhatIsSmallIsNotCut) {
  RangePool pool(KeylessRows::kNone, 1'000'000, 600'000);
  auto whole = pool.take();
  EXPECT_TRUE(whole->cuttable());
  whole->advance({"700"}, 700'000);
  EXPECT_FALSE(whole->cuttable());
  EXPECT_EQ(pool.held_bytes(), 0);
}

// Statistics that know nothing of the rows must not leave a huge table to one lane.
TEST(RangeLeaseTest, WhatGoesOnBehindItsExpectedEndIsCutAfterAll) {
  RangePool pool(KeylessRows::kNone, 0, 1'000'000);
  auto whole = pool.take();
  EXPECT_FALSE(whole->cuttable());
  whole->advance({"7"}, 8'000'000);
  EXPECT_TRUE(whole->cuttable());
  EXPECT_TRUE(whole->worth_cutting(100));
}

TEST(RangeLeaseTest, IsNotAskedAgainSoonWhereNoCutWasFound) {
  RangePool pool(KeylessRows::kNone, 100'000'000, 1'000'000);
  auto whole = pool.take();
  EXPECT_FALSE(whole->worth_cutting(100));
  whole->keep_whole(50'000'000);
  EXPECT_FALSE(whole->cuttable());
  EXPECT_DOUBLE_EQ(whole->bytes_left(), 50'000'000);
  whole->advance({"7"}, 2'000'000);
  EXPECT_TRUE(whole->cuttable());
}

TEST(RangeLeaseTest, WhatWasGivenBackGoesToTheNextLane) {
  RangePool pool(KeylessRows::kNone, 1'000'000, 1);
  {
    auto lane = pool.take();
    lane->advance({"10"}, 1'000);
  }
  EXPECT_FALSE(pool.exhausted());
  const auto next = pool.take();
  ASSERT_TRUE(next);
  EXPECT_EQ(next->id(), 0);
  EXPECT_EQ(next->range().start->key, Key{"10"});
  EXPECT_EQ(next->range().start->edge, Edge::kBehind);
}

TEST(RangeLeaseTest, TheRowsWithoutAKeyAreARangeOfTheirOwn) {
  RangePool first(KeylessRows::kFirst, 1'000'000, 1);
  RangePool last(KeylessRows::kLast, 1'000'000, 1);
  for (RangePool* pool : {&first, &last}) {
    const auto keyed = pool->take();
    const auto keyless = pool->take();
    EXPECT_FALSE(keyed->keyless());
    EXPECT_TRUE(keyless->keyless());
    EXPECT_FALSE(keyless->cuttable());
    EXPECT_EQ(keyless->id() < keyed->id(), pool == &first);
  }
}

}  // namespace
}  // namespace sluice
