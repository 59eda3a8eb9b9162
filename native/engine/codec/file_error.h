#pragma once

#include <string_view>

#include "support/failure.h"

namespace sluice {

/// A failed call on a file as the engine's exception: "disk-full" or "file-failed", with the file's name.
/// `doing` completes the sentence "<file> could not be ...".
EngineError file_error(std::string_view path, std::string_view doing, int error);

}  // namespace sluice
