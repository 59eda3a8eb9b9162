#include "innodb/untrusted_file.h"

#include <gtest/gtest.h>

#include "harness/fuzz_rounds.h"
#include "harness/kept_inputs.h"

namespace sluice {
namespace {

TEST(UntrustedCorpusTest, ReadsWhole) {
  for (const test::UntrustedInput& input : test::untrusted_corpus())
    EXPECT_NO_THROW(test::read_untrusted(input));
}

/// The fuzz tier's corpus and a slice of its work, from seeds: under ASan and UBSan in their presets.
TEST(UntrustedFileTest, NeverMakesTheReaderFailOrLie) {
  const std::string kept = test::kept_folder("tablespaces");
  if (!test::replay_kept(kept, test::read_untrusted)) return;
  const std::vector<test::UntrustedInput> corpus = test::untrusted_corpus();
  for (int round = 0; round < test::fuzz_rounds(600); ++round) {
    const std::uint32_t seed = test::fuzz_seed() + static_cast<std::uint32_t>(round);
    std::minstd_rand random(seed);
    SCOPED_TRACE("one round again: SLUICE_SEED=" + std::to_string(seed));
    for (test::UntrustedInput input : corpus) {
      test::mutate_untrusted(input, random);
      if (!test::read_or_keep(kept, input, test::read_untrusted)) return;
    }
  }
}

}  // namespace
}  // namespace sluice
