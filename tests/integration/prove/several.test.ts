import { createHash } from 'crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { mkdtemp } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { certificateSchema, type Certificate } from '../../../app/contract/proof/certificate';
import { runSluice, startSluice, type CommandRun } from '../harness/command';

const SCRIPT = 'CREATE TABLE t (id INT PRIMARY KEY);\nINSERT INTO t VALUES (1), (2), (3);\n';

describe('a proof of what is no single file', () => {
  let place = '';
  let environment: Readonly<Record<string, string>> = {};
  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'sluice-several-'));
    environment = { XDG_CONFIG_HOME: join(place, 'config'), XDG_STATE_HOME: join(place, 'state') };
    writeFileSync(join(place, 'one.csv'), 'id\n1\n2\n');
    writeFileSync(join(place, 'two.csv'), 'id\n3\n');
    writeFileSync(join(place, 'shop.sql'), SCRIPT);
  });
  afterAll(() => {
    rmSync(place, { recursive: true, force: true });
  });

  const prove = (...words: readonly string[]) => runSluice(['prove', ...words], environment);
  const piped = (producer: string, ...words: readonly string[]): Promise<CommandRun> =>
    startSluice(words, environment, ['sh', '-c', `(${producer}) | "$@"`, 'sh']).ended;
  const certificateAt = (file: string): Certificate =>
    certificateSchema.parse(JSON.parse(readFileSync(file, 'utf8')));

  it('certifies the files of a pattern, also by the names that a shell makes of it, and tells when one is added or gone', async () => {
    const file = join(place, 'values.json');
    const pattern = join(place, '{one,tw*}.csv');
    const proved = await prove(pattern, '--certificate', file);
    expect(proved.exitCode, proved.output).toBe(0);
    const certificate = certificateAt(file);
    expect(certificate.rows).toBe(3);
    expect(certificate.files.map((each) => each.file)).toEqual(['one.csv', 'two.csv']);
    expect((await prove('--check', file, pattern)).exitCode).toBe(0);
    const [one, two] = [join(place, 'one.csv'), join(place, 'two.csv')];
    expect((await prove('--check', file, two, one)).exitCode).toBe(0);
    expect((await prove('--check', file, one)).exitCode).toBe(1);
    const added = join(place, 'twenty.csv');
    writeFileSync(added, 'id\n20\n');
    const checked = await prove('--check', file, pattern);
    rmSync(added);
    expect(checked.exitCode).toBe(1);
    expect(checked.output).toContain('twenty.csv');
  });

  it('certifies standard input by its own bytes, not by those of the copy: its file is known later', async () => {
    const file = join(place, 'input.json');
    const script = join(place, 'shop.sql');
    const proved = await piped(`cat ${script}`, 'prove', '-', '--certificate', file);
    expect(proved.exitCode, proved.output).toBe(0);
    const certificate = certificateAt(file);
    expect(certificate.dump).toMatchObject({ path: '-', place: 'file' });
    const sha256 = createHash('sha256').update(SCRIPT).digest('hex');
    expect(certificate.files).toEqual([{ file: '-', bytes: SCRIPT.length, sha256 }]);
    expect((await prove('--check', file, script)).exitCode).toBe(0);
    const check = ['prove', '--check', file, '-'];
    expect((await piped(`cat ${script}`, ...check)).exitCode).toBe(0);
    const other = await piped(`cat ${join(place, 'one.csv')}`, ...check);
    expect(other.exitCode).toBe(1);
    expect(other.output).toContain('is not as it was proved');
  });

  it('needs a place for its certificate, which is none of the files', async () => {
    const pattern = join(place, '*.csv');
    for (const { exitCode, output } of [await prove(pattern), await piped('true', 'prove', '-')]) {
      expect(exitCode).toBe(2);
      expect(output).toContain('--certificate FILE');
    }
    const within = join(place, 'proof.csv');
    const refused = await prove(pattern, '--certificate', within);
    expect(refused.exitCode).toBe(2);
    expect(refused.output).toContain('would be a part of the dump');
    expect(existsSync(within)).toBe(false);
    const both = await prove('-', join(place, 'one.csv'), '--certificate', within);
    expect(both.output).toContain('Standard input (-) can’t be one of several dumps');
  });
});
