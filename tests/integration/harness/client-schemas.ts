import type { Vendor } from '../../../app/contract/connections/connection';
import { sakilaStatements } from '../../fixtures/sakila';
import { createTypeMatrix } from '../../fixtures/type-matrix';
import { dropSchemas, runStatements, withPlain } from './servers';

/** Makes the type matrix and sakila anew, for dumps by the vendor's client. */
export async function makeClientSchemas(vendor: Vendor): Promise<void> {
  await withPlain(vendor, (connection) => createTypeMatrix(connection, vendor));
  await dropSchemas(vendor, 'sakila');
  await runStatements(vendor, sakilaStatements({ location: '', textEngine: 'InnoDB' }));
}
