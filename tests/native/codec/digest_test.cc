#include "codec/digest.h"

#include <gtest/gtest.h>

namespace sluice {
namespace {

// The values that `xxhsum -H1` prints.
TEST(DigestTest, IsXxHash64) {
  Digest digest;
  EXPECT_EQ(digest.value(), 0xef46db3751d8e999U);
  digest.add("a");
  EXPECT_EQ(digest.value(), 0xd24ec4f1a98c6e5bU);
}

TEST(DigestTest, DoesNotDependOnHowTheBytesCome) {
  Digest whole;
  whole.add("a stretch of bytes that is longer than one lane of the hash");
  Digest pieces;
  pieces.add("left over");
  pieces.reset();
  pieces.add("a stretch of bytes ");
  pieces.add("");
  pieces.add("that is longer than one lane of the hash");
  EXPECT_EQ(whole.value(), pieces.value());
}

}  // namespace
}  // namespace sluice
