import { RuleTester } from 'eslint';
import parser from 'typescript-eslint';
import { describe, expect, it } from 'vitest';
import { objectionToText, sentencesRule } from '../../../build/lint/sentences.mjs';

RuleTester.describe = describe;
RuleTester.it = it;

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

const tester = new RuleTester({
  languageOptions: { parser: parser.parser, parserOptions: { ecmaFeatures: { jsx: true } } },
});
const filename = 'renderer/screens/dump/Dump.tsx';
tester.run('sentences', sentencesRule, {
  valid: [
    { filename, code: 'const label = text.dump.start;' },
    { filename, code: "throw new Error('Nobody calls this twice.');" },
    { filename: 'renderer/text/dump.ts', code: "export const start = 'Start the dump';" },
  ],
  invalid: [
    { filename, code: "const label = 'Start the dump';", errors: 1 },
    { filename, code: 'const label = `Start the dump of ${schema}`;', errors: 1 },
    { filename, code: 'const label = <p>Start the dump</p>;', errors: 1 },
    { filename, code: '<Button label="Start the dump" />;', errors: 1 },
  ],
});
