import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  includesOf,
  NATIVE_LAYERS,
  objectionsToIncludes,
  objectionToInclude,
} from '../../../build/lint/native-layers.mjs';
import { cyclesIn } from '../../../build/lint/cycles.mjs';

describe('NATIVE_LAYERS', () => {
  it('knows every folder of the engine', () => {
    const entries = readdirSync(new URL('../../../native/engine', import.meta.url), { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    expect(Object.keys(NATIVE_LAYERS).sort()).toEqual(folders.sort());
  });
});

describe('includesOf', () => {
  it('finds quoted includes only', () => {
    const text =
      '#include "dump/publish.h"\n\n#include <map>\n  #  include "codec/file.h"\n// #include "no.h"\n';
    expect(includesOf(text)).toEqual(['dump/publish.h', 'codec/file.h']);
  });
});

describe('objectionToInclude', () => {
  it.each([
    ['native/engine/dump/dump_job.cc', 'dump/dump_lane.h'],
    ['native/engine/dump/dump_job.cc', 'source/snapshot_job.h'],
    ['native/engine/migrate/migrate_lane.h', 'target/load_lane.h'],
    ['native/engine/target/load_spec.h', 'read/chunk_file.h'],
  ])('lets %s include %s', (file, path) => {
    expect(objectionToInclude(file, path)).toBeNull();
  });

  it.each([
    ['native/engine/migrate/migrate_lane.h', 'dump/dump_spec.h', /No verb includes another/],
    ['native/engine/load/load_job.cc', 'verify/file_check.h', /read \(chunk files\)/],
    ['native/engine/source/source_table.h', 'dump/dump_spec.h', /belongs in engine\/source, or below it/],
    ['native/engine/source/row_feed.h', 'target/load_spec.h', /A verb joins the two halves/],
    ['native/engine/target/load_lane.h', 'source/range_walk.h', /A verb joins the two halves/],
    ['native/engine/range/range_pool.h', 'wire/session.h', /a folder below both/],
    ['native/engine/support/buffer.h', 'wire/session.h', /may include nothing else/],
    ['native/engine/verify/verify_job.h', 'verify_spec.h', /by its folder/],
    ['native/engine/sync/sync_job.h', 'wire/session.h', /has no layer yet/],
  ])('does not let %s include %s', (file, path, reason) => {
    expect(objectionToInclude(file, path)).toMatch(reason);
  });
});

describe('cyclesIn', () => {
  it('finds a cycle of three, once', () => {
    const includes = new Map([
      ['a.h', ['b.h', 'outside.h']],
      ['b.h', ['c.h']],
      ['c.h', ['a.h']],
      ['d.h', ['a.h']],
    ]);
    expect(cyclesIn(includes)).toEqual([['a.h', 'b.h', 'c.h', 'a.h']]);
  });

  it('takes no diamond for a cycle', () => {
    const includes = new Map([
      ['a.h', ['b.h', 'c.h']],
      ['b.h', ['d.h']],
      ['c.h', ['d.h']],
      ['d.h', []],
    ]);
    expect(cyclesIn(includes)).toEqual([]);
  });
});

describe('objectionsToIncludes', () => {
  it('names the file of an include that goes back up, and the headers of a cycle', () => {
    const sources = new Map([
      ['native/engine/load/load_job.h', '#include "dump/dump_spec.h"\n'],
      ['native/engine/wire/session.h', '#include "wire/row_stream.h"\n'],
      ['native/engine/wire/row_stream.h', '#include "wire/session.h"\n'],
      ['native/engine/wire/session.cc', '#include "wire/session.h"\n'],
      ['native/addon/addon.cc', '#include "dump/dump_job.h"\n#include "argument.h"\n'],
    ]);
    const objections = objectionsToIncludes(sources);
    expect(objections).toHaveLength(2);
    expect(objections[0]).toMatch(
      /^native\/engine\/load\/load_job\.h: engine\/load may include .* but not dump/,
    );
    expect(objections[1]).toMatch(/^native\/engine\/wire\/session\.h: headers include one another: /);
  });
});
