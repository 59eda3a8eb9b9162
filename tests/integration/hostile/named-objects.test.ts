import { readdir } from 'fs/promises';
import { join } from 'path';
import type { Connection } from 'mysql2/promise';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testServer, testVendors } from '../../servers/test-server';
import { runSluice } from '../harness/command';
import { withFolder } from '../harness/runs';
import { connectPlain } from '../harness/servers';
import {
  contentsOf,
  dropObjects,
  grantsOf,
  makeObjects,
  namesBeyondBmp,
  sourceSchemas,
} from './named-objects';
import { dsnOf } from '../privileges/accounts';

/** As words of the command line: a backslash takes the next character as it is. */
const escaped = (name: string) => name.replace(/[^]/gu, '\\$&');
const FOUR = 'kinds_four_bytes';
const copied = (schema: string) => `c_${schema}`;

/** Control characters but tab and line feed, and marks that turn the direction of writing. */
const SPOOFING = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

describe.each(testVendors)('objects of every kind with hostile names, %s', (vendor) => {
  let root: Connection;
  const schemas = sourceSchemas(vendor);
  const secret = { SLUICE_PASSWORD: testServer(vendor).password };

  const all = async (where: (schema: string) => string) => {
    const found: Record<string, unknown> = {};
    for (const schema of schemas) found[schema] = await contentsOf(root, where(schema));
    return found;
  };

  const sluice = async (...words: readonly string[]) => {
    const { exitCode, output } = await runSluice(words, secret);
    expect(exitCode, output).toBe(0);
    expect(output).not.toMatch(SPOOFING);
    expect(output).not.toMatch(/^line'/m);
    return output;
  };

  beforeAll(async () => {
    root = await connectPlain(vendor);
  });
  const drop = async () => {
    await dropObjects(root, vendor, copied);
    for (const schema of [FOUR, copied(FOUR)]) await root.query(`DROP DATABASE IF EXISTS ${schema}`);
  };
  beforeEach(drop);
  afterEach(drop);
  afterAll(() => root.end());

  it('are dumped, verified and loaded into other schemas, and back with their accounts', async () => {
    await makeObjects(root, vendor);
    const made = await all((schema) => schema);
    const grants = await grantsOf(root);
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const wanted = ['--schemas', schemas.map(escaped).join(',')];
      const users = ['--users', '*@kinds.test'];
      await sluice('dump', '--source', dsnOf(vendor), '--out', folder, ...wanted, ...users);
      expect(await readdir(parent)).toEqual(['dump']);
      const files = await readdir(folder, { recursive: true });
      for (const file of files) expect(file).toMatch(/^[^\0-\x1f\x7f\\:*?"<>|]+$/);

      const maps = schemas.map((schema) => `${escaped(schema)}=${escaped(copied(schema))}`).join(',');
      const load = ['load', '--target', dsnOf(vendor), '--dump', folder];
      await sluice('verify', '--dump', folder, '--target', dsnOf(vendor), '--checksum');
      await sluice(...load, '--schema-map', maps, '--dry-run');
      await sluice(...load, '--schema-map', maps);
      expect(await all(copied)).toEqual(made);

      await dropObjects(root, vendor, copied);
      await sluice(...load, ...users);
      expect(await all((schema) => schema)).toEqual(made);
      expect(await grantsOf(root)).toEqual(grants);
    });
  });

  it('hold no character beyond the BMP: the server refuses the name or keeps question marks', async () => {
    const [name, member] = ['\u{1f600}'.repeat(20), '\u{1f600}'.repeat(64)];
    await root.query(`CREATE DATABASE ${FOUR}`);
    await root.query(`USE ${FOUR}`);
    await root.query(`CREATE TABLE plain (id INT PRIMARY KEY, e ENUM('${member}') COMMENT '${member}')`);
    await root.query(`INSERT INTO plain VALUES (1, '${member}')`);
    await root.query(`CREATE PROCEDURE said() COMMENT '${name}' SELECT '${name}'`);
    for (const statement of namesBeyondBmp(name)) {
      const made = root.query(statement);
      if (vendor === 'mariadb') await expect(made, statement).rejects.toMatchObject({ errno: 1300 });
      else await expect(made, statement).resolves.toBeDefined();
    }
    const made = await contentsOf(root, FOUR);
    const [tables] = await root.query(`SHOW TABLES LIKE '${'?'.repeat(20)}'`);
    expect(tables).toHaveLength(vendor === 'mysql' ? 1 : 0);
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      await sluice('dump', '--source', dsnOf(vendor), '--out', folder, '--schemas', FOUR);
      const map = ['--schema-map', `${FOUR}=${copied(FOUR)}`];
      await sluice('load', '--target', dsnOf(vendor), '--dump', folder, ...map);
    });
    expect(await contentsOf(root, copied(FOUR))).toEqual(made);
    const [rows] = await root.query(`SELECT e FROM ${copied(FOUR)}.plain`);
    expect(rows).toEqual([{ e: member }]);
  });
});
