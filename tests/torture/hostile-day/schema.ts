/** Small schemas with one of each kind of object, and what a user may have in their way. */
import type { Vendor } from '../../../app/contract/connections/connection';
import type { Dice } from '../../fixtures/dice';
import { quoted } from '../../fixtures/random-schema/names';

export const KINDS = ['table', 'view', 'procedure', 'function', 'trigger', 'event', 'sequence'] as const;
export type Kind = (typeof KINDS)[number];

export interface Named {
  readonly kind: Kind;
  readonly name: string;
}

export interface SmallSchema {
  readonly objects: readonly Named[];
  /** In the current schema, in an order that works. */
  readonly statements: readonly string[];
  /** Definitions of its tables, by name. */
  readonly tables: Readonly<Record<string, string>>;
}

const NAMES = [
  'Orders',
  'Mixed Case',
  'Größe',
  'back`tick',
  "quo'te",
  'dash-ed',
  'select',
  'per%cent',
] as const;
const TEXTS = [
  '',
  'plain',
  'tab\there',
  'new\nline',
  'back\\slash',
  "quo'te",
  'Größe 😀',
  '\\N',
  'NULL',
] as const;
const MOST_ROWS = 60;

/** Draws what is dumped. Names differ by more than their capitals. */
export function drawSchema(dice: Dice, vendor: Vendor): SmallSchema {
  const objects: Named[] = [];
  const statements: string[] = [];
  const tables: Record<string, string> = {};
  const name = (kind: Kind, letter: string) => {
    const drawn = `${dice.pick(NAMES)}_${letter}`;
    objects.push({ kind, name: drawn });
    return quoted(drawn);
  };
  const perhaps = () => dice.below(3) > 0;
  const table = (letter: string, lines: string): string => {
    const quotedName = name('table', letter);
    const definition = `CREATE TABLE ${quotedName} (${lines})`;
    tables[objects.at(-1)?.name ?? ''] = definition;
    statements.push(definition);
    return quotedName;
  };
  const parent = table(
    'P',
    'id INT PRIMARY KEY AUTO_INCREMENT, Word VARCHAR(40), n DECIMAL(9,2), KEY by_word (Word)',
  );
  statements.push(...inserts(dice, parent, () => [literal(dice.pick(TEXTS)), `${dice.below(999)}.5`]));
  if (perhaps()) {
    const child = table(
      'C',
      `id INT PRIMARY KEY, parent INT, b VARBINARY(30), t DATETIME(6), CONSTRAINT of_parent FOREIGN KEY (parent) REFERENCES ${parent} (id)`,
    );
    statements.push(
      ...inserts(dice, child, () => [
        'NULL',
        `X'${dice.below(65536).toString(16).padStart(4, '0')}'`,
        "'2024-02-29 12:00:00.000001'",
      ]),
    );
  }
  if (perhaps()) {
    const loose = table('L', "a INT, e ENUM('x','y'), f BIT(9), d DOUBLE, KEY (a)");
    statements.push(...inserts(dice, loose, () => [dice.pick(["'x'", "'y'", 'NULL']), "b'101'", '0.1']));
  }
  const view = name('view', 'V');
  statements.push(`CREATE VIEW ${view} AS SELECT id, Word FROM ${parent}`);
  // By the alphabet before what it is made upon.
  if (perhaps()) statements.push(`CREATE VIEW ${name('view', 'A')} AS SELECT id FROM ${view} WHERE id > 1`);
  if (perhaps())
    statements.push(`CREATE PROCEDURE ${name('procedure', 'Q')}() SELECT 'dumped' FROM ${parent}`);
  if (perhaps())
    statements.push(`CREATE FUNCTION ${name('function', 'F')}(a INT) RETURNS INT DETERMINISTIC RETURN a + 1`);
  if (perhaps())
    statements.push(
      `CREATE TRIGGER ${name('trigger', 'T')} BEFORE INSERT ON ${parent} FOR EACH ROW SET NEW.Word = CONCAT(NEW.Word, '!')`,
    );
  if (perhaps())
    statements.push(
      `CREATE EVENT ${name('event', 'E')} ON SCHEDULE EVERY 1 DAY STARTS '2037-01-01' DISABLE DO SELECT 'dumped'`,
    );
  if (vendor === 'mariadb' && perhaps())
    statements.push(`CREATE SEQUENCE ${name('sequence', 'S')} START WITH 7`);
  return { objects, statements, tables };
}

/** Rows with an id of their own first; more of them in few tables. */
function inserts(dice: Dice, table: string, values: () => readonly string[]): readonly string[] {
  const count = dice.below(4) === 0 ? 0 : dice.between(1, MOST_ROWS);
  const rows = Array.from({ length: count }, (_, row) => `(${[row + 1, ...values()].join(', ')})`);
  return count === 0 ? [] : [`INSERT INTO ${table} VALUES ${rows.join(', ')}`];
}

function literal(text: string): string {
  return `'${text.split('\\').join('\\\\').split("'").join("''")}'`;
}

/** Objects of the user in the target that no dump knows of. */
export const BYSTANDERS: readonly string[] = [
  'CREATE TABLE mine_table (id INT PRIMARY KEY AUTO_INCREMENT, v VARCHAR(20))',
  "INSERT INTO mine_table VALUES (7, 'mine')",
  'CREATE VIEW mine_view AS SELECT v FROM mine_table',
  "CREATE PROCEDURE mine_procedure() COMMENT 'mine' SELECT 'mine'",
  'CREATE TRIGGER mine_trigger AFTER INSERT ON mine_table FOR EACH ROW SET @mine = NEW.v',
  "CREATE EVENT mine_event ON SCHEDULE EVERY 1 HOUR STARTS '2037-01-01' DISABLE DO SELECT 'mine'",
];

/** Draws what the user has under an object's name; written in other capitals where the target takes both for one. */
export function drawNamesake(
  dice: Dice,
  schema: SmallSchema,
  { kind, name }: Named,
  isFolded: boolean,
): { readonly kind: Kind; readonly statements: readonly string[] } {
  const mine = quoted(
    isFolded || kind === 'procedure' || kind === 'function' || kind === 'event' ? swapped(name) : name,
  );
  switch (kind) {
    case 'table': {
      const same = schema.tables[name];
      if (same !== undefined && dice.below(2) === 0) {
        const own = same
          .replace(/^CREATE TABLE `(?:[^`]|``)+`/, () => `CREATE TABLE ${mine}`)
          .replace('of_parent', 'of_mine');
        return { kind, statements: ['SET foreign_key_checks = 0', own, 'SET foreign_key_checks = 1'] };
      }
      if (dice.below(4) === 0)
        return { kind: 'view', statements: [`CREATE VIEW ${mine} AS SELECT id, v FROM mine_table`] };
      return {
        kind,
        statements: [
          `CREATE TABLE ${mine} (id INT PRIMARY KEY, other VARCHAR(20), KEY other (other))`,
          `INSERT INTO ${mine} VALUES (1001, 'mine'), (1002, 'mine')`,
        ],
      };
    }
    case 'view':
      return dice.below(4) === 0
        ? { kind: 'table', statements: [`CREATE TABLE ${mine} (id INT)`, `INSERT INTO ${mine} VALUES (5)`] }
        : {
            kind,
            statements: [`CREATE SQL SECURITY INVOKER VIEW ${mine} AS SELECT id AS my_id FROM mine_table`],
          };
    case 'procedure':
      return { kind, statements: [`CREATE PROCEDURE ${mine}(IN a INT) COMMENT 'mine' SELECT 'mine', a`] };
    case 'function':
      return { kind, statements: [`CREATE FUNCTION ${mine}() RETURNS INT NO SQL RETURN 42`] };
    case 'trigger':
      return {
        kind,
        statements: [`CREATE TRIGGER ${mine} BEFORE UPDATE ON mine_table FOR EACH ROW SET NEW.v = NEW.v`],
      };
    case 'event':
      return {
        kind,
        statements: [
          `CREATE EVENT ${mine} ON SCHEDULE EVERY 2 HOUR STARTS '2037-01-01' DISABLE COMMENT 'mine' DO SELECT 'mine'`,
        ],
      };
    case 'sequence':
      return { kind, statements: [`CREATE SEQUENCE ${mine} START WITH 5000`] };
  }
}

function swapped(name: string): string {
  return Array.from(name)
    .map((c) => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase()))
    .join('');
}
