import { describe, expect, it } from 'vitest';
import { withEventStatus } from '../../../app/format/stored-events';

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
