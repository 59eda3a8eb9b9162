#pragma once

#include <napi.h>

namespace sluice::addon {

/// Makes the handle of an input that comes once: `EngineInput` of app/engine/scan/inputs.ts. The input, and a
/// copy of it in memory, live as long as the handle or a task of it.
Napi::Value open_input(const Napi::CallbackInfo& call);

}  // namespace sluice::addon
