import { describe, expect, it } from 'vitest';
import {
  doneSchema,
  manifestSchema,
  schemaDocumentSchema,
  tableDocumentSchema,
} from '../../../app/format/documents';

describe('the manifest', () => {
  it('needs no more than MySQL Shell’s own reader does', () => {
    const manifest = manifestSchema.parse({
      version: '1.0.2',
      schemas: ['shop'],
      basenames: { shop: 'shop' },
    });
    expect(manifest).toMatchObject({ tzUtc: true, capabilities: [], consistent: false });
  });

  it.each([
    { version: '2.0.1', basenames: {} },
    { version: '2.0.1', schemas: [] },
  ])('is no manifest without schemas and basenames: %j', (document) => {
    expect(manifestSchema.safeParse(document).success).toBe(false);
  });

  it('takes keys that it does not know', () => {
    const known = { version: '2.0.1', schemas: [], basenames: {} };
    expect(manifestSchema.safeParse({ ...known, vectorStore: { a: 1 } }).success).toBe(true);
  });
});

describe('the other documents', () => {
  it('take a schema without its lists as an empty one', () => {
    const document = schemaDocumentSchema.parse({ schema: 'shop', basenames: {} });
    expect(document).toMatchObject({ tables: [], views: [], events: [], functions: [], procedures: [] });
  });

  it('take a table without a recipe as tab-separated text in one file', () => {
    const document = tableDocumentSchema.parse({ options: { schema: 'shop', table: 't', columns: ['a'] } });
    expect(document).toMatchObject({ extension: 'tsv', chunking: false });
    expect(document.options).toMatchObject({
      fieldsTerminatedBy: '\t',
      fieldsEscapedBy: '\\',
      linesTerminatedBy: '\n',
    });
  });

  it('take a done marker without figures', () => {
    expect(doneSchema.parse({ end: '2026-11-20 10:00:00' }).tableRows).toEqual({});
  });
});
