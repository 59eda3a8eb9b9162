import { describe, expect, it } from 'vitest';
import { keyObstacle, withInvisibleKey } from '../../../../app/format/sql/primary-key';

const ENGINE = ') ENGINE=InnoDB DEFAULT CHARSET=utf8mb4';
const COLUMN = '  `my_row_id` bigint unsigned NOT NULL AUTO_INCREMENT /*!80023 INVISIBLE */,\n';

describe('withInvisibleKey', () => {
  it('adds column and key where SHOW CREATE TABLE prints them', () => {
    expect(
      withInvisibleKey(
        `CREATE TABLE \`t\` (\n  \`a\` int DEFAULT NULL,\n  KEY \`a\` (\`a\`)\n${ENGINE}`,
        'mysql',
      ),
    ).toBe(
      `CREATE TABLE \`t\` (\n${COLUMN}  \`a\` int DEFAULT NULL,\n  PRIMARY KEY (\`my_row_id\`),\n  KEY \`a\` (\`a\`)\n${ENGINE}`,
    );
    expect(withInvisibleKey(`CREATE TABLE \`t\` (\n  \`a\` int\n${ENGINE}`, 'mariadb')).toBe(
      `CREATE TABLE \`t\` (\n  \`my_row_id\` bigint(20) unsigned NOT NULL INVISIBLE AUTO_INCREMENT,\n  \`a\` int,\n  PRIMARY KEY (\`my_row_id\`)\n${ENGINE}`,
    );
  });

  it('reads no key out of names, defaults and comments', () => {
    const odd = `CREATE TABLE \`PRIMARY KEY (\` (\n  \`PRIMARY KEY\` text COMMENT 'PRIMARY KEY ($1),',\n  \`b\` text COMMENT '\\n  \`c\`'\n${ENGINE}`;
    const keyed = withInvisibleKey(odd, 'mysql');
    expect(keyed.replace(COLUMN, '').replace(',\n  PRIMARY KEY (`my_row_id`)', '')).toBe(odd);
    expect(keyObstacle(keyed)).toBe('has-key');
  });

  it.each([
    ['has-key', '  `a` int NOT NULL,\n  PRIMARY KEY (`a`)\n', ENGINE],
    ['auto-increment', '  `a` int NOT NULL AUTO_INCREMENT,\n  KEY `a` (`a`)\n', ENGINE],
    ['partitions', '  `a` int\n', `${ENGINE}\n/*!50100 PARTITION BY HASH (\`a\`)\nPARTITIONS 2 */`],
    ['engine', '  `a` int\n', ') ENGINE=MyISAM DEFAULT CHARSET=utf8mb4'],
    ['name', '  `My_Row_Id` int\n', ENGINE],
  ] as const)('adds none to a table with the obstacle %s', (obstacle, lines, options) => {
    const table = `CREATE TABLE \`t\` (\n${lines}${options}`;
    expect(keyObstacle(table)).toBe(obstacle);
    for (const vendor of ['mysql', 'mariadb'] as const) expect(withInvisibleKey(table, vendor)).toBe(table);
  });

  it('changes no other statement', () => {
    for (const other of ['CREATE VIEW `v` AS select 1', 'SET NAMES utf8mb4'])
      expect(withInvisibleKey(other, 'mysql')).toBe(other);
  });
});
