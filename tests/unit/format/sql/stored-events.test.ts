import { describe, expect, it } from 'vitest';
import { enableStatement, withEventStatus } from '../../../../app/format/sql/stored-events';

const event = (status: string) =>
  `CREATE DEFINER=\`a b\`@\`%\` EVENT \`e\` ON SCHEDULE EVERY 1 DAY ON COMPLETION NOT PRESERVE ${status} DO SELECT ' ON COMPLETION PRESERVE ENABLE '`;
const script = (status: string) => `USE \`s\`;\nDELIMITER ;;\n${event(status)}\n;;\nDELIMITER ;\n`;

describe('the status of a script’s events', () => {
  it.each(['ENABLE', 'DISABLE', 'DISABLE ON SLAVE', 'DISABLE ON REPLICA'])(
    '%s is changed, and nothing else',
    (status) => {
      expect(withEventStatus(script(status), (old) => (old === status ? 'DISABLE' : 'wrong'))).toBe(
        script('DISABLE'),
      );
    },
  );

  it('is no concern of other objects', () => {
    const other = script('ENABLE').replace(/^CREATE .*? EVENT/m, 'CREATE PROCEDURE');
    expect(withEventStatus(other, () => 'DISABLE')).toBe(other);
  });
});

describe('the statement that enables an event', () => {
  it('names its definer, which would otherwise be the running account', () => {
    expect(enableStatement(event('ENABLE'))).toBe('ALTER DEFINER=`a b`@`%` EVENT `e` ENABLE');
  });

  it('is read in another tool’s spelling', () => {
    const other =
      '/*!50106 CREATE*/ /*!50117 DEFINER=`a`@`b`*/ /*!50106 EVENT `s` ON SCHEDULE EVERY 1 DAY ON COMPLETION PRESERVE ENABLE DO SELECT 1 */';
    expect(enableStatement(other)).toBe('ALTER DEFINER=`a`@`b` EVENT `s` ENABLE');
  });

  it.each(['DISABLE', 'DISABLE ON SLAVE'])('is none for one that is %s', (status) => {
    expect(enableStatement(event(status))).toBeNull();
  });
});
