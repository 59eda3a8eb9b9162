import { describe, expect, it } from 'vitest';
import { accountOf } from '../../../../../app/catalog/privileges/accounts';
import { inReadingOf, schemaReading } from '../../../../../app/target/accounts/convert/schema-names';

const on = (schema: string, object = '*') => `GRANT SELECT ON \`${schema}\`.${object} TO \`u\`@\`%\``;

function account(...grants: readonly string[]) {
  return { ...accountOf('u', '%'), create: 'CREATE USER `u`@`%`', grants, defaultRole: null };
}

describe('inReadingOf', () => {
  it('keeps grants for one schema where the target would take them for several', () => {
    const grants = [
      on('my_db'),
      on('a%\\b'),
      on('plain'),
      on('my_db', '`t`'),
      'GRANT SELECT ON *.* TO `u`@`%`',
    ];
    const { account: there, remarks } = inReadingOf(account(...grants), 'literal', 'wildcards');
    expect(there.grants).toEqual([on('my\\_db'), on('a\\%\\\\b'), ...grants.slice(2)]);
    expect(remarks).toEqual([]);
  });

  it('takes the backslashes out of names for a target that has no wildcards', () => {
    const grants = [on('my\\_db'), on('a\\%\\\\b'), on('plain'), on('my\\_db', '`t`')];
    const { account: there, remarks } = inReadingOf(account(...grants), 'wildcards', 'literal');
    expect(there.grants).toEqual([on('my_db'), on('a%\\b'), ...grants.slice(2)]);
    expect(remarks).toEqual([]);
  });

  it('says of each name with wildcards what becomes of it there', () => {
    const { account: there, remarks } = inReadingOf(
      account(on('app\\_%'), on('my_db'), on('plain')),
      'wildcards',
      'literal',
    );
    expect(there.grants).toEqual([on('my_db'), on('plain')]);
    expect(remarks).toMatchObject([
      { severity: 'warns', why: expect.stringContaining(on('app\\_%')) as unknown },
      { severity: 'warns', why: expect.stringContaining('my_db') as unknown },
    ]);
  });

  it('changes nothing between two servers that read alike', () => {
    const one = account(on('my_db'), on('app%'), on('a\\_b'));
    for (const reading of ['wildcards', 'literal'] as const)
      expect(inReadingOf(one, reading, reading)).toEqual({ account: one, remarks: [] });
  });
});

describe('schemaReading', () => {
  it('is that of wildcards unless a server has said otherwise', () => {
    expect([undefined, false, true].map(schemaReading)).toEqual(['wildcards', 'wildcards', 'literal']);
  });
});
