import { writeFileSync } from 'fs';
import { join } from 'path';
import { afterAll, describe, expect, it } from 'vitest';
import { testVendors } from '../../servers/test-server';
import { loadDump, newRegistry, withFolder } from '../harness/runs';
import { startAt, targetWords } from '../harness/server-command';
import { dropSchemas, queryRows, withPlain } from '../harness/servers';

const SCHEMA = 'shop_of_2005';
/** As mysqldump of MySQL 4.0 wrote it: no character set, no time zone, no last line. */
const SCRIPT = `-- MySQL dump 9.11
--
-- Host: localhost    Database: ${SCHEMA}
-- ------------------------------------------------------
-- Server version	4.0.27-standard

DROP TABLE IF EXISTS customers;
CREATE TABLE customers (
  id int(11) NOT NULL auto_increment,
  name varchar(50) NOT NULL default '',
  picture blob,
  seen timestamp(14) NOT NULL,
  PRIMARY KEY  (id)
) TYPE=MyISAM;

INSERT INTO customers VALUES (1,'Müller','\xff\xd8',20050102030405);
INSERT INTO customers VALUES (2,'René',NULL,20050203040506);
`;

describe.each(testVendors)('a script of 2005, %s', (vendor) => {
  const registry = newRegistry();
  afterAll(() => dropSchemas(vendor, SCHEMA));

  it('is loaded from standard input by the same choices', async () => {
    await withFolder(async (folder) => {
      const script = join(folder, 'input');
      writeFileSync(script, SCRIPT, 'latin1');
      await dropSchemas(vendor, SCHEMA);
      const load = (...words: readonly string[]) =>
        startAt({ vendor, home: folder, through: ['sh', '-c', `cat ${script} | "$@"`, 'sh'] }, [
          ...['load', ...targetWords(vendor), '--dump', '-', ...words],
        ]).ended;
      expect((await load()).output).toMatch(/from line 16 on hold texts that are not UTF-8/);
      const choices = ['--input-charset', 'latin1', '--input-time-zone', '+00:00'];
      const { exitCode, output } = await load(...choices);
      expect(exitCode, output).toBe(0);
      expect(await queryRows(vendor, `SELECT id, name FROM ${SCHEMA}.customers ORDER BY id`)).toEqual([
        { id: 1, name: 'Müller' },
        { id: 2, name: 'René' },
      ]);
    });
  });

  it('is refused before anything is made where its texts are not UTF-8, and loaded as latin1', async () => {
    await withFolder(async (folder) => {
      const script = join(folder, `${SCHEMA}.sql`);
      writeFileSync(script, SCRIPT, 'latin1');
      await dropSchemas(vendor, SCHEMA);
      const refused = await loadDump(registry, { vendor, folder: script });
      expect(refused.errors[0]?.message).toMatch(/from line 16 on hold texts that are not UTF-8/);
      const loaded = await loadDump(registry, {
        ...{ vendor, folder: script },
        input: { charset: 'latin1', timeZone: '+00:00' },
      });
      expect(loaded.errors).toEqual([]);
      await withPlain(vendor, async (connection) => {
        await connection.query("SET time_zone = '+00:00'");
        const [rows] = await connection.query(
          `SELECT id, name, HEX(picture) AS picture, CAST(seen AS CHAR) AS seen FROM ${SCHEMA}.customers ORDER BY id`,
        );
        expect(rows).toEqual([
          { id: 1, name: 'Müller', picture: 'FFD8', seen: '2005-01-02 03:04:05' },
          { id: 2, name: 'René', picture: null, seen: '2005-02-03 04:05:06' },
        ]);
        const [created] = await connection.query(`SHOW CREATE TABLE ${SCHEMA}.customers`);
        expect(JSON.stringify(created)).toMatch(
          /`seen` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP.* ON UPDATE CURRENT_TIMESTAMP.*ENGINE=MyISAM/i,
        );
      });
    });
  });
});
