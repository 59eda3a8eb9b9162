/** Fills the `shop` schema of a test server: `fill-shop VENDOR SCALE`. A program of its own because benchmarks are not bundled. */
import { createConnection } from 'mysql2/promise';
import type { Vendor } from '../../app/contract/connections/connection';
import { fillShop } from '../../app/sandbox/shop/fill-shop';
import { testServer } from '../servers/test-server';

async function main(): Promise<void> {
  const [vendor = 'mysql', scale = '1'] = process.argv.slice(2);
  const { socket, user, password } = testServer(vendor as Vendor);
  const connection = await createConnection({ socketPath: socket, user, password, charset: 'utf8mb4' });
  await fillShop(connection, vendor as Vendor, () => undefined, Number(scale));
  await connection.end();
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
