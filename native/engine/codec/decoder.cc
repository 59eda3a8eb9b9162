#include "codec/decoder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "codec/bzip2_decoder.h"
#include "codec/file.h"
#include "codec/file_error.h"
#include "codec/gzip_decoder.h"
#include "codec/lz4_decoder.h"
#include "codec/xz_decoder.h"
#include "codec/zstd_decoder.h"

namespace sluice {
namespace {

/// "dump-damaged" with the file's name as its chunk.
EngineError damaged_chunk(const std::string& path, Message message) {
  Failure failure;
  failure.code = "dump-damaged";
  failure.chunk = base_name(path);
  failure.message = std::move(message);
  return EngineError(std::move(failure));
}

/// Asks for the kind of file first: to open a pipe waits for whoever writes into it.
UniqueFd open_chunk(const std::string& path) {
  struct stat status {};
  const bool known = ::stat(path.c_str(), &status) == 0;
  if (known && !S_ISREG(status.st_mode)) {
    throw damaged_chunk(path, {"notAFile", {{"file", base_name(path)}}});
  }
  UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (fd.valid()) return fd;
  if (errno == ENOENT) throw damaged_chunk(path, {"fileMissing", {{"file", base_name(path)}}});
  throw file_error(path, "opened", errno);
}

/// "dump-unsupported", for a file that takes a library that was not there when the engine was built.
[[maybe_unused]] EngineError without_library(const StoredFile& stored, std::string library) {
  Failure failure;
  failure.code = "dump-unsupported";
  failure.chunk = base_name(stored.path());
  failure.message = {"libraryMissing", {{"file", failure.chunk}, {"library", std::move(library)}}};
  failure.hint = "buildWithLibraryOrUnpack";
  return EngineError(std::move(failure));
}

/// The file's bytes are the chunk's.
class PlainDecoder final : public Decoder {
 public:
  explicit PlainDecoder(StoredFile& stored) : stored_(stored) {}
  std::size_t read(char* buffer, std::size_t capacity) override { return stored_.read(buffer, capacity); }
  bool skip(std::uint64_t bytes) override {
    stored_.skip_to(stored_.place() + bytes);
    return true;
  }

 private:
  StoredFile& stored_;
};

}  // namespace

EngineError ends_early(const std::string& path) {
  return damaged_chunk(path, {"fileEndsEarly", {{"file", base_name(path)}}});
}

EngineError undecodable(const std::string& path, Message reason) {
  return damaged_chunk(path, {"fileDamaged", {{"file", base_name(path)}, {"reason", std::move(reason)}}});
}

EngineError window_too_large(const std::string& path) {
  Failure failure;
  failure.code = "memory-limit";
  failure.chunk = base_name(path);
  failure.message = {"windowTooLarge", {{"file", failure.chunk}}};
  failure.hint = "raiseMemoryOrUseFewerThreads";
  return EngineError(std::move(failure));
}

StoredFile::StoredFile(std::string path) : path_(std::move(path)), fd_(open_chunk(path_)) {}

void StoredFile::begin_at(std::uint64_t offset) {
  if (::lseek(fd_.get(), static_cast<off_t>(offset), SEEK_SET) < 0) throw file_error(path_, "read", errno);
  place_ = offset;
}

void StoredFile::confine(std::uint64_t offset, std::uint64_t bytes) {
  begin_at(offset);
  left_ = bytes;
}

void StoredFile::skip_to(std::uint64_t offset) {
  left_ -= offset - place_;
  begin_at(offset);
}

std::size_t StoredFile::read(char* buffer, std::size_t capacity) {
  const auto room = static_cast<std::size_t>(std::min<std::uint64_t>(capacity, left_));
  ssize_t got = 0;
  do {
    got = ::read(fd_.get(), buffer, room);
  } while (got < 0 && errno == EINTR);
  if (got < 0) throw file_error(path_, "read", errno);
  bytes_ += static_cast<std::uint64_t>(got);
  place_ += static_cast<std::uint64_t>(got);
  left_ -= static_cast<std::uint64_t>(got);
  return static_cast<std::size_t>(got);
}

std::unique_ptr<Decoder> make_decoder(Codec codec, StoredFile& stored, ProgressBoard& board,
                                      std::uint64_t most_bytes) {
  switch (codec) {
    case Codec::kNone:
      return std::make_unique<PlainDecoder>(stored);
    case Codec::kZstd:
      return std::make_unique<ZstdDecoder>(stored, board, most_bytes);
    case Codec::kGzip:
      return std::make_unique<GzipDecoder>(stored, board, DeflateFrame::kGzip);
    case Codec::kDeflate:
      return std::make_unique<GzipDecoder>(stored, board, DeflateFrame::kNone);
    case Codec::kBzip2:
#ifdef SLUICE_HAS_BZIP2
      return std::make_unique<Bzip2Decoder>(stored, board);
#else
      throw without_library(stored, "libbz2");
#endif
    case Codec::kXz:
#ifdef SLUICE_HAS_XZ
      return std::make_unique<XzDecoder>(stored, board, most_bytes);
#else
      throw without_library(stored, "liblzma");
#endif
    case Codec::kLz4:
#ifdef SLUICE_HAS_LZ4
      return std::make_unique<Lz4Decoder>(stored, board);
#else
      throw without_library(stored, "liblz4");
#endif
  }
  throw defect("There is no such codec.");
}

}  // namespace sluice
