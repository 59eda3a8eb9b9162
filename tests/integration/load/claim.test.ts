import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connection } from 'mysql2/promise';
import { LOAD_DEFAULTS } from '../../../app/contract/runs/options';
import { LoadJournal } from '../../../app/target/journal/journal';
import { claim } from '../../../app/target/session/claim';
import { persistedOptions } from '../../../app/target/journal/resume';
import { testVendors } from '../../servers/test-server';
import { connectPlain, dropSchemas, withSession } from '../harness/servers';

const SCHEMA = 'claimed';
/** Shorter than a person's, and long beside how often the living session below speaks. */
const SHORT = { wait: 3, quiet: 4 };

describe.each(testVendors)('resuming a load by another process, %s', (vendor) => {
  let journal: LoadJournal;
  let holder: Connection;

  beforeAll(async () => {
    await dropSchemas(vendor, SCHEMA);
    holder = await connectPlain(vendor);
    await holder.query(`CREATE DATABASE ${SCHEMA}`);
    journal = await withSession(vendor, (session) =>
      LoadJournal.begin(session, {
        dump: 'none',
        options: persistedOptions(LOAD_DEFAULTS),
        targets: [
          {
            ...{ source: SCHEMA, target: SCHEMA, exists: true, firstObject: null },
            ...{ clashes: [], namesakes: [], foreignTriggers: [] },
          },
        ],
      }),
    );
  });

  afterAll(async () => {
    holder.destroy();
    await dropSchemas(vendor, SCHEMA);
  });

  const hold = () => holder.query('SELECT GET_LOCK(?, 60)', [`${journal.header.loadName}-control`]);

  it('stays with a session that shows that it lives', async () => {
    await hold();
    const beats = setInterval(() => void holder.query('DO 0').catch(() => undefined), 100);
    const claiming = withSession(vendor, (session) => claim(session, journal, null, SHORT));
    await expect(claiming).rejects.toMatchObject({ failure: { code: 'load-running' } });
    clearInterval(beats);
  });

  it('resumes from a long silent session, which is ended', async () => {
    await hold();
    await withSession(vendor, (session) => claim(session, journal, null, SHORT));
    await expect(holder.query('DO 0')).rejects.toThrow();
  });

  it('resumes at once from the session that it replaces', async () => {
    holder = await connectPlain(vendor);
    await hold();
    const before = holder.threadId;
    const FOR_EVER = { wait: 3600, quiet: 3600 };
    await withSession(vendor, (session) => claim(session, journal, before, FOR_EVER));
    await expect(holder.query('DO 0')).rejects.toThrow();
  });
});
