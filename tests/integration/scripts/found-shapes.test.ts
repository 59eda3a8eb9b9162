import { writeFileSync } from 'fs';
import { join } from 'path';
import { afterAll, describe, expect, it } from 'vitest';
import { LOAD_DEFAULTS, type LoadSelection } from '../../../app/contract/runs/options';
import { testVendors } from '../../servers/test-server';
import { loadDump, newRegistry, withFolder } from '../harness/runs';
import { dropSchemas, queryRows } from '../harness/servers';

const SCHEMA = 'found_shapes';

/** mysqldump of 5.7 names utf8; its last comment is left out where dumps are kept under version control. */
const OLDER_UTF8 = `-- MySQL dump 10.13  Distrib 5.7.23, for Linux (x86_64)
--
-- Host: localhost    Database: ${SCHEMA}
-- ------------------------------------------------------
-- Server version\t5.7.23

/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
/*!40101 SET NAMES utf8 */;
/*!40103 SET @OLD_TIME_ZONE=@@TIME_ZONE */;
/*!40103 SET TIME_ZONE='+00:00' */;
/*!40101 SET @OLD_SQL_MODE=@@SQL_MODE, SQL_MODE='NO_AUTO_VALUE_ON_ZERO' */;
/*!40111 SET @OLD_SQL_NOTES=@@SQL_NOTES, SQL_NOTES=0 */;
CREATE TABLE \`city\` (
  \`id\` int(11) NOT NULL,
  \`name\` varchar(40) DEFAULT NULL,
  \`picture\` blob,
  PRIMARY KEY (\`id\`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO \`city\` VALUES (1,'Köln €','a\\0b'),(2,'Łódź','x'),(3,'𝄞',NULL);
/*!40101 SET SQL_MODE=@OLD_SQL_MODE */;
/*!40101 SET CHARACTER_SET_CLIENT=@OLD_CHARACTER_SET_CLIENT */;
/*!40111 SET SQL_NOTES=@OLD_SQL_NOTES */;
`;

/** Tables as people and modelling tools write them, with what shows them how far the script is. */
const BY_HAND = `create schema ${SCHEMA};
use ${SCHEMA};
SELECT 'LOADING departments' as 'INFO';
SET @old_default_storage_engine = @@default_storage_engine;
SET @@default_storage_engine = 'MyISAM';
/*!50610 SET @@default_storage_engine = 'InnoDB'*/;
CREATE TABLE \`film_text\` (
  \`film_id\` SMALLINT NOT NULL,
  \`title\` VARCHAR(255) NOT NULL,
  PRIMARY KEY (\`film_id\` ASC)
) DEFAULT CHARSET=utf8mb4;
SET @@default_storage_engine = @old_default_storage_engine;
CREATE TABLE \`employee\` (
  \`EmployeeId\` int NOT NULL,
  \`HireDate\` datetime,
  PRIMARY KEY (\`EmployeeId\`)
);
CREATE INDEX \`IFK_HireDate\` ON \`employee\` (\`HireDate\`);
INSERT INTO \`employee\` VALUES (1, '1962/2/18'), (2, '2002-8-14 7:00');
INSERT INTO \`film_text\` VALUES (1, 'ACADEMY DINOSAUR');
/*!50610 ALTER TABLE film_text engine=InnoDB */;
SHOW TABLES;
SELECT COUNT(*) AS employees, ROUND(AVG(EmployeeId), 1) FROM employee;
`;

describe.each(testVendors)('scripts in shapes that people have, %s', (vendor) => {
  const registry = newRegistry();
  afterAll(() => dropSchemas(vendor, SCHEMA));

  async function load(text: string, selection: LoadSelection = LOAD_DEFAULTS.selection) {
    await dropSchemas(vendor, SCHEMA);
    return withFolder(async (folder) => {
      const script = join(folder, `${SCHEMA}.sql`);
      writeFileSync(script, text);
      return loadDump(registry, { vendor, folder: script, selection });
    });
  }

  it('are loaded where they name utf8, and lack the last comment', async () => {
    const result = await load(OLDER_UTF8);
    expect(result.errors).toEqual([]);
    expect(await queryRows(vendor, `SELECT id, name, HEX(picture) AS picture FROM ${SCHEMA}.city`)).toEqual([
      { id: 1, name: 'Köln €', picture: '610062' },
      { id: 2, name: 'Łódź', picture: '78' },
      { id: 3, name: '𝄞', picture: null },
    ]);
  });

  it('are refused where no server takes the name that their file gives', async () => {
    const long = 'é'.repeat(65);
    const result = await load(`CREATE TABLE \`${long}\` (id int);\n`);
    expect(result.errors).toMatchObject([
      { code: 'usage', message: `The name “${long}” is longer than 64 characters, and no server takes it.` },
    ]);
  });

  it('are incomplete without their last statement too', async () => {
    const result = await load(OLDER_UTF8.replace(/\/\*!40111 SET SQL_NOTES=@OLD.*\n/, ''));
    expect(result.errors).toMatchObject([{ code: 'dump-incomplete' }]);
  });

  it('are warned of where they end without what their tool writes last', async () => {
    const whole = `-- phpMyAdmin SQL Dump
-- version 5.2.1
-- Server version: 10.4.32-MariaDB
/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
/*!40101 SET NAMES utf8mb4 */;
CREATE TABLE \`a\` (\n  \`id\` int(11) NOT NULL\n) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO \`a\` (\`id\`) VALUES\n(1);
/*!40101 SET CHARACTER_SET_CLIENT=@OLD_CHARACTER_SET_CLIENT */;
`;
    const codesOf = async (text: string) => (await load(text)).warnings.map(({ code }) => code);
    expect(await codesOf(whole)).not.toContain('dump-incomplete');
    const cut = whole.replace(/\/\*!40101 SET CHARACTER_SET_CLIENT=@.*\n/, '');
    expect(await codesOf(cut)).toContain('dump-incomplete');
  });

  it('are refused where their rows would fire triggers, and loaded without these', async () => {
    const text = `USE ${SCHEMA};
CREATE TABLE film (id int PRIMARY KEY, title varchar(20));
CREATE TABLE film_text (id int PRIMARY KEY, title varchar(20), made datetime);
CREATE TRIGGER ins_film AFTER INSERT ON film FOR EACH ROW INSERT INTO film_text VALUES (NEW.id, NEW.title, NOW());
INSERT INTO film VALUES (1, 'ACADEMY DINOSAUR');
`;
    const refused = await load(text);
    expect(refused.errors).toMatchObject([{ code: 'dump-unsupported', table: `${SCHEMA}.film` }]);
    expect(refused.errors[0]?.hint).toMatch(/--exclude-triggers found_shapes\.ins_film/);
    const withoutTrigger: LoadSelection = {
      include: [{ kind: 'schema', schema: '%' }],
      exclude: [{ kind: 'trigger', schema: SCHEMA, name: 'ins_film' }],
      content: 'everything',
    };
    const result = await load(text, withoutTrigger);
    expect(result.errors).toEqual([]);
    expect(await queryRows(vendor, `SELECT id FROM ${SCHEMA}.film`)).toEqual([{ id: 1 }]);
  });

  it('are loaded as they are written by hand', async () => {
    const result = await load(BY_HAND);
    expect(result.errors).toEqual([]);
    const times = "DATE_FORMAT(HireDate, '%Y-%m-%d %H:%i:%s') AS time";
    expect(await queryRows(vendor, `SELECT EmployeeId AS id, ${times} FROM ${SCHEMA}.employee`)).toEqual([
      { id: 1, time: '1962-02-18 00:00:00' },
      { id: 2, time: '2002-08-14 07:00:00' },
    ]);
    expect(
      await queryRows(
        vendor,
        `SELECT TABLE_NAME AS name, ENGINE AS engine FROM information_schema.TABLES WHERE TABLE_SCHEMA = '${SCHEMA}' ORDER BY 1`,
      ),
    ).toEqual([
      { name: 'employee', engine: 'InnoDB' },
      { name: 'film_text', engine: 'InnoDB' },
    ]);
  });
});
