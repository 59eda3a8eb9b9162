import { describe, expect, it } from 'vitest';
import { decoderOf, decoderText, formOf, historyGuard, type ColumnForm } from '../../../app/format/decoders';
import { tableDocumentSchema } from '../../../app/format/documents';

const documentWith = (decodeColumns: Readonly<Record<string, string>>) =>
  tableDocumentSchema.parse({ options: { schema: 's', table: 't', columns: ['a`b'], decodeColumns } });

const FORMS: readonly ColumnForm[] = [
  { kind: 'text' },
  { kind: 'bytes' },
  { kind: 'encoded', charset: 'sjis' },
  { kind: 'number' },
];

describe('the form of a column', () => {
  it.each(FORMS)('is read as it was written: %o', (form) => {
    const text = decoderText('a`b', form);
    expect(formOf(documentWith(text === null ? {} : { 'a`b': text }), 'a`b')).toEqual(form);
    expect(formOf(documentWith({ 'a`b': historyGuard('a`b', form) }), 'a`b')).toEqual(form);
  });

  it('is said to others in words that decode it', () => {
    expect(FORMS.map((form) => decoderText('c', form))).toEqual([
      null,
      'FROM_BASE64',
      'CONVERT(FROM_BASE64(@`c`) USING sjis)',
      'CAST(@`c` AS UNSIGNED)',
    ]);
  });

  it('is known of a column whose name looks like its end', () => {
    const form: ColumnForm = { kind: 'encoded', charset: 'sjis' };
    for (const name of ['a USING x)', 'a` USING x) USING y)']) {
      const document = documentWith({ [name]: decoderText(name, form) ?? '' });
      expect(formOf(document, name)).toEqual(form);
    }
  });

  it('is not known of any other expression', () => {
    for (const text of [
      'CAST(@`other` AS UNSIGNED)',
      'CONVERT(FROM_BASE64(@`a``b`) USING sjis) OR SLEEP(9)',
      'CONVERT(FROM_BASE64(@`a``b`) USING x, SLEEP(9))',
      historyGuard('other', { kind: 'text' }),
    ]) {
      const document = documentWith({ 'a`b': text });
      expect(decoderOf(document, 'a`b')).toEqual({ kind: 'expression', expression: text });
      expect(formOf(document, 'a`b')).toBeNull();
    }
  });
});

describe('a guard', () => {
  it('is one only as a whole: half of it is somebody else’s expression', () => {
    const guard = historyGuard('a`b', { kind: 'bytes' });
    const end = ', (SELECT 1 UNION SELECT 2))';
    const halves = [guard.slice(0, -end.length) + 'x'.repeat(end.length), `X${guard.slice(1)}`];
    for (const half of halves)
      expect(decoderOf(documentWith({ 'a`b': half }), 'a`b')).toEqual({
        kind: 'expression',
        expression: half,
      });
  });
});
