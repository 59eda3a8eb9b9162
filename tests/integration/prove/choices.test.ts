import { writeFileSync } from 'fs';
import { mkdtemp, rm } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testVendors } from '../../servers/test-server';
import type { CommandRun } from '../harness/command';
import { startAt, targetWords } from '../harness/server-command';
import { dropSchemas } from '../harness/servers';
import { certificateOf, Proofs } from './proofs';

const COPY = 'proved_choices';
/** Read by itself, commas part the values. */
const VALUES = 'a:b\n1,5:2\n3,5:4\n';
const BY_HAND = ['--input-separator', ':', '--input-columns', 'a=price,b=pieces'];

describe('a proof of files of values that are read by choices', () => {
  let place = '';
  let proofs: Proofs;
  let dump = '';
  let proved: CommandRun;
  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'sluice-choices-'));
    proofs = await Proofs.in(place);
    dump = join(place, 'v.csv');
    writeFileSync(dump, VALUES);
    proved = await proofs.prove(dump, ...BY_HAND);
  });
  afterAll(() => rm(place, { recursive: true, force: true }));

  it('restores and compares what the choices read, and certifies them', () => {
    expect(proved.exitCode, proved.output).toBe(0);
    const certificate = certificateOf(dump);
    expect(certificate.dump.input).toEqual({ separator: ':', columns: { a: 'price', b: 'pieces' } });
    expect(certificate.rows).toBe(2);
    expect(certificate.tables[0]?.checksum).toMatch(/^[0-9a-f]{16}$/);
  });

  it('is checked with the same choices or none, and not with others', async () => {
    const check = ['--check', `${dump}.certificate.json`, dump];
    const said = await proofs.say(...check);
    expect(said.exitCode, said.output).toBe(0);
    expect(said.output).toContain(
      'Its values were read by --input-separator : --input-columns a=price,b=pieces.',
    );
    expect((await proofs.prove(...check, ...BY_HAND)).exitCode).toBe(0);
    const other = await proofs.say(...check, '--input-separator', ';');
    expect(other.exitCode).toBe(5);
    expect(other.output).toMatch(
      /about a dump that was read by --input-separator : --input-columns a=price,b=pieces, and not by --input-separator ';'/,
    );
  });

  it('is refused with a choice that does not fit, before a server starts', async () => {
    const { exitCode, result } = await proofs.prove(dump, '--input-columns', 'x=y', '--input-separator', ':');
    expect(exitCode).toBe(2);
    expect(result.errors[0]).toMatchObject({ code: 'usage' });
    const script = join(place, 's.sql');
    writeFileSync(script, 'CREATE TABLE t (id INT);\n');
    expect((await proofs.prove(script, ...BY_HAND)).result.errors[0]?.message).toMatch(
      /--input-separator is for files of rows/,
    );
  });
});

describe.each(testVendors)('sluice verify of files of values, %s', (vendor) => {
  let place = '';
  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'sluice-choices-'));
    writeFileSync(join(place, 'v.csv'), VALUES);
    writeFileSync(join(place, 'w.csv'), VALUES);
    writeFileSync(join(place, 'j.jsonl'), '{"a": 1}\n');
  });
  beforeEach(() => dropSchemas(vendor, COPY));
  afterAll(async () => {
    await dropSchemas(vendor, COPY);
    await rm(place, { recursive: true, force: true });
  });

  const run = (...words: readonly string[]) => startAt({ vendor, home: place }, words).ended;
  const into = targetWords(vendor);

  it('compares a server with what the choices read', async () => {
    const dump = ['--dump', join(place, 'v.csv'), ...into, '--schema-map', `v=${COPY}`];
    expect((await run('load', ...dump, ...BY_HAND)).exitCode).toBe(0);
    const verified = await run('verify', ...dump, ...BY_HAND, '--checksum');
    expect(verified.exitCode, verified.output).toBe(0);
    expect((await run('verify', ...dump, '--checksum')).exitCode).toBe(1);
  });

  it('takes several files, as the load does, and files alone', async () => {
    const dump = ['--dump', join(place, 'v.csv'), '--dump', join(place, 'w.csv')];
    const [folder = ''] = place.split('/').slice(-1);
    const loaded = await run('load', ...dump, ...into, '--schema-map', `${folder}=${COPY}`, ...BY_HAND);
    expect(loaded.exitCode, loaded.output).toBe(0);
    const glob = ['--dump', join(place, '{v,w}.csv')];
    const verified = await run(
      ...['verify', ...glob, ...into, '--schema-map', `${folder}=${COPY}`],
      ...[...BY_HAND, '--checksum'],
    );
    expect(verified.exitCode, verified.output).toBe(0);
    expect((await run('verify', ...glob, ...BY_HAND)).output).toMatch(/2 tables/);
    // Read to its end: there is nothing to compare it with.
    expect((await run('verify', '--dump', join(place, 'j.jsonl'))).exitCode).toBe(3);
    expect((await run('verify', ...glob, '--input-columns', 'x=y')).exitCode).toBe(2);
  });

  it('keeps the choices in a saved job', async () => {
    // Parted by commas, its rows have two and three values.
    writeFileSync(join(place, 'odd.csv'), `${VALUES}5,6,7:8\n`);
    const words = [
      'verify',
      '--dump',
      join(place, 'odd.csv'),
      ...BY_HAND,
      '--save-as-job',
      `Values ${vendor}`,
    ];
    expect((await run(...words)).exitCode).toBe(0);
    const { exitCode, output } = await run('run', `Values ${vendor}`, '--json');
    expect(exitCode, output).toBe(3);
  });
});
