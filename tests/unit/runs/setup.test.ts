import { describe, expect, it } from 'vitest';
import { DUMP_DEFAULTS, LOAD_DEFAULTS, selecting } from '../../../app/contract/runs/options';
import { extensionOf, type DumpOutput } from '../../../app/contract/dump-output';
import {
  checksFiles,
  comparedAs,
  inputOfSetup,
  readSetup,
  repeatable,
  variantOf,
  type RunSetup,
} from '../../../app/runs/setup';

const OPTIONS = { ...DUMP_DEFAULTS, selection: selecting([{ kind: 'schema', schema: 'shop' }]) };
const dumpAs = (output: DumpOutput): RunSetup => ({
  kind: 'dump',
  server: { name: 'db1', profileId: 'p1' },
  folder: '/b/shop',
  options: { ...OPTIONS, output },
});
const VERIFY: RunSetup = {
  ...{ kind: 'verify', server: null, folder: '/b/shop', threads: 1 },
  ...comparedAs(LOAD_DEFAULTS),
};

describe('variantOf', () => {
  it('tells a dump in another format and a proof from others of their kind', () => {
    expect(variantOf(dumpAs({ kind: 'shell' }))).toBeNull();
    expect(variantOf(dumpAs({ kind: 'csv', packing: { kind: 'none' } }))).toEqual({
      kind: 'written',
      format: 'csv',
    });
    expect(variantOf(VERIFY)).toBeNull();
    expect(variantOf({ ...VERIFY, proof: { wish: null, certificate: '/b/shop.certificate.json' } })).toEqual({
      kind: 'proof',
    });
  });
});

describe('checksFiles', () => {
  it('tells what reads the files of a dump from what only counts rows on a server', () => {
    const server = { name: 'db2', profileId: 'p2' };
    expect(checksFiles(VERIFY)).toBe(true);
    expect(checksFiles({ ...VERIFY, server, verify: 'rows' })).toBe(false);
    expect(checksFiles({ ...VERIFY, server, verify: 'checksum' })).toBe(true);
    const proof = { wish: null, certificate: '/b/shop.certificate.json' };
    expect(checksFiles({ ...VERIFY, server, verify: 'rows', proof })).toBe(true);
    expect(checksFiles(dumpAs({ kind: 'shell' }))).toBe(false);
  });
});

describe('inputOfSetup', () => {
  it('gives the choices by which files were read, without the place of rows that were set aside', () => {
    const input = { separator: ';', header: false };
    const options = repeatable({
      ...LOAD_DEFAULTS,
      input: { ...input, rejects: { file: '/r.csv', limit: 5 } },
    });
    const server = { name: 'db1', profileId: null };
    expect(inputOfSetup({ kind: 'load', server, folder: '/b/shop', options })).toEqual(input);
    expect(inputOfSetup({ ...VERIFY, input })).toEqual(input);
    expect(inputOfSetup(VERIFY)).toBeUndefined();
    expect(inputOfSetup(dumpAs({ kind: 'shell' }))).toBeUndefined();
  });
});

describe('readSetup', () => {
  it('reads a dump of a Sluice without formats as one of a dump folder', () => {
    const stored = { ...dumpAs({ kind: 'shell' }), options: { ...OPTIONS, output: undefined } };
    expect(JSON.stringify(stored)).not.toContain('output');
    expect(readSetup(JSON.parse(JSON.stringify(stored)))).toEqual(dumpAs({ kind: 'shell' }));
  });

  it('reads a comparison with its accounts, and one of an earlier Sluice as one of none', () => {
    const setup = { ...VERIFY, users: ['app@*'], excludeUsers: ['app@localhost'] };
    expect(readSetup(JSON.parse(JSON.stringify(setup)))).toEqual(setup);
    const stored = JSON.stringify({ ...setup, users: undefined, excludeUsers: undefined });
    expect(readSetup(JSON.parse(stored))).toEqual(VERIFY);
  });
});

describe('the place of a dump', () => {
  it('is a file of an SQL script alone, which says its compression', () => {
    expect(extensionOf({ kind: 'shell' })).toBe('');
    expect(extensionOf({ kind: 'mydumper', packing: { kind: 'gzip', level: 6 } })).toBe('');
    expect(extensionOf({ kind: 'sql', packing: { kind: 'none' } })).toBe('.sql');
    expect(extensionOf({ kind: 'sql', packing: { kind: 'gzip', level: 6 } })).toBe('.sql.gz');
    expect(extensionOf({ kind: 'sql', packing: { kind: 'zstd', level: 3 } })).toBe('.sql.zst');
  });
});
