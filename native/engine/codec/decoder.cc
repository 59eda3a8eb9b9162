#include "codec/decoder.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "codec/file.h"
#include "codec/file_error.h"
#include "codec/gzip_decoder.h"
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

UniqueFd open_chunk(const std::string& path) {
  UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (fd.valid()) return fd;
  if (errno == ENOENT) throw damaged_chunk(path, {"fileMissing", {{"file", base_name(path)}}});
  throw file_error(path, "opened", errno);
}

/// The file's bytes are the chunk's.
class PlainDecoder final : public Decoder {
 public:
  explicit PlainDecoder(StoredFile& stored) : stored_(stored) {}
  std::size_t read(char* buffer, std::size_t capacity) override { return stored_.read(buffer, capacity); }

 private:
  StoredFile& stored_;
};

}  // namespace

EngineError ends_early(const std::string& path) {
  return damaged_chunk(path, {"fileEndsEarly", {{"file", base_name(path)}}});
}

EngineError undecodable(const std::string& path, const char* reason) {
  return damaged_chunk(path, {"fileDamaged", {{"file", base_name(path)}, {"reason", said(reason)}}});
}

StoredFile::StoredFile(std::string path) : path_(std::move(path)), fd_(open_chunk(path_)) {}

void StoredFile::begin_at(std::uint64_t offset) {
  if (::lseek(fd_.get(), static_cast<off_t>(offset), SEEK_SET) < 0) throw file_error(path_, "read", errno);
}

std::size_t StoredFile::read(char* buffer, std::size_t capacity) {
  ssize_t got = 0;
  do {
    got = ::read(fd_.get(), buffer, capacity);
  } while (got < 0 && errno == EINTR);
  if (got < 0) throw file_error(path_, "read", errno);
  bytes_ += static_cast<std::uint64_t>(got);
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
      return std::make_unique<GzipDecoder>(stored, board);
  }
  throw defect("There is no such codec.");
}

}  // namespace sluice
