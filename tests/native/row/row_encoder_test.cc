#include "row/row_encoder.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace sluice {
namespace {

TEST(RowEncoderTest, WritesOneLineForEachRow) {
  ProgressBoard board;
  Buffer buffer(board);
  const RowEncoder encoder({Encoding::kText, Encoding::kBase64, Encoding::kText, Encoding::kText});
  const std::array<const char*, 4> values{"a\tb", "\xFF\x00", nullptr, ""};
  const std::array<unsigned long, 4> lengths{3, 2, 0, 0};
  encoder.append({values, lengths}, encoder.room_for({values, lengths}), buffer);
  encoder.append({values, lengths}, encoder.room_for({values, lengths}), buffer);
  EXPECT_EQ(buffer.view(), "a\\tb\t/wA=\t\\N\t\na\\tb\t/wA=\t\\N\t\n");
}

TEST(RowEncoderTest, GrowsTheBufferForARowOfTheWorstKind) {
  ProgressBoard board;
  Buffer buffer(board);
  const RowEncoder encoder({Encoding::kText});
  const std::string tabs(1'000'000, '\t');
  const std::array<const char*, 1> values{tabs.data()};
  const std::array<unsigned long, 1> lengths{tabs.size()};
  encoder.append({values, lengths}, encoder.room_for({values, lengths}), buffer);
  EXPECT_EQ(buffer.size(), 2'000'001U);
  EXPECT_GE(board.sample().memory_bytes, buffer.size());
}

// Slices end in the middle of what base64 groups and escapes write.
TEST(RowEncoderTest, WritesTheSameInSlices) {
  ProgressBoard board;
  const RowEncoder encoder({Encoding::kBase64, Encoding::kText, Encoding::kText, Encoding::kBase64});
  std::string bytes;
  for (int at = 0; at < 500'003; ++at) bytes += static_cast<char>(at * 7 % 256);
  const std::array<const char*, 4> values{bytes.data(), bytes.data(), nullptr, ""};
  const std::array<unsigned long, 4> lengths{bytes.size(), bytes.size(), 0, 0};
  Buffer whole(board);
  encoder.append({values, lengths}, encoder.room_for({values, lengths}), whole);
  Buffer buffer(board);
  std::string sliced;
  encoder.append_in_slices({values, lengths}, buffer, [&] {
    sliced += buffer.view();
    buffer.clear();
  });
  sliced += buffer.view();
  EXPECT_TRUE(sliced == whole.view());
}

}  // namespace
}  // namespace sluice
