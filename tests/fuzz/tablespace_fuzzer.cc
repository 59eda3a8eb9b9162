/// libFuzzer's side of tests/native/innodb/untrusted_file.h. With one argument, the name of a folder,
/// `--corpus` first, it writes the corpus there instead.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <random>
#include <string>

#include "innodb/untrusted_file.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  if (*argc != 3 || std::strcmp((*argv)[1], "--corpus") != 0) return 0;
  int number = 0;
  for (const auto& input : sluice::test::untrusted_corpus()) {
    std::ofstream((*argv)[2] + ("/made-" + std::to_string(number++)), std::ios::binary) << input;
  }
  std::exit(0);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sluice::test::read_untrusted(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}

/// Mostly fields that are believed; now and then whatever libFuzzer thinks of.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  std::minstd_rand random(seed);
  if (size == 0 || random() % 4 == 0) return LLVMFuzzerMutate(data, size, max_size);
  std::string input(reinterpret_cast<const char*>(data), size);
  sluice::test::mutate_untrusted(input, random);
  std::memcpy(data, input.data(), input.size());
  return input.size();
}
