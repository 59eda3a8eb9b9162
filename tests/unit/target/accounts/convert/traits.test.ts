import { describe, expect, it } from 'vitest';
import { createUser, traitsOf } from '../../../../../app/target/accounts/convert/traits';

const MYSQL_END = 'PASSWORD HISTORY DEFAULT PASSWORD REUSE INTERVAL DEFAULT PASSWORD REQUIRE CURRENT DEFAULT';

describe('traitsOf', () => {
  it('are read from both vendors’ words', () => {
    const wanted = {
      requires: 'SSL',
      limits: 'MAX_USER_CONNECTIONS 5',
      expiry: 'INTERVAL 90 DAY',
      isLocked: true,
      own: [],
    };
    expect(
      traitsOf(
        `CREATE USER \`u\`@\`10.%\` IDENTIFIED WITH 'caching_sha2_password' AS '$A$\\'REQUIRE NONE' REQUIRE SSL WITH MAX_USER_CONNECTIONS 5 PASSWORD EXPIRE INTERVAL 90 DAY ACCOUNT LOCK ${MYSQL_END}`,
      ),
    ).toEqual({
      ...wanted,
      signIn: { kind: 'plugin', plugin: 'caching_sha2_password', proof: "'$A$\\'REQUIRE NONE'" },
    });
    expect(
      traitsOf(
        "CREATE USER IF NOT EXISTS `u ACCOUNT LOCK`@`10.%` IDENTIFIED BY PASSWORD '*C3' REQUIRE SSL WITH MAX_USER_CONNECTIONS 5 ACCOUNT LOCK PASSWORD EXPIRE INTERVAL 90 DAY",
      ),
    ).toEqual({ ...wanted, signIn: { kind: 'plugin', plugin: 'mysql_native_password', proof: "'*C3'" } });
  });

  it('keep what only one vendor says as it stands', () => {
    expect(
      traitsOf("CREATE USER `u`@`%` IDENTIFIED WITH 'a' AS 'x' REQUIRE NONE PASSWORD HISTORY 5").own,
    ).toEqual(['PASSWORD HISTORY 5']);
    expect(traitsOf('CREATE USER `u`@`%` WITH MAX_STATEMENT_TIME 2.000000').own).toEqual([
      'WITH MAX_STATEMENT_TIME 2.000000',
    ]);
  });

  it('distinguish one way to sign in from several, and none from an empty password', () => {
    expect(traitsOf("CREATE USER `u`@`%` IDENTIFIED VIA ed25519 USING 'x' OR unix_socket").signIn.kind).toBe(
      'several',
    );
    expect(
      traitsOf("CREATE USER `u`@`%` IDENTIFIED WITH 'a' AS 'x' AND IDENTIFIED WITH 'b' REQUIRE NONE").signIn,
    ).toEqual({ kind: 'several', text: "IDENTIFIED WITH 'a' AS 'x' AND IDENTIFIED WITH 'b'" });
    const none = { kind: 'no-password' };
    expect(traitsOf('CREATE USER `u`@`%`').signIn).toEqual(none);
    expect(
      traitsOf("CREATE USER `u`@`%` IDENTIFIED WITH 'caching_sha2_password' REQUIRE NONE").signIn,
    ).toEqual(none);
  });
});

describe('createUser', () => {
  it.each(["REQUIRE SUBJECT '/CN=a' ISSUER '/CN=b'", 'REQUIRE X509'])(
    'writes what the vendor’s own SHOW CREATE USER does: %s',
    (requires) => {
      const mysql = `CREATE USER IF NOT EXISTS \`u\`@\`%\` IDENTIFIED WITH 'caching_sha2_password' ${requires} WITH MAX_QUERIES_PER_HOUR 1 MAX_USER_CONNECTIONS 5 PASSWORD EXPIRE NEVER ACCOUNT LOCK ${MYSQL_END}`;
      expect(createUser('`u`@`%`', traitsOf(mysql), 'mysql')).toBe(mysql);
      const mariadb = `CREATE USER IF NOT EXISTS \`u\`@\`%\` IDENTIFIED VIA unix_socket ${requires} WITH MAX_QUERIES_PER_HOUR 1 MAX_USER_CONNECTIONS 5 ACCOUNT LOCK PASSWORD EXPIRE`;
      expect(createUser('`u`@`%`', traitsOf(mariadb), 'mariadb')).toBe(mariadb);
    },
  );
});
