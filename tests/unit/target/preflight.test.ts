import { describe, expect, it } from 'vitest';
import { schemaScript } from '../../../app/format/sql/files';
import { splitScript } from '../../../app/format/sql/script';
import { renamedCreateSchema } from '../../../app/target/preflight';

const CREATE =
  "CREATE DATABASE `shop` /*!40100 DEFAULT CHARACTER SET latin1 */ /*!80016 DEFAULT ENCRYPTION='N' */";

describe('renamedCreateSchema', () => {
  it('changes the name and nothing else', () => {
    expect(renamedCreateSchema(CREATE, 'copy')).toBe(CREATE.replace('`shop`', '`copy`'));
  });

  it('changes it in the text that a dump carries', () => {
    const [statement = ''] = splitScript(schemaScript('shop', CREATE, []));
    expect(renamedCreateSchema(statement, 'copy')).toBe(
      `CREATE DATABASE /*!32312 IF NOT EXISTS*/ ${CREATE.slice('CREATE DATABASE '.length).replace('shop', 'copy')}`,
    );
  });

  it.each(['$&', "$'", '$1', 'a`b', 'per$on'])('takes the new name %s as it is', (name) => {
    expect(renamedCreateSchema('CREATE DATABASE `shop`', name)).toBe(
      `CREATE DATABASE \`${name.split('`').join('``')}\``,
    );
  });

  it('replaces a name with backticks whole', () => {
    expect(renamedCreateSchema('CREATE DATABASE `a``b` /*!40100 x */', 'c')).toBe(
      'CREATE DATABASE `c` /*!40100 x */',
    );
  });
});
