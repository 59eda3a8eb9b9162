#include "innodb/untrusted_file.h"

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <stdexcept>

#include "innodb/layout.h"
#include "innodb/report.h"
#include "innodb/tablespace_builder.h"
#include "support/failure.h"
#include "support/unique_fd.h"

namespace sluice::test {
namespace {

using layout::kNoPage;
constexpr std::uint32_t kPages = 14;

// Ways to read a file: bits of the first byte.
constexpr unsigned kChecksums = 1;
constexpr unsigned kTwoThreads = 2;
constexpr unsigned kNoPictures = 4;

/// A file in memory, kept from input to input.
class MemoryFile {
 public:
  MemoryFile() : fd_(::memfd_create("untrusted.ibd", MFD_CLOEXEC)) {
    if (!fd_.valid()) throw std::runtime_error("there is no memory file");
  }

  std::string replace(std::string_view bytes) const {
    if (::ftruncate(fd_.get(), 0) != 0) throw std::runtime_error("the memory file can't be cut");
    const ssize_t written = ::pwrite(fd_.get(), bytes.data(), bytes.size(), 0);
    if (written != static_cast<ssize_t>(bytes.size())) throw std::runtime_error("the memory file is full");
    return "/proc/self/fd/" + std::to_string(fd_.get());
  }

 private:
  UniqueFd fd_;
};

void demand(bool is_true, const char* what) {
  if (!is_true) throw std::logic_error(what);
}

void check_index(const IndexReport& index) {
  demand(index.leaf_pages <= index.pages, "more leaves than pages");
  if (index.fill) {
    demand(index.fill->below_half >= 0 && index.fill->below_half <= 1, "a share that is none");
    demand(index.fill->p10 >= 0, "a negative fill");
  }
  if (!index.order) return;
  demand(index.order->runs <= std::max<std::uint64_t>(index.leaf_pages, 1), "more runs than leaves");
  demand(index.order->extents <= index.order->extent_visits, "more extents than visits");
  demand(index.order->out_of_order <= 1 && index.order->backward <= 1, "more steps than there are");
}

void check_report(const FileReport& report, const ReportOptions& options) {
  std::uint64_t pages = 0;
  for (const IndexReport& index : report.indexes) {
    pages += index.pages;
    check_index(index);
  }
  const StateCounts& states = report.states;
  demand(pages <= report.pages, "more pages of indexes than pages");
  demand(states.verified + states.unverified + states.zero + states.wrong_number + states.damaged ==
             report.pages,
         "pages that have no state");
  demand(report.extents.free <= report.extents.extents, "more free extents than extents");
  demand(report.extents.free_pages <= report.pages, "more free pages than pages");
  demand(report.mended <= report.read_again, "more pages mended than read again");
  demand(!report.map || report.map->fill.size() <= options.max_cells, "more cells than asked for");
  for (const SdiDocument& document : report.documents) {
    demand(document.deflated.size() <= report.file_bytes, "a document longer than its file");
  }
}

UntrustedInput input_of(unsigned how, const std::string& file) { return static_cast<char>(how) + file; }

/// A tree of one root and its leaves in a chain, a page of each other type that has a layout of its own, and
/// what MySQL's dictionary says of it.
TablespaceBuilder small_table(Shape shape) {
  TablespaceBuilder builder(shape, kPages);
  builder.put_type(1, 5);
  builder.put_type(2, 3);
  builder.put(3, {.index_id = 50, .level = 1, .records = 4});
  for (std::uint32_t at = 4; at < 8; ++at) {
    builder.put(at, {.index_id = 50, .prev = at == 4 ? kNoPage : at - 1, .next = at == 7 ? kNoPage : at + 1});
  }
  builder.put(8, {.index_id = 51, .data_bytes = 500, .garbage_bytes = 100, .compact = false});
  builder.put_type(9, 10);
  builder.put(10, {.index_id = 52, .type = 17854});
  if (shape.format == Format::kMySql) {
    builder.put_sdi(11,
                    {{.deflated = "short"}, {.type = 2, .deflated = std::string(300, 'x'), .elsewhere = 12}});
  }
  builder.put(13, {.index_id = 53});
  builder.free_page(13);
  return builder;
}

/// A field that the reader believes.
struct Field {
  std::size_t at;
  std::size_t size;
};

constexpr std::array<Field, 20> kFields{{{4, 4},  {8, 4},  {12, 4},  {16, 8},  {24, 2},  {26, 4}, {34, 4},
                                         {38, 4}, {40, 2}, {42, 4},  {46, 4},  {50, 4},  {54, 4}, {64, 2},
                                         {66, 8}, {97, 2}, {150, 8}, {170, 4}, {174, 8}, {214, 4}}};
/// The records of the dictionary, as the builder places them.
constexpr std::array<Field, 7> kSdiFields{
    {{119, 1}, {120, 1}, {124, 2}, {151, 4}, {155, 4}, {159, 8}, {42, 4}}};

std::uint64_t value_for(std::minstd_rand& random) {
  switch (random() % 5) {
    case 0:
      return random() % kPages;
    case 1:
      return ~0ULL;
    case 2:
      return 0;
    case 3:
      return std::uint64_t{random()} << 32 | random();
    default:
      return 1ULL << random() % 64;
  }
}

}  // namespace

void read_untrusted(const UntrustedInput& input) {
  static const MemoryFile file;
  if (input.empty()) return;
  const unsigned how = static_cast<unsigned char>(input.front());
  const ReportOptions options{.max_cells = (how & kNoPictures) != 0 ? 0U : 7U,
                              .max_points = (how & kNoPictures) != 0 ? 0U : 5U,
                              .list_from = how % 3,
                              .list_count = how % 50};
  const std::string path = file.replace(std::string_view(input).substr(1));
  const std::atomic<bool> stop{false};
  try {
    const Scan scan = scan_file(
        path,
        {.threads = (how & kTwoThreads) != 0 ? 2 : 1,
         .check = (how & kChecksums) != 0 ? PageCheck::kChecksum : PageCheck::kNumber,
         .pause = std::chrono::milliseconds(0)},
        [](std::uint64_t, std::uint64_t) {}, stop);
    check_report(report_on(scan, options), options);
  } catch (const EngineError& error) {
    demand(!error.failure().message.empty(), "a failure without words");
    demand(error.failure().code != "internal", error.what());
  }
}

std::vector<UntrustedInput> untrusted_corpus() {
  constexpr std::uint32_t kSmall = 4 << 10;
  std::vector<UntrustedInput> corpus;
  for (const Format format :
       {Format::kMySql, Format::kCrc32, Format::kFullCrc32, Format::kInnodb, Format::kNoChecksum}) {
    const std::string file = small_table({format, kSmall}).bytes();
    corpus.push_back(input_of(0, file));
    corpus.push_back(input_of(kChecksums | kTwoThreads, file));
  }
  corpus.push_back(input_of(kNoPictures, small_table({Format::kCrc32, kSmall, 1 << 10}).bytes()));
  corpus.push_back(input_of(0, small_table({Format::kMySql, 8 << 10}).bytes()));
  TablespaceBuilder hidden = small_table({Format::kMySql, kSmall});
  hidden.put_type(5, 15);
  hidden.put_type(6, 14);
  corpus.push_back(input_of(0, hidden.bytes()));
  return corpus;
}

void mutate_untrusted(UntrustedInput& input, std::minstd_rand& random) {
  constexpr std::array<std::size_t, 4> kSizes{4 << 10, 4 << 10, 8 << 10, 1 << 10};
  const std::size_t page_size = kSizes.at(random() % kSizes.size());
  for (auto change = random() % 4 + 1; change > 0; --change) {
    const std::size_t pages = (input.size() + page_size - 1) / page_size;
    const bool is_record = random() % 4 == 0;
    const Field field =
        is_record ? kSdiFields.at(random() % kSdiFields.size()) : kFields.at(random() % kFields.size());
    const std::size_t at = 1 + random() % std::max<std::size_t>(pages, 1) * page_size + field.at;
    if (at + field.size <= input.size()) poke_bytes(input, at, value_for(random), field.size);
  }
  if (random() % 16 == 0) input[0] = static_cast<char>(random());
  if (random() % 32 == 0)
    input.resize(input.size() - random() % std::min<std::size_t>(input.size(), page_size));
}

}  // namespace sluice::test
