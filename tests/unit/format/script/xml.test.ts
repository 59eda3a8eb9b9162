import { describe, expect, it } from 'vitest';
import { xmlTool } from '../../../../app/format/script/files/unpacked';

describe('xmlTool', () => {
  it.each([
    ['<?xml version="1.0"?>\n<mysqldump xmlns:xsi="x">\n<database name="shop">\n', 'mysqldump'],
    ['\ufeff<?xml version="1.0"?>\n\n<resultset statement="SELECT 1\n" xmlns:xsi="x">\n', 'mysql'],
    ['<?xml version="1.0"?>\n<rss>\n', null],
    ['-- MySQL dump 10.13\n', null],
  ])('knows who wrote %j', (text, tool) => {
    expect(xmlTool(Buffer.from(text))).toBe(tool);
  });
});
