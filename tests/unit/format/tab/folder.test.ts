import { describe, expect, it } from 'vitest';
import { fieldsRecipe } from '../../../../app/format/fields/columns';
import { tabFiles } from '../../../../app/format/tab/names';
import { fileSession } from '../../../../app/format/tab/session';

describe('tabFiles', () => {
  it('puts the rows beside their scripts', () => {
    expect(tabFiles(['v.sql', 't.txt', 't.sql', 'u.sql', 'u.txt.gz', 'x.txt', '.hidden'])).toEqual({
      pairs: [
        { script: { name: 't.sql', compression: 'none' }, rows: { name: 't.txt', compression: 'none' } },
        { script: { name: 'u.sql', compression: 'none' }, rows: { name: 'u.txt.gz', compression: 'gzip' } },
        { script: { name: 'v.sql', compression: 'none' }, rows: null },
      ],
      others: ['x.txt'],
    });
  });
});

describe('fileSession', () => {
  it.each([
    ['-- MySQL dump 10.13  Distrib 9.7.4, for Linux\n/*!50503 SET NAMES utf8mb4 */;\n', 'binary'],
    ['-- MySQL dump 10.13  Distrib 5.7.44, for Linux\n/*!40101 SET NAMES utf8 */;\n', 'binary'],
    ['-- MySQL dump 10.13  Distrib 8.0.44, for Linux\n/*!50503 SET NAMES utf8 */;\n', 'utf8'],
    ['-- MySQL dump 10.13  Distrib 9.7.4, for Linux\n/*!50503 SET NAMES latin1 */;\n', 'latin1'],
  ])('knows the character set of the rows beside %j', (head, charset) => {
    expect(fileSession(head)).toEqual({ charset, isUtc: false });
  });

  it('knows that times are in UTC', () => {
    expect(fileSession("/*!40103 SET TIME_ZONE='+00:00' */;").isUtc).toBe(true);
  });
});

describe('fieldsRecipe', () => {
  const text = {
    name: 't',
    elements: [
      '`id` int NOT NULL',
      "`a` varchar(9) DEFAULT NULL COMMENT 'CHARACTER SET gbk'",
      '`l` varchar(9) CHARACTER SET latin1 DEFAULT NULL',
      '`s` text CHARACTER SET sjis',
      '`b` varbinary(9) DEFAULT NULL',
      '`j` json DEFAULT NULL',
      '`g` int GENERATED ALWAYS AS (`id` + 1) VIRTUAL',
    ],
    options: ' ENGINE=InnoDB DEFAULT CHARSET=utf8mb4',
  };
  const names = ['id', 'a', 'l', 's', 'b', 'j', 'g'];

  it('reads what is not UTF-8 as base64', () => {
    expect(fieldsRecipe(text, names, 'binary')).toEqual({
      columns: ['text', 'text', 'bytes', 'bytes', 'bytes', 'text', 'skipped'],
      names: names.slice(0, -1),
      decoders: {
        l: 'CONVERT(FROM_BASE64(@`l`) USING latin1)',
        s: 'CONVERT(FROM_BASE64(@`s`) USING sjis)',
        b: 'FROM_BASE64',
      },
      unsafe: ['sjis'],
    });
  });

  it('reads all texts in the character set of the file', () => {
    expect(fieldsRecipe(text, ['id', 'a', 'b'], 'latin1')).toMatchObject({
      columns: ['text', 'bytes', 'bytes'],
      decoders: { a: 'CONVERT(FROM_BASE64(@`a`) USING latin1)', b: 'FROM_BASE64' },
    });
  });
});
