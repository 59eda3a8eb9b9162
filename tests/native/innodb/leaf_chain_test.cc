#include "innodb/leaf_chain.h"

#include <gtest/gtest.h>

#include <initializer_list>

#include "innodb/layout.h"

namespace sluice {
namespace {

constexpr std::uint64_t kIndex = 9;
using layout::kNoPage;

class LeafChainTest : public ::testing::Test {
 protected:
  LeafChainTest() : pages_(10) {}

  /// Leaves in key order, each naming its neighbours.
  void chain(std::initializer_list<std::uint32_t> order) {
    std::uint32_t before = kNoPage;
    for (const std::uint32_t number : order) {
      Page& page = pages_[number];
      page.kind = PageKind::kIndex;
      page.state = PageState::kVerified;
      page.index_id = kIndex;
      page.prev = before;
      if (before != kNoPage) pages_[before].next = number;
      before = number;
    }
  }

  LeafChain follow() {
    std::vector<std::uint32_t> leaves;
    for (std::uint32_t number = 0; number < pages_.size(); ++number) {
      if (is_leaf(pages_[number]) && pages_[number].index_id == kIndex) leaves.push_back(number);
    }
    return follow_leaves(pages_, kIndex, leaves);
  }

  std::vector<Page> pages_;
};

using Numbers = std::vector<std::uint32_t>;

TEST_F(LeafChainTest, GoesThroughTheLeavesInKeyOrder) {
  chain({4, 9, 5, 2});
  EXPECT_EQ(follow().pages, (Numbers{4, 9, 5, 2}));
  EXPECT_EQ(plain(follow().broken), "");
}

TEST_F(LeafChainTest, ATableOfOnePageIsAChain) {
  chain({3});
  EXPECT_EQ(follow().pages, (Numbers{3}));
  EXPECT_EQ(plain(follow().broken), "");
}

TEST_F(LeafChainTest, EndsBeforeWhatDoesNotFit) {
  chain({4, 9, 5});
  pages_[9].state = PageState::kZero;
  pages_[9].kind = PageKind::kUnused;
  EXPECT_EQ(follow().pages, (Numbers{4}));
  EXPECT_EQ(plain(follow().broken), "leafUnreadable page=9");

  chain({4, 9, 5});
  pages_[9].index_id = kIndex + 1;
  EXPECT_EQ(plain(follow().broken), "notALeaf page=9");
  pages_[9].index_id = kIndex;
  pages_[9].is_free = true;
  EXPECT_EQ(plain(follow().broken), "notALeaf page=9");
  pages_[9].is_free = false;
  pages_[9].level = 1;
  EXPECT_EQ(plain(follow().broken), "notALeaf page=9");
  pages_[9].level = 0;
  pages_[5].next = 4'000;
  EXPECT_EQ(plain(follow().broken), "nextPageBehindEnd page=5");
}

TEST_F(LeafChainTest, NeverGoesInCircles) {
  chain({4, 9, 5});
  pages_[5].next = 9;
  EXPECT_EQ(plain(follow().broken), "otherPreviousPage page=9");
  EXPECT_EQ(follow().pages, (Numbers{4, 9, 5}));
  pages_[5].next = 5;
  EXPECT_EQ(plain(follow().broken), "otherPreviousPage page=5");
  pages_[4].next = 4;
  EXPECT_EQ(plain(follow().broken), "otherPreviousPage page=4");
}

TEST_F(LeafChainTest, NeedsExactlyOneBeginning) {
  chain({4, 9});
  chain({5, 6});
  EXPECT_EQ(plain(follow().broken), "severalFirstLeaves pages=2");
  pages_[4].prev = 6;
  pages_[6].next = 4;
  pages_[5].prev = 9;
  pages_[9].next = 5;
  EXPECT_EQ(plain(follow().broken), "severalFirstLeaves pages=0");
}

TEST_F(LeafChainTest, CountsTheLeavesThatAreNotInIt) {
  chain({4, 9, 5});
  pages_[9].next = kNoPage;
  EXPECT_EQ(plain(follow().broken), "leavesOutsideChain pages=1");
  EXPECT_EQ(follow().pages, (Numbers{4, 9}));
}

}  // namespace
}  // namespace sluice
