#include "harness/packers.h"

#include <bzlib.h>
#include <gtest/gtest.h>
#include <lz4frame.h>
#include <lzma.h>

#include <algorithm>

namespace sluice::test {

std::string bzip2(const std::string& bytes) {
  auto size = static_cast<unsigned>(bytes.size() + bytes.size() / 100 + 600);
  std::string out(size, '\0');
  auto* const in = const_cast<char*>(bytes.data());
  EXPECT_EQ(BZ2_bzBuffToBuffCompress(out.data(), &size, in, static_cast<unsigned>(bytes.size()), 1, 0, 0),
            BZ_OK);
  out.resize(size);
  return out;
}

std::string xz(const std::string& bytes, unsigned dictionary) {
  lzma_options_lzma options;
  EXPECT_FALSE(lzma_lzma_preset(&options, 0));
  options.dict_size = dictionary;
  const lzma_filter filters[] = {{LZMA_FILTER_LZMA2, &options}, {LZMA_VLI_UNKNOWN, nullptr}};
  std::string out(lzma_stream_buffer_bound(bytes.size()), '\0');
  std::size_t size = 0;
  EXPECT_EQ(lzma_stream_buffer_encode(const_cast<lzma_filter*>(filters), LZMA_CHECK_CRC64, nullptr,
                                      reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(),
                                      reinterpret_cast<std::uint8_t*>(out.data()), &size, out.size()),
            LZMA_OK);
  out.resize(size);
  return out;
}

std::string xz_blocks(const std::string& bytes, std::size_t block_bytes) {
  lzma_stream stream = LZMA_STREAM_INIT;
  EXPECT_EQ(lzma_easy_encoder(&stream, 0, LZMA_CHECK_CRC32), LZMA_OK);
  std::string out(lzma_stream_buffer_bound(bytes.size()) + bytes.size() / block_bytes * 64, '\0');
  stream.next_out = reinterpret_cast<std::uint8_t*>(out.data());
  stream.avail_out = out.size();
  for (std::size_t at = 0; at < bytes.size(); at += block_bytes) {
    stream.next_in = reinterpret_cast<const std::uint8_t*>(bytes.data() + at);
    stream.avail_in = std::min(block_bytes, bytes.size() - at);
    EXPECT_EQ(lzma_code(&stream, LZMA_FULL_FLUSH), LZMA_STREAM_END);
  }
  EXPECT_EQ(lzma_code(&stream, LZMA_FINISH), LZMA_STREAM_END);
  out.resize(out.size() - stream.avail_out);
  lzma_end(&stream);
  return out;
}

std::string lz4(const std::string& bytes) {
  LZ4F_preferences_t preferences{};
  preferences.frameInfo.contentChecksumFlag = LZ4F_contentChecksumEnabled;
  preferences.frameInfo.contentSize = bytes.size();
  std::string out(LZ4F_compressFrameBound(bytes.size(), &preferences), '\0');
  out.resize(LZ4F_compressFrame(out.data(), out.size(), bytes.data(), bytes.size(), &preferences));
  return out;
}

}  // namespace sluice::test
