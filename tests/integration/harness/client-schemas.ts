import { join } from 'path';
import { expect } from 'vitest';
import type { Vendor } from '../../../app/contract/connections/connection';
import type { RunRegistry } from '../../../app/runs/registry';
import { sakilaStatements } from '../../fixtures/sakila';
import { createTypeMatrix } from '../../fixtures/type-matrix';
import { dumpByClient } from '../../servers/dump-programs';
import { loadDump } from './runs';
import { dropSchemas, runStatements, withPlain } from './servers';

/** Makes the type matrix and sakila anew, for dumps by the vendor's client. */
export async function makeClientSchemas(vendor: Vendor): Promise<void> {
  await withPlain(vendor, (connection) => createTypeMatrix(connection, vendor));
  await dropSchemas(vendor, 'sakila');
  await runStatements(vendor, sakilaStatements({ location: '', textEngine: 'InnoDB' }));
}

/** Makes the tables of a schema in another one, without rows, from a script of the vendor's client in a folder. */
export async function copyTables(
  registry: RunRegistry,
  at: { readonly vendor: Vendor; readonly folder: string; readonly schema: string; readonly copy: string },
): Promise<void> {
  const { vendor, folder, schema, copy } = at;
  const script = join(folder, 'tables.sql');
  await dumpByClient(vendor, script, ['--no-data', '--skip-triggers', schema]);
  const { errors } = await loadDump(registry, { vendor, folder: script, schemaMap: { [schema]: copy } });
  expect(errors).toEqual([]);
}
