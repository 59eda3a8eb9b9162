import { assertNever } from '../contract/exhaustive';
import type { IncludeRule } from '../contract/runs/options';
import type { RunSetup } from './setup';

/** The selected objects of a set-up in a few words, such as "shop, crm.orders"; empty for a whole dump folder. */
export function whatOf(setup: RunSetup): string {
  switch (setup.kind) {
    case 'dump':
      return includedText(setup.options.selection.include);
    case 'load':
    case 'verify':
    case 'rollback':
      return mapText(setup.kind === 'load' ? setup.options.schemaMap : setup.schemaMap);
    case 'migrate': {
      const renames = mapText(setup.options.schemaMap);
      const taken = includedText(setup.options.selection.include);
      return renames === '' ? taken : `${taken} (${renames})`;
    }
    default:
      return assertNever(setup);
  }
}

function includedText(rules: readonly IncludeRule[]): string {
  return rules.map(ruleText).join(', ');
}

function ruleText(rule: IncludeRule): string {
  switch (rule.kind) {
    case 'schema':
      return rule.schema;
    case 'table':
    case 'routine':
    case 'event':
      return `${rule.schema}.${rule.name}`;
    default:
      return assertNever(rule);
  }
}

function mapText(schemaMap: Readonly<Record<string, string>>): string {
  return Object.entries(schemaMap)
    .map(([from, to]) => `${from} → ${to}`)
    .join(', ');
}
