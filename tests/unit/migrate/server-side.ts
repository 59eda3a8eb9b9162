import { parsePrivileges } from '../../../app/catalog/privileges/grants';
import type { ServerSide } from '../../../app/migrate/precheck/facts';

/** A server without anything to remark upon. */
export function serverSide(more: Partial<ServerSide> = {}): ServerSide {
  return {
    vendor: 'mysql',
    versionNumber: 90_704,
    lowerCaseTableNames: 0,
    maxAllowedPacket: 64 * 1024 * 1024,
    collations: new Set(),
    defaultCollations: new Map(),
    restrictsForeignKeys: false,
    engines: new Set(['innodb']),
    accounts: null,
    privileges: parsePrivileges(['GRANT ALL PRIVILEGES ON *.* TO `a`@`%`']),
    account: 'a@%',
    sqlMode: new Set(['STRICT_TRANS_TABLES']),
    pageSize: 16_384,
    readOnlyCompressed: false,
    freeBytes: null,
    ...more,
  };
}
