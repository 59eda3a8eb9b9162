import { cp, mkdtemp, rm, writeFile } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { summarize } from '../../../app/load/summary';
import { openEngine } from '../../../app/engine/open';
import { testVendors } from '../../servers/test-server';
import { FOREIGN_SHAPES, reshape } from '../format/foreign-shapes';
import { dumpSchema, ENGINE_FILE, newRegistry, startLoad } from '../harness/runs';
import { connectToFresh, dropSchemas } from '../harness/servers';
import { certificateOf, Proofs } from './proofs';

const SCHEMA = 'prove_recorded';
const COPY = 'prove_recorded_copy';
/** In the form of values that Sluice compares itself too. */
const ZSTD = 'format 1.0.2, zstd in chunks, without a version of its own';
const LATER = { config: { version: '1.1.0', hash: 'sha3' }, data: { more: 1 } };
const SUM = { algorithm: 'bit_xor', hash: 'sha256', version: '1.0.0' };
const registry = newRegistry();

describe.each(testVendors)('checksums that MySQL Shell recorded of %s', (vendor) => {
  let place = '';
  let proofs: Proofs;
  let known = '';
  let later = '';

  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'sluice-recorded-'));
    proofs = await Proofs.in(place);
    const connection = await connectToFresh(vendor, SCHEMA);
    await connection.query('CREATE TABLE t (id INT PRIMARY KEY)');
    await connection.query('INSERT INTO t VALUES (1), (2)');
    const [[row]] = (await connection.query(
      "SELECT SHA2('1', 256) AS one, SHA2('2', 256) AS two",
    )) as unknown as [[{ readonly one: string; readonly two: string }]];
    await connection.end();
    const checksum = (BigInt(`0x${row.one}`) ^ BigInt(`0x${row.two}`)).toString(16).padStart(64, '0');
    const ours = join(place, 'ours');
    expect((await dumpSchema(registry, { vendor, schema: SCHEMA, folder: ours })).errors).toEqual([]);
    const shape = FOREIGN_SHAPES[ZSTD];
    if (shape === undefined) throw new Error('There is no such shape.');
    [known, later] = [join(place, 'known'), join(place, 'later')];
    await reshape(ours, known, shape);
    await cp(known, later, { recursive: true });
    const t = { columns: ['id'], partitions: { '': { '-1': { checksum, count: 2 } } } };
    const data = { [SCHEMA]: { t } };
    await writeFile(join(known, '@.checksums.json'), JSON.stringify({ config: SUM, data }));
    await writeFile(join(later, '@.checksums.json'), JSON.stringify(LATER));
  });
  afterAll(async () => {
    await dropSchemas(vendor, SCHEMA, COPY);
    await rm(place, { recursive: true, force: true });
  });

  const recognized = async (folder: string) =>
    (await summarize({ engine: openEngine(ENGINE_FILE), folder })).recognized;

  async function logOfLoad(folder: string): Promise<string> {
    await dropSchemas(vendor, COPY);
    const schemaMap = { [SCHEMA]: COPY };
    const runId = startLoad(registry, { vendor, folder, schemaMap, verify: 'checksum' });
    expect((await registry.finished(runId)).errors).toEqual([]);
    return registry
      .view(runId)
      .log.map(({ text }) => text)
      .join('\n');
  }

  it('are compared in a known form, and the certificate lacks nothing of them', async () => {
    expect(await logOfLoad(known)).toMatch(/recorded of 1 table are computed and compared/);
    expect(await recognized(known)).toMatch(/; checksums recorded\.$/);
    const { result } = await proofs.prove(known);
    expect(result.errors).toEqual([]);
    const { checks, notRecorded } = certificateOf(known);
    expect(checks).toContainEqual({ kind: 'checksum', passed: 2, notChecked: 0 });
    expect(notRecorded.join('\n')).not.toMatch(/Checksums of rows/);
  });

  it('are said not to be compared in an unknown form, wherever they are named', async () => {
    const log = await logOfLoad(later);
    expect(log).not.toMatch(/are computed and compared/);
    expect(log).toMatch(/not compared.*1\.1\.0/);
    expect(await recognized(later)).toMatch(/; checksums recorded in a form that Sluice does not know\.$/);
    const { result } = await proofs.prove(later);
    expect(result.errors).toEqual([]);
    const { checks, notRecorded } = certificateOf(later);
    expect(checks).toContainEqual({ kind: 'checksum', passed: 1, notChecked: 1 });
    expect(notRecorded.join('\n')).toMatch(/Checksums of rows.*1\.1\.0.*not compared/);
  });
});
