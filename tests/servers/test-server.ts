import type { Vendor } from '../../app/contract/connections/connection';

/** A live server that the test run started, as it is described in the environment of every test. */
export interface TestServer {
  readonly vendor: Vendor;
  /** As `SELECT VERSION()` gives it. */
  readonly version: string;
  readonly host: string;
  readonly port: number;
  readonly socket: string;
  readonly user: string;
  readonly password: string;
  readonly pid: number;
  readonly dataDir: string;
  readonly log: string;
}

const VARIABLES = { mysql: 'SLUICE_TEST_MYSQL', mariadb: 'SLUICE_TEST_MARIADB' } as const;

export const testVendors: readonly Vendor[] = ['mysql', 'mariadb'];

export function variableOf(vendor: Vendor): string {
  return VARIABLES[vendor];
}

/** The server of this vendor; a test that is run without one fails here. */
export function testServer(vendor: Vendor): TestServer {
  const text = process.env[VARIABLES[vendor]];
  if (text === undefined) throw new Error(`${VARIABLES[vendor]} is not set: run the test through npm test`);
  return JSON.parse(text) as TestServer;
}
