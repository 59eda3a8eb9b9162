import { layersRule } from './layers.mjs';
import { sentencesRule } from './sentences.mjs';
import { nodePrefixRule, readonlyArraysRule, versionsRule, voidRule } from './syntax.mjs';
import { windowLayersRule } from './window-layers.mjs';

/** Rules of our own for oxlint; .oxlintrc.json says where they hold. */
export default {
  meta: { name: 'sluice' },
  rules: {
    layers: layersRule,
    'node-prefix': nodePrefixRule,
    'readonly-arrays': readonlyArraysRule,
    sentences: sentencesRule,
    versions: versionsRule,
    void: voidRule,
    'window-layers': windowLayersRule,
  },
};
