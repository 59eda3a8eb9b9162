import { afterEach, expect, it } from 'vitest';
import { SetupError } from '../../../build/setup/command.mjs';
import { ensureMatrixServers, matrixVariables } from '../../../build/test/matrix-tier.mjs';
import { TIERS } from '../../../build/test/tiers.mjs';

const FILES = ['tests/matrix/sakila.test.ts', 'tests/matrix/sessions.test.ts'];

const filesOf = (isWhole, names = null) =>
  TIERS.matrix
    .pieces({ isWhole, files: () => FILES.map((file) => ({ file, names })) })
    .map(({ name }) => name);

afterEach(() => ensureMatrixServers(['mysql-5.5'], async () => 'there'));

it('is a slice of files and servers where all tiers are run, and whole when it is asked for', () => {
  expect(filesOf(true)).toEqual(['tests/matrix/sakila.test.ts']);
  expect(filesOf(false)).toEqual(FILES);
  expect(filesOf(true, ['a name'])).toEqual(FILES);
  expect(matrixVariables(true)).toMatchObject({
    SLUICE_MATRIX: 'mysql-5.5,mysql-9.7,mariadb-10.5,mariadb-11.8',
    SLUICE_MATRIX_PAIRS: 'neighbours',
  });
  expect(matrixVariables(false).SLUICE_MATRIX.split(',')).toHaveLength(7);
});

it('goes on without a server that can’t be fetched, and tells its tests why', async () => {
  const unpack = async (name) => {
    if (name === 'mysql-5.5') throw new SetupError('The archive answers 503.\nand more');
    return name;
  };
  await ensureMatrixServers(['mysql-5.5', 'mariadb-11.8'], unpack);
  expect(JSON.parse(matrixVariables(true).SLUICE_MATRIX_MISSING)).toEqual({
    'mysql-5.5': 'The archive answers 503.',
  });
});

it('fails where set-up itself is at fault', async () => {
  const unpack = async () => {
    throw new TypeError('a defect');
  };
  await expect(ensureMatrixServers(['mysql-5.5'], unpack)).rejects.toThrow('a defect');
});
