import { describe, expect, it } from 'vitest';
import type { StoredObject, ViewObject } from '../../../../app/catalog/objects/objects';
import { splitScript } from '../../../../app/format/sql/script';
import {
  emptyScript,
  schemaScript,
  tableScript,
  triggersScript,
  viewPlaceholderScript,
  viewScript,
} from '../../../../app/format/sql/files';

const CONTEXT = { sqlMode: 'ANSI_QUOTES', characterSet: 'latin1', collation: 'latin1_swedish_ci' };
const procedure = (name: string, definition: string, more: Partial<StoredObject> = {}): StoredObject => ({
  kind: 'procedure',
  name,
  definition,
  context: CONTEXT,
  timeZone: null,
  ...more,
});
const BODY = "CREATE PROCEDURE `p`()\nBEGIN\n  SELECT ';;';\n  SELECT 2; # ;;\nEND";
const creates = (script: string) => splitScript(script).filter((statement) => statement.startsWith('CREATE'));

describe('schemaScript', () => {
  it('makes the schema where it is missing and then its objects in their order', () => {
    const create = 'CREATE DATABASE `shop` /*!40100 DEFAULT CHARACTER SET utf8mb4 */';
    const script = schemaScript('shop', create, [
      procedure('p', BODY),
      procedure('q', 'CREATE PROCEDURE `q`() DO 1'),
    ]);
    expect(creates(script)).toEqual([
      'CREATE DATABASE /*!32312 IF NOT EXISTS*/ `shop` /*!40100 DEFAULT CHARACTER SET utf8mb4 */',
      BODY,
      'CREATE PROCEDURE `q`() DO 1',
    ]);
    expect(splitScript(script)[1]).toBe('USE `shop`');
  });

  it('runs nothing that only a name says', () => {
    const name = 'p`\nDROP TABLE orders;\r-- ';
    const script = schemaScript('shop', 'CREATE DATABASE `shop`', [
      procedure(name, 'CREATE PROCEDURE `x`() DO 1'),
    ]);
    expect(splitScript(script).filter((statement) => statement.startsWith('DROP'))).toEqual([]);
  });

  it.each(['SELECT 1 -- the end', 'SELECT 1 # the end', 'SELECT 1 /* the end */'])(
    'ends a body where it ends, also after a comment: %s',
    (body) => {
      const definition = `CREATE PROCEDURE \`p\`()\n${body}`;
      const script = schemaScript('shop', 'CREATE DATABASE `shop`', [
        procedure('p', definition),
        procedure('q', 'CREATE PROCEDURE `q`() DO 1'),
      ]);
      expect(creates(script).slice(1)).toEqual([definition, 'CREATE PROCEDURE `q`() DO 1']);
    },
  );
});

describe('a stored object', () => {
  it('is made under its own settings, which go back afterwards', () => {
    const statements = splitScript(
      triggersScript([{ ...procedure('t', 'CREATE TRIGGER `t` …'), kind: 'trigger' }]),
    );
    expect(statements).toEqual([
      expect.stringMatching(/^SET @saved_\w+ = @@SESSION\.character_set_client, .*@@SESSION\.sql_mode$/),
      "SET SESSION character_set_client = 'latin1', SESSION collation_connection = 'latin1_swedish_ci', SESSION sql_mode = 'ANSI_QUOTES'",
      'CREATE TRIGGER `t` …',
      expect.stringMatching(
        /^SET SESSION character_set_client = @saved_\w+, .*SESSION sql_mode = @saved_sql_mode$/,
      ),
    ]);
  });

  it('is made under an empty sql_mode where it was', () => {
    const script = triggersScript([procedure('t', 'CREATE …', { context: { ...CONTEXT, sqlMode: '' } })]);
    expect(script).toContain("SESSION sql_mode = ''");
  });

  it('has its time zone where it is an event', () => {
    const event = procedure('e', 'CREATE EVENT …', { kind: 'event', timeZone: 'Europe/Berlin' });
    expect(triggersScript([event])).toContain("SESSION time_zone = 'Europe/Berlin'");
    expect(triggersScript([procedure('p', 'CREATE …')])).not.toContain('time_zone');
  });
});

describe('tableScript', () => {
  it('makes the table where it is missing and keeps its text', () => {
    const create = "CREATE TABLE `t` (\n  `a` int COMMENT 'CREATE TABLE ; x'\n) ENGINE=InnoDB";
    expect(splitScript(tableScript(create))).toEqual([
      create.replace('CREATE TABLE', 'CREATE TABLE IF NOT EXISTS'),
    ]);
  });
});

describe('the scripts of a view', () => {
  const view: ViewObject = {
    ...procedure('open`orders', 'CREATE ALGORITHM=UNDEFINED VIEW `open``orders` AS select 1 AS `a`'),
    kind: 'view',
    columns: ['a', 'b`c'],
  };

  it('begin with a placeholder of the same columns', () => {
    expect(splitScript(viewPlaceholderScript(view))).toEqual([
      'CREATE OR REPLACE VIEW `open``orders` AS SELECT 1 AS `a`, 1 AS `b``c`',
    ]);
  });

  it('replace the placeholder by the view itself', () => {
    expect(creates(viewScript(view))).toEqual([
      'CREATE OR REPLACE ALGORITHM=UNDEFINED VIEW `open``orders` AS select 1 AS `a`',
    ]);
  });
});

describe('emptyScript', () => {
  it('holds no statement', () => {
    expect(splitScript(emptyScript())).toEqual([]);
  });
});
