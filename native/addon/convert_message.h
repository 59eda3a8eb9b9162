#pragma once

#include <napi.h>

#include "support/message.h"

namespace sluice::addon {

/// Makes the object of a message (`EngineMessage` in app/engine/words/message.ts); null for an empty one.
Napi::Value to_js(Napi::Env env, const Message& from);

}  // namespace sluice::addon
