#pragma once

#include <napi.h>

#include "argument.h"
#include "script/script_item.h"
#include "script/script_scan.h"

namespace sluice::addon {

/// `EngineScanSpec` of app/engine/addon.ts as the engine's struct; a TypeError names what does not fit.
ScanSpec scan_spec(const Argument& spec);

/// `EngineScriptItem` of app/engine/addon.ts.
Napi::Object to_js(Napi::Env env, const ScriptItem& item);

}  // namespace sluice::addon
