import { describe, expect, it } from 'vitest';
import { inWordsOfToday } from '../../../../../app/format/script/tables/old-words';

const table = (elements: readonly string[], options: string) => ({ name: 't', elements, options });

describe('a table of a server before 5.0', () => {
  it('has an engine, and timestamps without a width', () => {
    const old = table(
      ['id int(11) NOT NULL', 'at timestamp(14) NOT NULL', 'b timestamp(8) NOT NULL'],
      ' TYPE=MyISAM',
    );
    expect(inWordsOfToday(old)).toEqual(
      table(
        [
          'id int(11) NOT NULL',
          'at timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP',
          'b timestamp NOT NULL',
        ],
        ' ENGINE=MyISAM',
      ),
    );
  });

  it('keeps a default, a comment and a column of that word', () => {
    const old = table(["`type` varchar(9) default 'TYPE=x'"], " TYPE = InnoDB COMMENT='TYPE=y'");
    expect(inWordsOfToday(old)).toEqual({ ...old, options: " ENGINE = InnoDB COMMENT='TYPE=y'" });
  });

  it.each([' ENGINE=MyISAM', '', " COMMENT='TYPE=MyISAM'"])('is none with the options “%s”', (options) => {
    expect(inWordsOfToday(table(['at timestamp(6)'], options))).toBeNull();
  });
});
