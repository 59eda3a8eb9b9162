import { describe, expect, it } from 'vitest';
import {
  defaultRolesOf,
  parseGrantLine,
  givenBy,
  singleGrants,
  unlimitedPrivileges,
  unquoted,
  withPlace,
  withPrivileges,
} from '../../../../app/catalog/privileges/grant-line';

describe('parseGrantLine', () => {
  it('reads privileges with columns, on a table, a schema and the whole server', () => {
    expect(
      parseGrantLine('GRANT SELECT (`id`, `on`), INSERT ON `a``b`.`t ON x` TO `u`@`%` WITH GRANT OPTION'),
    ).toEqual({
      kind: 'privileges',
      names: ['SELECT', 'INSERT'],
      place: { kind: 'table', schema: 'a`b', name: 't ON x' },
    });
    expect(parseGrantLine('GRANT SELECT, SHOW VIEW ON `sh\\_op`.* TO `u`@`%`')).toEqual({
      kind: 'privileges',
      names: ['SELECT', 'SHOW VIEW'],
      place: { kind: 'table', schema: 'sh\\_op', name: null },
    });
    expect(parseGrantLine("GRANT USAGE ON *.* TO `u`@`%` IDENTIFIED BY PASSWORD '*0A'")).toMatchObject({
      names: ['USAGE'],
      place: { schema: null, name: null },
    });
  });

  it('distinguishes routines from tables', () => {
    for (const type of ['PROCEDURE', 'FUNCTION', 'PACKAGE BODY'])
      expect(parseGrantLine(`GRANT EXECUTE ON ${type} \`s\`.\`p\` TO \`u\`@\`%\``)).toMatchObject({
        place: { kind: 'routine', schema: 's', name: 'p' },
      });
  });

  it('reads roles of both vendors, proxies and partial revokes, and says what it does not know', () => {
    expect(parseGrantLine('GRANT `r`@`%`,`o``n`@`h` TO `u`@`%` WITH ADMIN OPTION')).toEqual({
      kind: 'roles',
      roles: ['r@%', 'o`n@h'],
    });
    expect(parseGrantLine('GRANT `r` TO `u`@`%`')).toEqual({ kind: 'roles', roles: ['r'] });
    expect(parseGrantLine('GRANT PROXY ON ``@`` TO `root`@`localhost` WITH GRANT OPTION')).toEqual({
      kind: 'proxy',
    });
    expect(parseGrantLine('REVOKE INSERT ON `mysql`.* FROM `u`@`%`')).toMatchObject({ kind: 'revoked' });
    expect(parseGrantLine('GIVE all TO `u`@`%`')).toEqual({ kind: 'unknown' });
    expect(parseGrantLine('DENY GRANT SELECT ON *.* TO `u`@`%`')).toEqual({ kind: 'unknown' });
  });
});

describe('withPlace', () => {
  it('changes the place and nothing else', () => {
    const line = 'GRANT SELECT (`id`) ON `s`.`t` TO `s`@`t` WITH GRANT OPTION';
    expect(withPlace(line, { schema: 'n$&', name: 'm`' })).toBe(
      'GRANT SELECT (`id`) ON `n$&`.`m``` TO `s`@`t` WITH GRANT OPTION',
    );
    expect(withPlace('GRANT EXECUTE ON PROCEDURE `s`.`p` TO `u`@`h`', { schema: 'n', name: 'p' })).toBe(
      'GRANT EXECUTE ON PROCEDURE `n`.`p` TO `u`@`h`',
    );
    expect(withPlace('GRANT SELECT ON `s`.* TO `u`@`h`', { schema: 'n', name: null })).toBe(
      'GRANT SELECT ON `n`.* TO `u`@`h`',
    );
  });
});

describe('withPrivileges', () => {
  it('changes names, and nothing of columns, places and options', () => {
    const line = 'GRANT SELECT (`a, b`, `c`), PROCESS ON `ON `.`t` TO `u`@`%` WITH GRANT OPTION';
    const changed = withPrivileges(line, (names) => [
      ...names.map((name) => name.replace('PROCESS', 'FILE')),
    ]);
    expect(changed).toBe(line.replace('PROCESS', 'FILE'));
  });

  it('keeps the columns of a privilege, whether a space is before them or not', () => {
    const more = (names: readonly string[]) => [...names, 'MORE'];
    expect(withPrivileges('GRANT SELECT(`b`), INSERT ON `s`.`t` TO `u`@`%`', more)).toBe(
      'GRANT SELECT(`b`), MORE(`b`), INSERT, MORE ON `s`.`t` TO `u`@`%`',
    );
  });

  it('keeps a privilege that is on the table beside one on its columns, and columns of one with more names', () => {
    const line = 'GRANT SELECT, SELECT (`b`), INSERT ON `s`.`t` TO `u`@`%`';
    const more = (names: readonly string[]) => names.flatMap((name) => [name, `${name} TOO`]);
    expect(withPrivileges(line, (names) => names)).toBe(
      'GRANT SELECT, INSERT, SELECT (`b`) ON `s`.`t` TO `u`@`%`',
    );
    expect(withPrivileges('GRANT A (`b`) ON `s`.`t` TO `u`@`%`', more)).toBe(
      'GRANT A (`b`), A TOO (`b`) ON `s`.`t` TO `u`@`%`',
    );
  });
});

describe('singleGrants', () => {
  it('are the same however a server gathers them', () => {
    const apart = [
      'GRANT A ON *.* TO `u`@`%`',
      'GRANT B,C ON *.* TO `u`@`%`',
      'GRANT USAGE ON *.* TO `u`@`%`',
    ];
    expect(apart.flatMap(singleGrants)).toEqual(singleGrants('GRANT A, B, C ON *.* TO `u`@`%`'));
    expect(singleGrants('GRANT SELECT (`a`, `b`), INSERT ON `s`.`t` TO `u`@`%`')).toEqual([
      'GRANT SELECT (`a`) ON `s`.`t` TO `u`@`%`',
      'GRANT SELECT (`b`) ON `s`.`t` TO `u`@`%`',
      'GRANT INSERT ON `s`.`t` TO `u`@`%`',
    ]);
  });

  it('are the same in whatever order the columns are listed', () => {
    const [one, other] = ['(`c, d`, `a`)', '(`a`, `c, d`)'].map((columns) =>
      singleGrants(`GRANT SELECT ${columns}, UPDATE ${columns} ON \`s\`.\`t\` TO \`r\``),
    );
    expect([...(one ?? [])].sort()).toEqual([...(other ?? [])].sort());
    expect(one).toHaveLength(4);
  });

  it('tell columns with parentheses and commas in their names', () => {
    const orders = ['(`x(y`, `a)`, `c, d`)', '(`c, d`, `a)`, `x(y`)'].map((columns) =>
      singleGrants(`GRANT SELECT ${columns}, INSERT ON \`s\`.\`t\` TO \`r\``),
    );
    for (const grants of orders)
      expect([...grants].sort()).toEqual(
        ['INSERT', 'SELECT (`a)`)', 'SELECT (`c, d`)', 'SELECT (`x(y`)'].map(
          (one) => `GRANT ${one} ON \`s\`.\`t\` TO \`r\``,
        ),
      );
    expect(parseGrantLine('GRANT SELECT (`a)`, `b`), UPDATE ON `s`.`t` TO `r`')).toMatchObject({
      names: ['SELECT', 'UPDATE'],
    });
  });

  it('are those on routines too', () => {
    expect(singleGrants('GRANT EXECUTE, ALTER ROUTINE ON PACKAGE BODY `s`.`p` TO `u`@`%`')).toEqual([
      'GRANT EXECUTE ON PACKAGE BODY `s`.`p` TO `u`@`%`',
      'GRANT ALTER ROUTINE ON PACKAGE BODY `s`.`p` TO `u`@`%`',
    ]);
  });

  it('keep what is no list of privileges, and a privilege to hand on that comes with none', () => {
    for (const line of ['GRANT `a`,`b` TO `u`@`%`', 'GRANT USAGE ON `s`.* TO `u`@`%` WITH GRANT OPTION'])
      expect(singleGrants(line)).toEqual([line]);
  });
});

describe('givenBy', () => {
  it('is each privilege and each role, without the account', () => {
    expect(givenBy("GRANT SELECT (`a`), INSERT ON TABLE `s`.`t` TO 'u'@'%' WITH GRANT OPTION")).toEqual([
      { what: 'SELECT (`a`)', on: '`s`.`t`', isGrantable: true },
      { what: 'INSERT', on: '`s`.`t`', isGrantable: true },
    ]);
    expect(givenBy('GRANT `a`@`%`,`b`@`%` TO `u`@`%` WITH ADMIN OPTION')).toEqual([
      { what: '`a`@`%`', on: null, isGrantable: true },
      { what: '`b`@`%`', on: null, isGrantable: true },
    ]);
    expect(givenBy('GRANT EXECUTE ON PROCEDURE `s`.`p` TO ` WITH GRANT OPTION`@`%`')).toEqual([
      { what: 'EXECUTE', on: 'PROCEDURE `s`.`p`', isGrantable: false },
    ]);
    expect(givenBy("GRANT PROXY ON ''@'' TO `u`@`%`")).toEqual([]);
    expect(givenBy('REVOKE INSERT ON `s`.* FROM `u`@`%`')).toEqual([]);
  });
});

describe('unlimitedPrivileges', () => {
  it('are those of whole objects, in capitals', () => {
    expect(unlimitedPrivileges('GRANT select, INSERT (`a`, `b`), Show View ON `s`.`t` TO `u`@`%`')).toEqual([
      ...['SELECT', 'SHOW VIEW'],
    ]);
  });
});

describe('defaultRolesOf', () => {
  it('reads the statements of both vendors', () => {
    expect(defaultRolesOf("ALTER USER 'u'@'%' DEFAULT ROLE `a`@`%`,`b`@`%`")).toEqual(['a@%', 'b@%']);
    expect(defaultRolesOf('SET DEFAULT ROLE `a` FOR `u`@`%`')).toEqual(['a']);
  });
});

describe('unquoted', () => {
  it('takes names and texts as the server writes them', () => {
    expect(unquoted('`a``b`')).toBe('a`b');
    expect(unquoted("'o\\'brien'")).toBe("o'brien");
    expect(unquoted("'o''brien'")).toBe("o'brien");
  });
});
