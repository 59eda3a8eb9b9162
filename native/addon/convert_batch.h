#pragma once

#include <napi.h>

#include "support/failure.h"
#include "support/reporter.h"

namespace sluice::addon {

/// `EngineFailure` of app/engine/events.ts.
Napi::Object to_js(Napi::Env env, const Failure& failure);

/// `EngineBatch` of app/engine/events.ts.
Napi::Object to_js(Napi::Env env, const Batch& batch);

}  // namespace sluice::addon
