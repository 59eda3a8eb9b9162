import { deflateSync } from 'zlib';
import { describe, expect, it } from 'vitest';
import { namesInFile } from '../../../../app/inspect/file/sdi';

/** As MySQL 9.7.4 wrote it, less what is not read. */
const TABLE = {
  mysqld_version_id: 90704,
  dd_object_type: 'Table',
  dd_object: {
    name: 't',
    schema_ref: 's',
    indexes: [
      { name: 'PRIMARY', hidden: false, se_private_data: 'id=155;root=4;space_id=2;table_id=1064;' },
      { name: 'k', hidden: false, se_private_data: 'id=156;root=5;space_id=2;table_id=1064;' },
    ],
    partitions: [],
  },
};

function documentOf(value: unknown) {
  const text = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
  return { type: 1, bytes: text.length, deflated: deflateSync(text) };
}

const withObject = (more: object) => documentOf({ ...TABLE, dd_object: { ...TABLE.dd_object, ...more } });

describe('namesInFile', () => {
  it('gives each index its name', () => {
    expect([...namesInFile([documentOf(TABLE)])]).toEqual([
      [155, { table: 's.t', partition: null, name: 'PRIMARY' }],
      [156, { table: 's.t', partition: null, name: 'k' }],
    ]);
  });

  it('gives the parts of a partitioned table the names of its indexes', () => {
    const part = (name: string, id: number) => ({
      name,
      indexes: [{ index_opx: 1, se_private_data: `id=${id};root=4;` }],
    });
    const document = withObject({
      indexes: TABLE.dd_object.indexes.map((index) => ({ ...index, se_private_data: '' })),
      partitions: [part('p0', 7), { name: 'p1', indexes: [], subpartitions: [part('p1s0', 8)] }],
    });
    expect([...namesInFile([document])]).toEqual([
      [7, { table: 's.t', partition: 'p0', name: 'k' }],
      [8, { table: 's.t', partition: 'p1s0', name: 'k' }],
    ]);
  });

  it('calls the index that InnoDB made itself by InnoDB’s name', () => {
    const document = withObject({
      indexes: [{ name: 'PRIMARY', hidden: true, se_private_data: 'id=1;' }],
    });
    expect(namesInFile([document]).get(1)?.name).toBe('GEN_CLUST_INDEX');
  });

  it('has no names of what is damaged, no dictionary, or no table', () => {
    const damaged = { type: 1, bytes: 10, deflated: Buffer.from('no zlib') };
    const tablespace = documentOf({ dd_object_type: 'Tablespace', dd_object: { name: 's/t', files: [] } });
    expect(namesInFile([damaged, documentOf('{'), documentOf([]), tablespace]).size).toBe(0);
  });

  it('does not inflate what says that it is too large', () => {
    expect(namesInFile([{ ...documentOf(TABLE), bytes: 2 ** 30 }]).size).toBe(0);
  });
});
