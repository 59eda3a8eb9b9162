import { describe, expect, it } from 'vitest';
import { manifestSchema } from '../../../../app/format/documents';
import { nameCaseWarnings } from '../../../../app/load/definitions/name-case';

const MANIFEST = { schemas: ['shop'], basenames: { shop: 'shop' } };

function warnings(recorded: object, onTarget: number, name = 'Shop'): readonly string[] {
  const dump = {
    manifest: manifestSchema.parse({ ...MANIFEST, ...recorded }),
    schemas: [
      {
        name,
        stem: '',
        scripts: [],
        document: { schema: name, basenames: {} } as never,
        tables: [],
        views: [],
      },
    ],
  };
  return nameCaseWarnings({ lowerCaseTableNames: onTarget }, dump).map(({ message }) => message);
}

describe('nameCaseWarnings', () => {
  it.each([1, 2])('warns of a target on which case counts, from %d', (onSource) => {
    const [said, ...more] = warnings({ lowerCaseTableNames: onSource }, 0);
    expect(said).toMatch(`lower_case_table_names was ${String(onSource)} where the dump was taken and is 0`);
    expect(more).toEqual([]);
  });

  it('warns of names that become lower case, where there are any', () => {
    expect(warnings({ lowerCaseTableNames: 0 }, 1)).toEqual([expect.stringMatching(/become lower case/)]);
    expect(warnings({ lowerCaseTableNames: 0 }, 1, 'shop')).toEqual([]);
    expect(warnings({ lowerCaseTableNames: 0 }, 2)).toEqual([]);
  });

  it.each([0, 1, 2])('says nothing of the same setting, %d', (both) => {
    expect(warnings({ lowerCaseTableNames: both }, both)).toEqual([]);
  });

  it('reads it in MySQL Shell’s dumps', () => {
    const source = { sysvars: { version: '8.4.6', lower_case_table_names: '1' } };
    expect(warnings({ source }, 0)).toEqual([expect.stringMatching(/was 1 where/)]);
  });

  it('says nothing where the dump does not record it', () => {
    expect(warnings({}, 0)).toEqual([]);
    expect(warnings({ source: { version: '8.4.6' } }, 1)).toEqual([]);
  });
});
