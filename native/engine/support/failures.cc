#include "support/failures.h"

#include <new>
#include <system_error>

namespace sluice {

bool is_thread_refusal(const std::exception& error) {
  const auto* const refusal = dynamic_cast<const std::system_error*>(&error);
  return refusal != nullptr && refusal->code() == std::errc::resource_unavailable_try_again;
}

Failure threads_refused() { return EngineError("threads-refused", "threadsRefused").failure(); }

Message lack_of_threads(int running) { return {"fewerThreads", {{"running", running}}}; }

Failure failure_of(const std::exception& error) {
  if (const auto* const own = dynamic_cast<const EngineError*>(&error)) return own->failure();
  if (is_thread_refusal(error)) return threads_refused();
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr)
    return EngineError("memory-refused", "memoryRefused").failure();
  return defect(error.what()).failure();
}

}  // namespace sluice
