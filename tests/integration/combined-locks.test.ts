import { existsSync } from 'fs';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LockMode } from '../../app/source/locks/locks';
import { sourceText } from '../../app/text/source';
import { testServer, testVendors } from '../servers/test-server';
import { ProviderProxy, type Refusal } from './harness/provider-proxy';
import { RewritingProxy, type Rewriting } from './harness/rewriting-proxy';
import { dumpSchema, newRegistry, withFolder } from './harness/runs';
import { dropSchemas, testEndpoint, withPlain } from './harness/servers';

const SCHEMA = 'combined';
const PASSWORD = 'Combined-1!';
const FLUSH = 'FLUSH TABLES WITH READ LOCK';
/** A locked run needs no fewer: one that reads the catalogue, one that holds the lock, one lane. */
const FEWEST = 3;
const MANY = 60;
const accountOf = (connections: number): string => `combined_${connections}`;

/** Locks by what they hold back: every writer, the writers of some tables, DDL. */
const LOCKS = ['flush', 'tables', 'ddl'] as const;
type Lock = (typeof LOCKS)[number] | 'none';

const REFUSALS: Readonly<Record<Lock, readonly Refusal[]>> = {
  none: [],
  flush: [{ statement: /^FLUSH TABLES/, errno: 1045, sqlstate: '28000', message: 'Denied' }],
  tables: [{ statement: /^LOCK TABLES/, errno: 1044, sqlstate: '42000', message: 'Denied' }],
  ddl: [{ statement: /^LOCK INSTANCE|^BACKUP STAGE BLOCK_DDL/, errno: 1227, message: 'Denied' }],
};

const PRETENCES: Readonly<Record<Lock, readonly Rewriting[]>> = {
  none: [],
  flush: [{ what: /FLUSH TABLES WITH READ LOCK(?=;|$)/, by: 'DO 0' }],
  tables: [{ what: /LOCK TABLES `[^]*$/, by: 'DO 0' }],
  ddl: [{ what: /(?:LOCK INSTANCE FOR BACKUP|BACKUP STAGE \w+)(?=;|$)/g, by: 'DO 0' }],
};

interface Weather {
  readonly refused: Lock;
  readonly pretended: Lock;
  readonly connections: number;
}

/** All at once: each lock refused × each lock pretended × room for all sessions or for the fewest. */
const WEATHERS: readonly Weather[] = (['none', ...LOCKS] as const).flatMap((refused) =>
  (['none', ...LOCKS] as const).flatMap((pretended) =>
    [MANY, FEWEST].map((connections) => ({ refused, pretended, connections })),
  ),
);

const registry = newRegistry();

describe.each(testVendors)('locks that are refused and pretended at once, %s', (vendor) => {
  beforeAll(async () => {
    await withPlain(vendor, async (connection) => {
      await connection.query(`DROP DATABASE IF EXISTS ${SCHEMA}`);
      await connection.query(`CREATE DATABASE ${SCHEMA}`);
      for (const table of ['a', 'b', 'c', 'd']) {
        await connection.query(`CREATE TABLE ${SCHEMA}.${table} (id INT PRIMARY KEY)`);
        await connection.query(`INSERT INTO ${SCHEMA}.${table} VALUES (1), (2), (3)`);
      }
      for (const most of [MANY, FEWEST]) {
        await connection.query(`DROP USER IF EXISTS ${accountOf(most)}`);
        const limit = `WITH MAX_USER_CONNECTIONS ${most}`;
        await connection.query(`CREATE USER ${accountOf(most)} IDENTIFIED BY '${PASSWORD}' ${limit}`);
        await connection.query(`GRANT ALL ON *.* TO ${accountOf(most)}`);
      }
    });
  });

  afterAll(async () => {
    await withPlain(vendor, async (connection) => {
      for (const most of [MANY, FEWEST]) await connection.query(`DROP USER ${accountOf(most)}`);
    });
    await dropSchemas(vendor, SCHEMA);
  });

  /** Lock that remains; null where none does. */
  function remaining({ refused, pretended, connections }: Weather): LockMode | null {
    const isLost = (lock: Lock) => lock === refused || lock === pretended;
    if (isLost('flush')) return isLost('tables') ? null : 'table-locks';
    const isStaged = vendor === 'mysql' || connections > FEWEST;
    if (isLost('ddl') || !isStaged) return 'read-lock';
    return vendor === 'mysql' ? 'backup-lock' : 'backup-stage';
  }

  /** Sentences of the result besides that of the lock: nothing that was lost on the way is kept from the user. */
  function notes({ refused, pretended, connections }: Weather): readonly string[] {
    const hasStages = vendor === 'mysql' || connections > FEWEST;
    return [
      ...(hasStages ? [] : [sourceText.noRoomForStages]),
      ...(refused === 'flush' ? [`refused ${FLUSH} with error 1045`] : []),
      ...(refused === 'ddl' && pretended !== 'ddl' && hasStages ? ['with error 1227'] : []),
      ...(pretended === 'flush' && refused !== 'flush' ? [sourceText.lockPretended(FLUSH)] : []),
    ];
  }

  it.each(WEATHERS)(
    'refused: $refused, pretended: $pretended, connections: $connections',
    async (weather) => {
      const liar = await RewritingProxy.to(testServer(vendor), PRETENCES[weather.pretended]);
      const place = { host: '127.0.0.1', port: liar.port };
      const provider = await ProviderProxy.to(place, REFUSALS[weather.refused]);
      const endpoint = testEndpoint(vendor, {
        address: { kind: 'tcp', host: '127.0.0.1', port: provider.port },
        ...{ user: accountOf(weather.connections), password: PASSWORD, tls: { mode: 'disabled' } },
      });
      try {
        await withFolder(async (parent) => {
          const folder = join(parent, 'dump');
          const result = await dumpSchema(registry, { vendor, schema: SCHEMA, folder, endpoint, threads: 4 });
          const mode = remaining(weather);
          if (mode === null) {
            expect(result).toMatchObject({ state: 'failed', rows: 0 });
            expect(result.errors[0]?.code).toMatch(/^(?:unsupported-server|privilege-missing)$/);
            expect(result.errors[0]?.hint).toContain('--consistency none');
            expect(existsSync(folder)).toBe(false);
            return;
          }
          expect(result).toMatchObject({ errors: [], rows: 12 });
          expect(result.consistency).toMatch(new RegExp(`^${escaped(sourceText.locks[mode])}`));
          for (const note of notes(weather)) expect(result.consistency).toContain(note);
          const warned = result.warnings.map(({ code }) => code);
          expect(warned).toEqual(weather.connections === FEWEST ? ['fewer-lanes'] : []);
        });
      } finally {
        await provider.close();
        await liar.close();
      }
    },
  );
});

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
