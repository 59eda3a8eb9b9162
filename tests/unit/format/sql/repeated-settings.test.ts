import { describe, expect, it } from 'vitest';
import { underSettings } from '../../../../app/format/sql/files';
import { repeatedSettings } from '../../../../app/format/sql/repeated-settings';
import { splitScript } from '../../../../app/format/sql/script';

const withoutRepeatedSettings = (statements: readonly string[]) => {
  const repeated = repeatedSettings(statements);
  return statements.filter((_, at) => !repeated.has(at));
};
const under = (mode: string, ...objects: readonly string[]) =>
  objects.flatMap((object) => splitScript(underSettings([['sql_mode', mode]], `${object};\n`)));
const [SAVE, MAKE, , RESTORE] = under("'A'", 'CREATE 1') as [string, string, string, string];

describe('settings that are put back and made again', () => {
  it('are made once for all that have the same', () => {
    expect(withoutRepeatedSettings(under("'A'", 'CREATE 1', 'CREATE 2', 'CREATE 3'))).toEqual([
      ...[SAVE, MAKE, 'CREATE 1', 'CREATE 2', 'CREATE 3', RESTORE],
    ]);
  });

  it('are made for each that has others, and put back in the end', () => {
    const statements = [...under("'A'", 'CREATE 1'), ...under("''", 'CREATE 2'), ...under("'A'", 'CREATE 3')];
    expect(withoutRepeatedSettings(statements)).toEqual(statements);
  });

  it('are made again behind a statement without any', () => {
    const statements = [...under("'A'", 'CREATE 1'), 'CREATE 2', ...under("'A'", 'CREATE 3')];
    expect(withoutRepeatedSettings(statements)).toEqual(statements);
  });

  it('stay where nothing puts them back, or others are saved', () => {
    for (const statements of [
      [SAVE, MAKE, 'CREATE 1', SAVE, MAKE, 'CREATE 2', RESTORE],
      [
        SAVE,
        MAKE,
        'CREATE 1',
        RESTORE,
        'SET @saved_time_zone = @@SESSION.time_zone',
        MAKE,
        'CREATE 2',
        RESTORE,
      ],
      [RESTORE, SAVE, MAKE, 'CREATE 1', RESTORE],
      [SAVE, MAKE, 'CREATE 1', RESTORE, RESTORE, SAVE, MAKE, 'CREATE 2', RESTORE],
    ])
      expect(withoutRepeatedSettings(statements)).toEqual(statements);
  });
});
