#pragma once

#include <string_view>

#include "support/failure.h"

namespace sluice {

/// A failed call on a file as the engine's exception: "disk-full" or "file-failed", with the file's name.
/// `act` is one of `fileActs` in app/text/engine/messages.ts, such as "written".
EngineError file_error(std::string_view path, const char* act, int error);

}  // namespace sluice
