import { describe, expect, it } from 'vitest';
import { optionsOf, sameOptions } from '../../../../app/target/tables/schema-options';

const NEW = optionsOf(
  "CREATE DATABASE /*!32312 IF NOT EXISTS*/ `a``b` /*!40100 DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin */ /*!80016 DEFAULT ENCRYPTION='N' */",
);
const OLD = optionsOf('CREATE DATABASE `a` /*!40100 DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin */');
const PLAIN = optionsOf('CREATE DATABASE `a` /*!40100 DEFAULT CHARACTER SET utf8 */');
const DEFAULTS = new Map([['utf8mb3', 'utf8mb3_general_ci']]);

describe('the options of a schema', () => {
  it('are read without names and marks of versions', () => {
    expect(NEW).toEqual({
      text: "DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT ENCRYPTION='N'",
      charset: 'utf8mb4',
      collation: 'utf8mb4_bin',
      isReadOnly: false,
    });
    const readOnly = optionsOf("CREATE DATABASE `a` /*!80016 DEFAULT ENCRYPTION='N' */ /* READ ONLY = 1 */");
    expect(readOnly).toMatchObject({ text: "DEFAULT ENCRYPTION='N'", isReadOnly: true });
    expect(PLAIN).toMatchObject({ charset: 'utf8mb3', collation: null });
    expect(optionsOf('CREATE DATABASE `a`')).toEqual({
      ...{ text: '', charset: '', collation: null },
      isReadOnly: false,
    });
  });

  it('are all compared in the words of one version', () => {
    expect(sameOptions(NEW, NEW, DEFAULTS, true)).toBe(true);
    expect(sameOptions(NEW, OLD, DEFAULTS, true)).toBe(false);
  });

  it('are compared by character set and collation in others', () => {
    const general = optionsOf(
      'CREATE DATABASE `a` /*!40100 DEFAULT CHARACTER SET utf8mb3 COLLATE utf8mb3_general_ci */',
    );
    const spanish = optionsOf(
      'CREATE DATABASE `a` /*!40100 DEFAULT CHARACTER SET utf8 COLLATE utf8_spanish_ci */',
    );
    expect(sameOptions(OLD, NEW, DEFAULTS, false)).toBe(true);
    expect(sameOptions(PLAIN, NEW, DEFAULTS, false)).toBe(false);
    expect(sameOptions(PLAIN, general, DEFAULTS, false)).toBe(true);
    expect(sameOptions(general, PLAIN, DEFAULTS, false)).toBe(true);
    expect(sameOptions(spanish, general, DEFAULTS, false)).toBe(false);
    expect(sameOptions(spanish, PLAIN, DEFAULTS, false)).toBe(false);
  });
});
