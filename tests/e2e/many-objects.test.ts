import { copyFileSync, linkSync, rmSync } from 'fs';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ControlSession } from '../../app/catalog/session/control-session';
import type { Vendor } from '../../app/contract/connections/connection';
import { testServer, testVendors } from '../servers/test-server';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { onTestServer, saveProfile, testProfile } from './harness/server';

const SCHEMA = 'e2e_objects';
/** MySQL makes 1,000 of them in a second; to MariaDB they are files. */
const OBJECTS: Readonly<Record<Vendor, number>> = { mysql: 10_000, mariadb: 100_000 };
/** Most are views, which a server makes ten times as fast; the tree has one kind of row for both. */
const EACH_TABLE = 25;
const MOST_ROWS = 80;

const nameAt = (at: number): string => `object_${String(at).padStart(5, '0')}`;
const isTable = (at: number): boolean => at % EACH_TABLE === 0;

async function makeByStatements(session: ControlSession): Promise<void> {
  await session.run(`CREATE PROCEDURE ${SCHEMA}.fill() BEGIN
      DECLARE n INT DEFAULT 0;
      WHILE n < ${OBJECTS.mysql} DO
        SET @name = CONCAT('${SCHEMA}.object_', LPAD(n, 5, '0'));
        SET @made = IF(n % ${EACH_TABLE} = 0,
          CONCAT('CREATE TABLE ', @name, ' (a INT) ENGINE = MEMORY'),
          CONCAT('CREATE VIEW ', @name, ' AS SELECT 1 AS a'));
        PREPARE made FROM @made;
        EXECUTE made;
        SET n = n + 1;
      END WHILE;
    END`);
  await session.run(`CALL ${SCHEMA}.fill()`);
}

/** MariaDB waits for the disk at each of them; to it a table or a view is there once its .frm file is. */
async function makeByFiles(session: ControlSession): Promise<void> {
  const fileOf = (name: string) => join(testServer('mariadb').dataDir, SCHEMA, `${name}.frm`);
  const [table, view] = [nameAt(0), nameAt(1)];
  await session.run(`CREATE TABLE ${SCHEMA}.${table} (a INT) ENGINE = MEMORY`);
  await session.run(`CREATE VIEW ${SCHEMA}.${view} AS SELECT 1 AS a`);
  for (let at = 2; at < OBJECTS.mariadb; at += 1) {
    const like = fileOf(isTable(at) ? table : view);
    // A file has 65,000 names at most (ext4).
    if (at % 2 === 0) linkSync(like, fileOf(nameAt(at)));
    else copyFileSync(like, fileOf(nameAt(at)));
  }
}

/** Drops the schemas; those made by files go with the files. */
async function dropAll(vendor: Vendor, session: ControlSession): Promise<void> {
  const { dataDir } = testServer(vendor);
  if (vendor === 'mariadb') {
    for (let at = 0; at < OBJECTS.mariadb; at += 1)
      rmSync(join(dataDir, SCHEMA, `${nameAt(at)}.frm`), { force: true });
    await session.run('FLUSH TABLES');
  }
  await session.run(`DROP SCHEMA ${SCHEMA}`);
}

/** The tree of a server with a great many tables: it holds the rows in view, whatever there is. */
describe.each(testVendors)('a tree of a great many objects: %s', (vendor) => {
  const objects = OBJECTS[vendor];
  const tables = objects / EACH_TABLE;
  let home: Home;
  let app: RunningApp;
  beforeAll(async () => {
    await onTestServer(vendor, async (session) => {
      await session.run(`CREATE SCHEMA ${SCHEMA}`);
      await (vendor === 'mysql' ? makeByStatements : makeByFiles)(session);
    });
    home = makeHome();
    await saveProfile(home, testProfile(vendor, 'server'));
    app = await launch(home);
    await app.request('profiles/unlock', { profileId: 'server', password: testServer(vendor).password });
  });
  afterAll(async () => {
    await app.close();
    home.remove();
    await onTestServer(vendor, (session) => dropAll(vendor, session));
  });

  const tree = () => app.byId('object-tree');
  const rowCount = async () => Number(await tree().getAttribute('aria-rowcount'));
  const shownRows = () => app.page.locator('[data-testid^="tree-row-"]').count();

  it('has a row for each, and an element for those in view', async () => {
    await app.byId('connection-dump-server').click();
    await app.byId(`tree-row-${SCHEMA}`).waitFor();
    if (await app.byId(`tree-row-${SCHEMA}.object_00000`).isHidden()) {
      await app.byId(`tree-row-${SCHEMA}`).click();
      await tree().press('ArrowRight');
    }
    await app.byId(`tree-row-${SCHEMA}.object_00000`).waitFor();
    expect(await rowCount()).toBeGreaterThan(objects);
    expect(await shownRows()).toBeLessThan(MOST_ROWS);
    await lookAt(app, `dump-tree-${String(objects)}`);
  });

  it('is at its last row by one key', async () => {
    await tree().press('End');
    await app.byId(`tree-row-${SCHEMA}.${nameAt(objects - 1)}`).waitFor();
    expect(await shownRows()).toBeLessThan(MOST_ROWS);
  });

  it('takes all of a schema at once, and all but one', async () => {
    await tree().press('Home');
    await app.byId(`tree-check-${SCHEMA}`).click();
    const summary = () => app.byId('dump-start').locator('xpath=..').textContent();
    await expect.poll(summary).toContain(tables.toLocaleString('en-US'));
    await app.byId(`tree-check-${SCHEMA}.object_00000`).click();
    await expect.poll(summary).toContain((tables - 1).toLocaleString('en-US'));
  });

  it('finds one by its name', async () => {
    await app.byId('tree-filter').fill('object_07415');
    await app.byId(`tree-row-${SCHEMA}.object_07415`).waitFor();
    // The heads, the schema and the table.
    await expect.poll(rowCount).toBe(3);
  });

  it('reported no error on the way', () => {
    expect(app.problems).toEqual([]);
  });
});
