import { describe, expect, it } from 'vitest';
import { objectionToText } from '../../../build/lint/sentences.mjs';
import { messagesOf } from './own-rules.mjs';

describe('objectionToText', () => {
  it.each(['Nothing to check', 'The table is gone.', 'x rows of the dump', 'Did you mean “x”?'])(
    'takes %j for a sentence',
    (text) => {
      expect(objectionToText('renderer/screens/dump/Dump.tsx', text)).toContain('renderer/text');
    },
  );

  it.each(['Dump', 'dump-start', 'SELECT name FROM the shop', 'translate(0px, 4px) rotate(1deg)'])(
    'lets %j stand',
    (text) => {
      expect(objectionToText('renderer/screens/dump/Dump.tsx', text)).toBeNull();
    },
  );

  it('lets catalogues, tests and the build have sentences', () => {
    for (const file of ['renderer/text/dump.ts', 'tests/unit/a.test.ts', 'build/test.mjs'])
      expect(objectionToText(file, 'The table is gone.')).toBeNull();
  });
});

describe('the rule', () => {
  it('finds sentences in texts, templates and markup', () => {
    const sentences = [
      "const label = 'Start the dump';",
      'const label = `Start the dump of ${schema}`;',
      'const label = <p>Start the dump</p>;',
      '<Button label="Start the dump" />;',
    ];
    const objection = expect.stringContaining('belongs in a catalogue of renderer/text');
    expect(messagesOf('sentences', 'renderer/screens/dump/Dump.tsx', sentences)).toEqual(
      sentences.map(() => [objection]),
    );
  });

  it('lets the rest stand', () => {
    const rest = ['const label = text.dump.start;', "throw new Error('Nobody calls this twice.');"];
    expect(messagesOf('sentences', 'renderer/screens/dump/Dump.tsx', rest)).toEqual([[], []]);
  });
});
