#include "harness/kept_inputs.h"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <stdexcept>

#include "harness/temp_folder.h"

namespace sluice::test {

namespace {

constexpr int kMostCalls = 3'000;

}  // namespace

std::string kept_folder(const std::string& reader) {
  if (!std::filesystem::exists("tests/fuzz"))
    throw std::runtime_error("The tests are run in the root of the tree.");
  return "tests/fuzz/kept/" + reader;
}

std::vector<KeptInput> kept_inputs(const std::string& folder) {
  std::vector<KeptInput> inputs;
  if (!std::filesystem::exists(folder)) return inputs;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    inputs.push_back({entry.path().string(), read_file(entry.path().string())});
  std::sort(inputs.begin(), inputs.end(),
            [](const KeptInput& one, const KeptInput& other) { return one.path < other.path; });
  return inputs;
}

bool fails(const std::function<void()>& work) {
  testing::TestPartResultArray results;
  bool threw = false;
  {
    const testing::ScopedFakeTestPartResultReporter reporter(
        testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &results);
    try {
      work();
    } catch (const std::exception&) {
      threw = true;
    }
  }
  for (int at = 0; at < results.size(); ++at) {
    if (results.GetTestPartResult(at).failed()) return true;
  }
  return threw;
}

std::string smallest(std::string bytes, const std::function<bool(const std::string&)>& is_bad) {
  int calls = 0;
  for (std::size_t piece = std::max<std::size_t>(bytes.size() / 2, 1); piece > 0; piece /= 2) {
    for (std::size_t at = 0; at < bytes.size() && calls < kMostCalls;) {
      std::string without = bytes;
      without.erase(at, piece);
      ++calls;
      if (is_bad(without)) {
        bytes = std::move(without);
      } else {
        at += piece;
      }
    }
  }
  return bytes;
}

bool replay_kept(const std::string& folder, const std::function<void(const std::string&)>& read) {
  bool good = true;
  for (const KeptInput& input : kept_inputs(folder)) {
    if (!fails([&] { read(input.bytes); })) continue;
    good = false;
    const testing::ScopedTrace trace(__FILE__, __LINE__, "the input that is kept in " + input.path);
    read(input.bytes);
  }
  return good;
}

bool read_or_keep(const std::string& folder, const std::string& bytes,
                  const std::function<void(const std::string&)>& read) {
  const auto is_bad = [&](const std::string& input) { return fails([&] { read(input); }); };
  if (!is_bad(bytes)) return true;
  const std::string kept = smallest(bytes, is_bad);
  std::filesystem::create_directories(folder);
  const std::string path = folder + "/found-" + std::to_string(std::hash<std::string>()(kept));
  std::ofstream(path, std::ios::binary) << kept;
  const testing::ScopedTrace trace(__FILE__, __LINE__, "the smallest input that fails is kept in " + path);
  read(kept);
  return false;
}

}  // namespace sluice::test
