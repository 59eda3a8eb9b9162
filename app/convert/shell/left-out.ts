import { LOAD_DEFAULTS, type LoadSelection } from '../../contract/runs/options';
import { tablesOf } from '../../format/read/dump';
import { convertText } from '../../text/convert';
import type { ChosenDump } from '../chosen-dump';

/** Accounts belong to a whole dump: a part of it may be handed on to people who must not have their passwords. */
export function withAccountsOfWhole(
  dump: ChosenDump,
  { include, exclude, content }: LoadSelection,
): { readonly whole: ChosenDump; readonly notices: readonly string[] } {
  const isAll = JSON.stringify(include) === JSON.stringify(LOAD_DEFAULTS.selection.include);
  const isWhole = isAll && exclude.length === 0 && content !== 'data';
  if (isWhole || (dump.manifest.users ?? []).length === 0) return { whole: dump, notices: [] };
  const manifest = { ...dump.manifest, users: undefined };
  return { whole: { ...dump, manifest }, notices: [convertText.withoutAccounts] };
}

/** Facts of a dump that a folder of its chunks does not have, in sentences. */
export function notCarried(dump: ChosenDump): readonly string[] {
  const tables = tablesOf(dump);
  const disordered = tables.filter(({ disorder }) => disorder !== undefined);
  const hasKeys = tables.some(({ chunks }) => chunks.some(({ first }) => first.length > 0));
  return [
    ...(disordered.length === 0
      ? []
      : [convertText.leftInDisorder(disordered.map(({ schema, name }) => `${schema}.${name}`))]),
    ...(hasKeys ? [convertText.keysNotCarried] : []),
  ];
}
