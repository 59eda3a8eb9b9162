import { describe, expect, it } from 'vitest';
import type { CatalogTree } from '../../../../../app/contract/catalog';
import type { Profile } from '../../../../../app/contract/connections/connection';
import type { DumpSummary } from '../../../../../app/contract/runs/dump-folder';
import { LOAD_DEFAULTS } from '../../../../../app/contract/runs/options';
import { blockingReason } from '../../../../../renderer/screens/load/blocking-reason';
import { absent, loading, ready } from '../../../../../renderer/state/remote/remote';
import { text } from '../../../../../renderer/text';

const { notYet } = text.load;
const summary = { stillToCome: null, vendor: 'mysql', end: null } as DumpSummary;
const set = {
  target: { id: 'db1' } as Profile,
  tree: ready<CatalogTree>({ vendor: 'mysql', schemas: [] }),
  isNamed: true,
  isThere: true,
  summary,
  options: { ...LOAD_DEFAULTS, tableRenames: [] },
};

describe('blockers of a load', () => {
  it('is the first of it, in the order of the screen', () => {
    const unfinished = { ...set, isThere: false, target: null };
    expect(blockingReason(unfinished)).toBe(notYet.unfinished);
    expect(blockingReason({ ...unfinished, summary: { ...summary, end: '' } })).toBe(notYet.refused);
    expect(blockingReason({ ...unfinished, summary: { ...summary, stillToCome: 2 } })).toBe(notYet.follow);
    expect(blockingReason({ ...set, target: null, tree: absent })).toBe(notYet.target);
    expect(blockingReason({ ...set, tree: loading })).toBe(notYet.reading);
    expect(blockingReason({ ...set, isNamed: false, options: null })).toBe(notYet.names);
  });

  it('is the name of a production server where nothing else is, and nothing where the list says it already', () => {
    expect(blockingReason(set)).toBe(notYet.confirm);
    expect(blockingReason({ ...set, options: null })).toBeNull();
    expect(blockingReason({ ...set, tree: absent })).toBeNull();
  });
});
