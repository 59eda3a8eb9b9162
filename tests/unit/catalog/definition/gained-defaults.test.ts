import { describe, expect, it } from 'vitest';
import { withoutGainedDefaults } from '../../../../app/catalog/definition/gained-defaults';

const table = (...columns: readonly string[]) =>
  `CREATE TABLE \`t\`\`x\` (\n${columns.map((column) => `  ${column}`).join(',\n')}\n) ENGINE=InnoDB`;

describe('withoutGainedDefaults', () => {
  it('takes the default of moments away that have none and are set by updates', () => {
    const created = table(
      '`a` timestamp NOT NULL ON UPDATE CURRENT_TIMESTAMP',
      "`b` datetime(3) NOT NULL ON UPDATE current_timestamp(3) COMMENT 'has DEFAULT 1'",
      '`c DEFAULT``s` timestamp NOT NULL /*!80023 INVISIBLE */ ON UPDATE CURRENT_TIMESTAMP',
    );
    expect(withoutGainedDefaults(created, 'mariadb')).toBe(
      'ALTER TABLE `t``x` ALTER COLUMN `a` DROP DEFAULT, ALTER COLUMN `b` DROP DEFAULT, ALTER COLUMN `c DEFAULT``s` DROP DEFAULT',
    );
    expect(withoutGainedDefaults(created, 'mysql')).toBeNull();
  });

  it('leaves all others as they are', () => {
    const created = table(
      '`a` timestamp NOT NULL DEFAULT current_timestamp() ON UPDATE current_timestamp()',
      '`b` timestamp NULL ON UPDATE current_timestamp()',
      '`c` timestamp NOT NULL',
      "`d` varchar(9) NOT NULL COMMENT 'x ON UPDATE current_timestamp()'",
      '`e NOT NULL ON UPDATE CURRENT_TIMESTAMP` int(11) DEFAULT NULL',
      'CONSTRAINT `f` FOREIGN KEY (`e`) REFERENCES `p` (`id`) ON UPDATE CASCADE',
    );
    expect(withoutGainedDefaults(created, 'mariadb')).toBeNull();
    expect(withoutGainedDefaults('CREATE VIEW `v` AS SELECT 1', 'mariadb')).toBeNull();
  });
});
