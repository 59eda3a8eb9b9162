#include "innodb/file_scan.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <thread>
#include <utility>

#include "codec/file.h"
#include "codec/file_error.h"
#include "support/parallel.h"
#include "support/unique_fd.h"

namespace sluice {
namespace {

/// Small enough to stay in a core's cache between reading and checking, a multiple of every page size.
constexpr std::size_t kBlockBytes = 1 << 20;
constexpr int kMaxThreads = 64;
constexpr int kRounds = 3;

using Clock = std::chrono::steady_clock;

EngineError damaged(const std::string& path, Message message) {
  Failure failure;
  failure.code = "tablespace-damaged";
  failure.chunk = base_name(path);
  failure.message = std::move(message);
  return EngineError(std::move(failure));
}

/// Asks for the kind of file first: to open a pipe waits for whoever writes into it.
UniqueFd open_file(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    Failure failure;
    failure.code = "not-a-tablespace";
    failure.chunk = base_name(path);
    failure.message = {"notAFile", {{"file", failure.chunk}}};
    throw EngineError(std::move(failure));
  }
  return UniqueFd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
}

/// A file that is read at any place by any thread. Reading through a mapping would save a copy, but a file
/// that gets shorter meanwhile would then end the process (SIGBUS) instead of the scan.
class SourceFile {
 public:
  explicit SourceFile(const std::string& path) : path_(path), fd_(open_file(path)) {
    if (!fd_.valid()) throw file_error(path_, "opened", errno);
    struct stat status {};
    if (::fstat(fd_.get(), &status) != 0) throw file_error(path_, "read", errno);
    bytes_ = static_cast<std::uint64_t>(status.st_size);
    ::posix_fadvise(fd_.get(), 0, 0, POSIX_FADV_SEQUENTIAL);
  }

  std::uint64_t bytes() const { return bytes_; }
  const std::string& path() const { return path_; }

  /// Fills the buffer as far as the file goes; returns how far that is.
  std::size_t read(std::span<std::byte> buffer, std::uint64_t at) const {
    std::size_t done = 0;
    while (done < buffer.size()) {
      const ssize_t got =
          ::pread(fd_.get(), buffer.data() + done, buffer.size() - done, static_cast<off_t>(at + done));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) throw file_error(path_, "read", errno);
      if (got == 0) break;
      done += static_cast<std::size_t>(got);
    }
    return done;
  }

 private:
  const std::string path_;
  const UniqueFd fd_;
  std::uint64_t bytes_ = 0;
};

Tablespace read_format(const SourceFile& file) {
  std::vector<std::byte> head(kSpaceHeaderBytes);
  if (file.bytes() == 0) throw damaged(file.path(), {"spaceEmpty", {{"file", base_name(file.path())}}});
  head.resize(file.read(head, 0));
  const Tablespace space = parse_tablespace(head, base_name(file.path()));
  const std::uint64_t pages = file.bytes() / space.file_page_size;
  // The system tablespace counts the pages of all its files.
  const std::uint64_t wanted = space.space_id == 0 ? 1 : std::max<std::uint64_t>(space.pages, 1);
  if (pages < wanted) {
    throw damaged(file.path(),
                  {"spaceCutOff", {{"file", base_name(file.path())}, {"pages", pages}, {"wanted", wanted}}});
  }
  return space;
}

/// One reading of one file; its threads share it.
class Scanner {
 public:
  Scanner(const SourceFile& file, Scan& scan, const ScanOptions& options, const ScanProgress& on_block,
          const std::atomic<bool>& stop)
      : file_(file), scan_(scan), options_(options), on_block_(on_block), stop_(stop) {
    scan_.pages.resize(static_cast<std::size_t>(scan_.file_bytes / page_bytes()));
  }

  void run(int threads) {
    run_in_parallel(threads, [this](int) { run_thread(); });
    if (failure_) throw EngineError(std::move(*failure_));
    read_suspects_again();
    apply_all_descriptors();
    scan_.documents =
        read_sdi(scan_.pages, scan_.space, [this](std::uint32_t number) { return page_again(number); });
  }

 private:
  std::size_t page_bytes() const { return scan_.space.file_page_size; }

  void run_thread() noexcept {
    try {
      const std::size_t pages_per_block = kBlockBytes / page_bytes();
      std::vector<std::byte> block(std::min<std::size_t>(kBlockBytes, scan_.pages.size() * page_bytes()));
      for (;;) {
        if (stop_.load(std::memory_order_relaxed)) throw EngineError("cancelled", "scanStopped");
        const std::size_t first = next_block_.fetch_add(1, std::memory_order_relaxed) * pages_per_block;
        if (first >= scan_.pages.size()) return;
        read_block(first, std::min(pages_per_block, scan_.pages.size() - first), block);
      }
    } catch (const EngineError& error) {
      fail(error.failure());
    } catch (const std::exception& error) {
      fail(defect(error.what()).failure());
    }
  }

  void read_block(std::size_t first, std::size_t count, std::span<std::byte> block) {
    const auto wanted = block.first(count * page_bytes());
    if (file_.read(wanted, std::uint64_t{first} * page_bytes()) < wanted.size()) throw shorter();
    for (std::size_t at = 0; at < count; ++at) {
      take(first + at, wanted.subspan(at * page_bytes(), page_bytes()));
    }
    on_block_(count, wanted.size());
  }

  void take(std::size_t place, Bytes bytes) {
    const auto number = static_cast<std::uint32_t>(place);
    const PageState state = check_page(bytes, number, scan_.space, options_.check);
    scan_.pages[place] = decode_page(bytes, number, state, scan_.space);
    if (is_suspect(state)) remember_suspect(number);
    if (is_readable(state) && has_descriptors(number, scan_.space)) remember_descriptors(number, bytes);
  }

  void remember_suspect(std::uint32_t number) {
    const std::lock_guard lock(mutex_);
    suspects_.push_back(number);
  }

  void remember_descriptors(std::uint32_t number, Bytes bytes) {
    const Bytes kept = bytes.first(std::min(descriptor_bytes(scan_.space), bytes.size()));
    const std::lock_guard lock(mutex_);
    descriptors_[number].assign(kept.begin(), kept.end());
  }

  void fail(const Failure& failure) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = failure;
    next_block_.store(scan_.pages.size(), std::memory_order_relaxed);
  }

  void read_suspects_again() {
    std::sort(suspects_.begin(), suspects_.end());
    scan_.read_again = suspects_.size();
    std::vector<std::byte> page(page_bytes());
    for (int round = 0; round < kRounds && !suspects_.empty(); ++round) {
      std::this_thread::sleep_for(options_.pause);
      for (const std::uint32_t number : std::exchange(suspects_, {})) {
        if (stop_.load(std::memory_order_relaxed)) throw EngineError("cancelled", "scanStopped");
        if (file_.read(page, std::uint64_t{number} * page_bytes()) < page.size()) throw shorter();
        take(number, page);
      }
    }
    scan_.mended = scan_.read_again - suspects_.size();
    if (scan_.pages.front().kind != PageKind::kSpaceHeader) {
      throw damaged(file_.path(), {"spaceHeaderDamaged", {{"file", base_name(file_.path())}}});
    }
  }

  /// A descriptor page that can't be read leaves its pages as they look.
  void apply_all_descriptors() {
    const std::span<Page> pages(scan_.pages);
    for (std::size_t first = 0; first < pages.size(); first += page_bytes()) {
      const bool is_missing = pages[first].state == PageState::kZero;
      const auto found = descriptors_.find(static_cast<std::uint32_t>(first));
      if (found == descriptors_.end() && !is_missing) continue;
      const auto described = pages.subspan(first, std::min(page_bytes(), pages.size() - first));
      apply_descriptors(is_missing ? Bytes{} : Bytes(found->second), scan_.space, described, scan_.extents);
    }
  }

  /// A page that was whole a moment ago; empty where it is not any more.
  std::vector<std::byte> page_again(std::uint32_t number) const {
    std::vector<std::byte> page;
    if (number >= scan_.pages.size()) return page;
    page.resize(page_bytes());
    const bool is_whole = file_.read(page, std::uint64_t{number} * page_bytes()) == page.size() &&
                          is_readable(check_page(page, number, scan_.space, options_.check));
    if (!is_whole) page.clear();
    return page;
  }

  EngineError shorter() const {
    return damaged(file_.path(), {"spaceGotShorter", {{"file", base_name(file_.path())}}});
  }

  const SourceFile& file_;
  Scan& scan_;
  const ScanOptions& options_;
  const ScanProgress& on_block_;
  const std::atomic<bool>& stop_;
  std::atomic<std::size_t> next_block_{0};
  std::mutex mutex_;
  // Guarded by mutex_ while the threads run.
  std::vector<std::uint32_t> suspects_;
  std::map<std::uint32_t, std::vector<std::byte>> descriptors_;
  std::optional<Failure> failure_;
};

}  // namespace

Scan scan_file(const std::string& path, const ScanOptions& options, const ScanProgress& on_block,
               const std::atomic<bool>& stop) {
  const auto begin = Clock::now();
  const SourceFile file(path);
  Scan scan;
  scan.space = read_format(file);
  scan.file_bytes = file.bytes();
  Scanner(file, scan, options, on_block, stop).run(std::clamp(options.threads, 1, kMaxThreads));
  scan.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return scan;
}

}  // namespace sluice
