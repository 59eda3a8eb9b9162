import { describe, expect, it } from 'vitest';
import { isLongDecimal, typeOfBytes, typeOfTexts } from '../../../app/convert/parquet/type';
import { isRequired } from '../../../app/format/script/tables/table-text';

describe('the type of texts in Parquet', () => {
  it.each([
    ['tinyint(1) NOT NULL', { form: 'integer', bits: 8, isUnsigned: false, type: 'tinyint(1)' }],
    ['mediumint unsigned', { form: 'integer', bits: 32, isUnsigned: true }],
    ['bigint(20) unsigned zerofill NOT NULL', { form: 'integer', bits: 64, isUnsigned: true }],
    ['INT(5) ZEROFILL', { form: 'integer', bits: 32, isUnsigned: true }],
    ['SERIAL', { form: 'integer', bits: 64, isUnsigned: true }],
    ['year(4) DEFAULT NULL', { form: 'integer', bits: 16, isUnsigned: false }],
    ['float(7,3) unsigned', { form: 'float' }],
    ['FLOAT(53)', { form: 'double' }],
    ['double precision', { form: 'double', type: 'double precision' }],
    ['decimal(10,2) NOT NULL', { form: 'decimal', precision: 10, scale: 2 }],
    ['DECIMAL', { form: 'decimal', precision: 10, scale: 0 }],
    ['numeric(38)', { form: 'decimal', precision: 38, scale: 0 }],
    ['decimal(39,0)', { form: 'text', type: 'decimal(39,0)' }],
    ['datetime(6) DEFAULT CURRENT_TIMESTAMP(6)', { form: 'date-time', type: 'datetime(6)' }],
    ['timestamp NULL', { form: 'timestamp' }],
    ['time(3)', { form: 'time' }],
    ['date', { form: 'date' }],
    ['json', { form: 'json' }],
    ["enum('a','UNSIGNED (x)','it''s') NOT NULL", { form: 'text', type: "enum('a','UNSIGNED (x)','it''s')" }],
    ['varchar(20) CHARACTER SET latin1', { form: 'text', type: 'varchar(20)' }],
    ['uuid NOT NULL', { form: 'text', type: 'uuid' }],
    ['', { form: 'text', type: '' }],
  ])('is that of %s', (definition, expected) => {
    expect(typeOfTexts(definition)).toMatchObject(expected);
  });

  it('is a text for decimals of more digits than readers know', () => {
    expect(isLongDecimal('decimal(65,30)')).toBe(true);
    expect(isLongDecimal('decimal(38,30)')).toBe(false);
  });
});

describe('the type of bytes in Parquet', () => {
  it.each([
    ['bit(1)', { form: 'bits', bits: 8 }],
    ['bit(9)', { form: 'bits', bits: 16 }],
    ['bit(33) NOT NULL', { form: 'bits', bits: 64 }],
    ['point NOT NULL /*!80003 SRID 4326 */', { form: 'geometry', type: 'point' }],
    ['geomcollection', { form: 'geometry' }],
    ['varbinary(16)', { form: 'bytes', type: 'varbinary(16)' }],
    ['', { form: 'bytes', type: '' }],
  ])('is that of %s', (definition, expected) => {
    expect(typeOfBytes(definition)).toMatchObject(expected);
  });
});

describe('a column that is required', () => {
  it.each([
    ['int NOT NULL AUTO_INCREMENT', true],
    ["varchar(9) DEFAULT NULL COMMENT 'never NOT NULL'", false],
    ['int(11) DEFAULT NULL CHECK (`a` is not null or (`b` is not null))', false],
    ['timestamp NULL DEFAULT NULL', false],
    ["enum('NOT NULL') DEFAULT NULL", false],
  ])('says so itself: %s', (definition, expected) => {
    expect(isRequired(definition)).toBe(expected);
  });
});
