import { describe, expect, it } from 'vitest';
import { loadDataOf } from '../../../../app/format/mydumper/load-data';

const SETTINGS =
  "/*!40101 SET NAMES binary*/;\n/*!40014 SET FOREIGN_KEY_CHECKS=0*/;\n/*!40103 SET TIME_ZONE='+00:00' */;\n";
const FORM =
  "FIELDS TERMINATED BY '\\t' ENCLOSED BY '' ESCAPED BY '\\\\' LINES STARTING BY '' TERMINATED BY '\\n'";
const FOUND = {
  file: 'a.t.00000.dat',
  table: 't',
  charset: 'binary',
  dialect: { fieldTerminator: '\t', enclosure: '', escape: '\\', lineTerminator: '\n' },
  skippedRows: 0,
  isUtc: true,
};

describe('loadDataOf', () => {
  it('reads the statement of --load-data', () => {
    const load = `LOAD DATA LOCAL INFILE 'a.t.00000.dat' REPLACE INTO TABLE \`t\` CHARACTER SET binary ${FORM} (\`id\`,@b,@\`c\`\`,\`)SET \`b\`=UNHEX(@b),\`c\`\`,\`=CONVERT(@\`c\`\`,\` USING UTF8MB4);\n`;
    expect(loadDataOf(SETTINGS + load)).toEqual({
      ...FOUND,
      columns: [
        { name: 'id', isHex: false },
        { name: 'b', isHex: true },
        { name: 'c`,', isHex: false },
      ],
    });
  });

  it('reads the statement of --csv, with a header', () => {
    const load =
      "LOAD DATA LOCAL INFILE 'a.t.00000.csv' INTO TABLE `t` CHARACTER SET utf8mb4 FIELDS TERMINATED BY ',' ENCLOSED BY '\"' ESCAPED BY '\\\\' LINES STARTING BY '' TERMINATED BY '\\r\\n' IGNORE 1 LINES (`id`);\n";
    expect(loadDataOf(load)).toEqual({
      ...FOUND,
      file: 'a.t.00000.csv',
      charset: 'utf8mb4',
      dialect: { fieldTerminator: ',', enclosure: '"', escape: '\\', lineTerminator: '\r\n' },
      skippedRows: 1,
      columns: [{ name: 'id', isHex: false }],
      isUtc: false,
    });
  });

  it.each([
    [
      'lines that begin with something',
      `LOAD DATA LOCAL INFILE 'x' INTO TABLE \`t\` LINES STARTING BY '>' TERMINATED BY '\\n' (\`a\`);`,
    ],
    [
      'an expression',
      `LOAD DATA LOCAL INFILE 'x' INTO TABLE \`t\` LINES TERMINATED BY '\\n' (@a)SET \`a\`=LOAD_FILE(@a);`,
    ],
    [
      'a variable that nothing is made of',
      `LOAD DATA LOCAL INFILE 'x' INTO TABLE \`t\` LINES TERMINATED BY '\\n' (@a);`,
    ],
    [
      'two statements',
      `LOAD DATA LOCAL INFILE 'x' INTO TABLE \`t\` LINES TERMINATED BY '\\n' (\`a\`);DROP TABLE t;`,
    ],
    ['rows', 'INSERT INTO `t` VALUES(1);'],
  ])('reads none with %s', (_what, script) => {
    expect(loadDataOf(SETTINGS + script)).toBeNull();
  });
});
