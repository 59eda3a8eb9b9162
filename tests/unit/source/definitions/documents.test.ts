import { describe, expect, it } from 'vitest';
import { DUMP_DEFAULTS, selecting, type DumpOptions } from '../../../../app/contract/runs/options';
import {
  manifestDocument,
  schemaDocument,
  tableDocument,
  type ManifestInput,
} from '../../../../app/source/definitions/documents';
import { toJson } from '../../../../app/format/write/written-documents';
import { planTable } from '../../../../app/source/table-plan';
import { historyGuard } from '../../../../app/format/decoders';
import { manifestSchema, schemaDocumentSchema, tableDocumentSchema } from '../../../../app/format/documents';
import { Stems } from '../../../../app/format/names';
import { column, index, table } from '../../harness/facts';

const OPTIONS: DumpOptions = {
  ...DUMP_DEFAULTS,
  selection: selecting([{ kind: 'schema', schema: 'shop' }]),
};
const SERVER = {
  ...{ version: '9.7.4', versionNumber: 90_704, connectionId: 1, tls: null, account: 'u@h' },
  lowerCaseTableNames: 0,
};
const INPUT: ManifestInput = {
  sluiceVersion: '0.1.0',
  server: { ...SERVER, vendor: 'mysql' },
  options: OPTIONS,
  schemas: [{ schema: 'my shop', stem: 'my%20shop' }],
  accounts: [],
  position: { file: 'binlog.000007', position: 158, gtid: 'a:1-5' },
  consistent: true,
  partitioned: false,
  begin: new Date('2026-11-20T10:02:03.456Z'),
};

describe('manifestDocument', () => {
  it('says what MySQL Shell must know to load the dump', () => {
    const manifest = manifestDocument(INPUT);
    expect(manifestSchema.parse(JSON.parse(toJson(manifest)))).toEqual(manifest);
    expect(manifest).toMatchObject({
      version: '2.0.1',
      schemas: ['my shop'],
      basenames: { 'my shop': 'my%20shop' },
      serverVersion: '9.7.4',
      tzUtc: true,
      binlogFile: 'binlog.000007',
      binlogPosition: 158,
      gtidExecuted: 'a:1-5',
      begin: '2026-11-20 10:02:03',
    });
  });

  it('asks for a capability only where a table is partitioned, because unknown ones are refused', () => {
    expect(manifestDocument(INPUT).capabilities).toEqual([]);
    expect(manifestDocument({ ...INPUT, partitioned: true }).capabilities.map(({ id }) => id)).toEqual([
      'partition_awareness',
    ]);
  });

  it('names the vendor of a MariaDB dump together with all that readers then look for there, and of no other', () => {
    const version = '10.11.19-MariaDB';
    const mariadb = manifestDocument({ ...INPUT, server: { ...SERVER, vendor: 'mariadb', version } });
    const binlog = { file: 'binlog.000007', position: 158, gtidExecuted: 'a:1-5' };
    expect(mariadb.source).toEqual({ vendor: 'mariadb', version, binlog });
    expect(manifestDocument(INPUT)).not.toHaveProperty('source');
  });

  it('leaves the position empty where it may not be read', () => {
    expect(manifestDocument({ ...INPUT, position: null })).toMatchObject({
      binlogFile: '',
      binlogPosition: 0,
      gtidExecuted: '',
    });
  });
});

describe('schemaDocument', () => {
  it('leads from every table and view to its files', () => {
    const stems = new Stems();
    const document = schemaDocument(
      {
        schema: 'shop',
        tables: [planTable(table('or ders'), stems)],
        views: [{ name: 'v', stem: 'shop@v' }],
        functions: ['f'],
        procedures: [],
        events: ['e'],
        packages: [],
        libraries: ['l'],
        sequences: [],
      },
      'everything',
    );
    expect(document).toMatchObject({ tables: ['or ders'], views: ['v'], functions: ['f'], events: ['e'] });
    expect(document.libraries).toEqual(['l']);
    expect(document.basenames).toEqual({ 'or ders': 'shop@or%20ders', v: 'shop@v' });
    expect(schemaDocumentSchema.parse(JSON.parse(toJson(document)))).toEqual(document);
  });
});

describe('tableDocument', () => {
  const facts = table('t', {
    columns: [column('id', 'int'), column('pic', 'blob'), column('g', 'int', { generated: true })],
    indexes: [index('PRIMARY', ['id'])],
  });

  it('is the recipe for LOAD DATA: the columns of the files and how to decode them', () => {
    const document = tableDocument(planTable(facts, new Stems()), [], OPTIONS);
    expect(document.options).toMatchObject({ columns: ['id', 'pic'], decodeColumns: { pic: 'FROM_BASE64' } });
    expect(document).toMatchObject({ primaryIndex: ['id'], partitions: [], basenames: {} });
    expect(tableDocumentSchema.parse(JSON.parse(toJson(document)))).toEqual(document);
  });

  it('lets no reader take the versions of the past for rows of now', () => {
    const period = { start: 'row_start', end: 'row_end', counts: 'time' } as const;
    const { options } = tableDocument(
      planTable({ ...facts, kind: 'system-versioned', period }, new Stems()),
      [],
      OPTIONS,
    );
    expect(options.columns).toEqual(['id', 'pic', 'row_start', 'row_end']);
    expect(options.decodeColumns).toEqual({ pic: 'FROM_BASE64', id: historyGuard('id', { kind: 'text' }) });
  });

  it('names the data files by their compression', () => {
    const plan = planTable(facts, new Stems());
    expect(tableDocument(plan, [], OPTIONS)).toMatchObject({ extension: 'tsv.zst', compression: 'zstd' });
    expect(tableDocument(plan, [], { ...OPTIONS, compression: { kind: 'none' } })).toMatchObject({
      extension: 'tsv',
      compression: 'none',
    });
  });

  it('leads from every partition to its files', () => {
    const plan = planTable({ ...facts, partitions: ['p0', 'p1'] }, new Stems());
    expect(tableDocument(plan, [], OPTIONS)).toMatchObject({
      partitions: ['p0', 'p1'],
      basenames: { p0: 'shop@t@p0', p1: 'shop@t@p1' },
    });
  });
});
