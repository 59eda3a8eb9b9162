/**
 * zstd-napi finds its native half by its own place in node_modules, which a bundle does not have: here it is the copy
 * beside the bundle (see build/bundles.mjs). Where Node-API 8 is missing, our shim, which exports the two functions
 * of it that zstd-napi links against, is loaded first and for all to see.
 */
export function zstdBinding() {
  return {
    name: 'sluice:zstd-binding',
    enforce: 'pre',
    load(id) {
      return /zstd-napi\/binding\.js$/.test(id) ? BINDING : null;
    },
  };
}

const BINDING = `
const { join } = require('path');
const { constants } = require('os');
const open = (file, flags) => {
  const loaded = { exports: {} };
  process.dlopen(loaded, join(__dirname, 'native', file), flags);
  return loaded.exports;
};
if (Number(process.versions.napi) < 8) {
  open('napi8_shim.node', constants.dlopen.RTLD_NOW | constants.dlopen.RTLD_GLOBAL);
}
module.exports = open('zstd_napi.node', constants.dlopen.RTLD_NOW);
`;
