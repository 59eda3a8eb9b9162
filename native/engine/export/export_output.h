#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "codec/compression.h"
#include "codec/file.h"
#include "codec/packer.h"
#include "support/buffer.h"
#include "support/stop_signal.h"

namespace sluice {

/// Files that are written one after the other, or an open descriptor, compressed or not. The same text gives
/// the same bytes, in whatever pieces it comes. Used by one thread at a time. Throws EngineError as
/// `OutputFile` does, and as "cancelled" where it waits for a reader when the job stops.
class ExportOutput {
 public:
  /// `descriptor` is -1 for files. `board` and `stop` must outlive this.
  ExportOutput(const Compression& compression, int descriptor, ProgressBoard& board, const StopSignal& stop);

  /// Begins a file that does not exist yet; the last one is closed. A descriptor goes on.
  void open(const std::string& path);
  void write(std::string_view text);
  /// Writes what is left, and closes the file.
  void close();

 private:
  void send_block(bool last);
  void send(std::string_view bytes);
  void send_to_descriptor(std::string_view bytes);

  const Compression compression_;
  const int descriptor_;
  ProgressBoard& board_;
  const StopSignal& stop_;
  /// Largest write to the descriptor that can't block once it is ready.
  const std::size_t most_at_once_;
  std::optional<OutputFile> file_;
  std::unique_ptr<Packer> packer_;
  Buffer block_;
  Buffer packed_;
  bool begun_ = false;
};

}  // namespace sluice
