import { describe, expect, it } from 'vitest';
import type { CertificateContent } from '../../../app/contract/proof/certificate';
import { canonical, parseCertificate, sealed } from '../../../app/prove/certificate/certificate';
import { certificatePage } from '../../../app/prove/certificate/page';
import { viewOf } from '../../../app/prove/certificate/view';
import { certificatePlaces } from '../../../app/prove/certificate/places';

const CONTENT: CertificateContent = {
  certificate: 1,
  sluice: '0.1.0',
  provedAt: '2026-11-27T01:00:00.000Z',
  dump: {
    path: '/b/shop',
    place: 'folder',
    writer: 'Sluice 0.1.0',
    format: '2.0.1',
    identity: 'abc',
    vendor: 'mysql',
    serverVersion: '9.7.4',
    begun: null,
    ended: '2026-11-26 01:00:00',
  },
  server: { vendor: 'mysql', version: '9.7.4', wanted: null, sameSeries: true },
  source: null,
  threads: 4,
  seconds: { files: 0.1, start: 3, load: 840, compare: 10, check: 1.5 },
  rows: 2,
  objects: { schema: 1, table: 1, view: 1 },
  viewsRead: 1,
  tables: [
    { schema: 'shop', table: 'a<b>', rows: 2, checksum: '00000000000000ff', reason: null, check: 'ok' },
  ],
  checks: [{ kind: 'rows', passed: 1, notChecked: 0 }],
  notRecorded: ['Accounts and their grants'],
  remarks: [],
  files: [{ file: 'shop.sql', bytes: 7, sha256: 'a'.repeat(64) }],
};

describe('viewOf', () => {
  it('counts files and tables, and keeps the rest with its digest', () => {
    const certificate = sealed({
      ...CONTENT,
      tables: CONTENT.tables.flatMap((table) => [
        table,
        { ...table, table: 'b', checksum: null, reason: 'FLOAT' },
      ]),
    });
    expect(viewOf(certificate, '~/shop.certificate.json')).toMatchObject({
      file: '~/shop.certificate.json',
      digest: certificate.digest,
      files: { count: 1, bytes: 7 },
      tables: { count: 2, compared: 1 },
    });
  });
});

const failing = (text: string) => () => parseCertificate(text, 'c.json');

describe('a certificate', () => {
  const certificate = sealed(CONTENT);

  it('is read as it was written, in whatever order its keys come', () => {
    expect(parseCertificate(JSON.stringify(certificate, null, 2), 'c.json')).toEqual(certificate);
    const reversed = Object.fromEntries(Object.entries(certificate).reverse());
    expect(parseCertificate(JSON.stringify(reversed), 'c.json')).toEqual(certificate);
  });

  it.each<[string, object]>([
    ['a value', { rows: 3 }],
    ['a digest of a file', { files: [{ file: 'shop.sql', bytes: 7, sha256: 'b'.repeat(64) }] }],
    ['a file that is left out', { files: [] }],
    ['a key that is added', { more: 1 }],
    ['the digest', { digest: '0'.repeat(64) }],
  ])('is refused where somebody changed %s', (_what, change) => {
    expect(failing(JSON.stringify({ ...certificate, ...change }))).toThrow(
      /was changed after it was written/,
    );
  });

  it('is refused where it is none, or a later one', () => {
    for (const text of ['', 'null', '[]', '{}', '{"certificate":"1"}', 'certificate'])
      expect(failing(text)).toThrow(/is no certificate of sluice prove/);
    expect(failing(JSON.stringify({ ...certificate, certificate: 2 }))).toThrow(/A later Sluice wrote/);
  });

  it('has one canonical text', () => {
    expect(canonical({ b: [1, { d: null, c: 'ü' }], a: true })).toBe('{"a":true,"b":[1,{"c":"ü","d":null}]}');
  });

  it('lies beside the dump, with its page', () => {
    expect(certificatePlaces('/b/shop', null)).toEqual({
      file: '/b/shop.certificate.json',
      page: '/b/shop.certificate.html',
    });
    expect(certificatePlaces('/b/shop', '/c/proof').page).toBe('/c/proof.html');
  });
});

describe('the page of a certificate', () => {
  it('shows what a reader asks for, and no name as markup', () => {
    const page = certificatePage(sealed(CONTENT));
    for (const text of ['14 min', 'shop.a&lt;b&gt;', '00000000000000ff', 'a'.repeat(64), 'not recorded'])
      expect(page).toContain(text);
    expect(page).not.toContain('a<b>');
  });
});
