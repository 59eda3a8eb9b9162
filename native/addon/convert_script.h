#pragma once

#include <napi.h>

#include "script/script_item.h"

namespace sluice::addon {

/// `EngineScriptItem` of app/engine/scan/scans.ts.
Napi::Object to_js(Napi::Env env, const ScriptItem& item);

}  // namespace sluice::addon
