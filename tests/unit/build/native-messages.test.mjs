import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { engineMessages } from '../../../app/text/engine/messages';
import { messagesOf, objectionsToNativeSentences } from '../../../build/lint/native-messages.mjs';

const ENGINE = join(import.meta.dirname, '../../../native/engine');

/** The names of the values that a sentence takes. */
function namesOf(sentence) {
  if (typeof sentence === 'string') return [];
  const asked = new Set();
  sentence(new Proxy({}, { get: (_, name) => (asked.add(name), 1) }));
  return [...asked];
}

const sent = readdirSync(ENGINE, { recursive: true })
  .filter((file) => /\.(?:cc|h)$/.test(file))
  .flatMap((file) => messagesOf(readFileSync(join(ENGINE, file), 'utf8')));

describe('the messages of the engine', () => {
  it('have a sentence each', () => {
    expect(sent.length).toBeGreaterThan(70);
    expect(sent.map(({ key }) => key).filter((key) => !(key in engineMessages))).toEqual([]);
  });

  it.each(Object.entries(engineMessages))(
    '%s is sent with the values that its sentence takes',
    (key, sentence) => {
      const uses = sent.filter((message) => message.key === key);
      expect(uses.length).toBeGreaterThan(0);
      for (const { names } of uses) expect(names.sort()).toEqual(namesOf(sentence).sort());
    },
  );
});

describe('messagesOf', () => {
  it('reads keys and the names of their values, those of a message within another apart', () => {
    expect(messagesOf('log({"lost", {{"reason", {"gone", {{"n", 3}}}}, {"at", said("{")}}});')).toEqual([
      { key: 'lost', names: ['reason', 'at'] },
      { key: 'gone', names: ['n'] },
    ]);
    expect(messagesOf('throw EngineError("cancelled", "stopped"); failure.hint = "wait";')).toEqual([
      { key: 'stopped', names: [] },
      { key: 'wait', names: [] },
    ]);
  });
});

describe('objectionsToNativeSentences', () => {
  const objections = (code) => objectionsToNativeSentences(new Map([['native/engine/a.cc', code]]));

  it.each(['message = "The row is too large.";', 'log(said("the rows were read"));'])(
    'finds one in %j',
    (code) => {
      expect(objections(code)).toEqual([expect.stringContaining('app/text/engine')]);
    },
  );

  it.each([
    'message = {"rowTooLarge", {{"most", most}}};',
    'throw defect("There is no such codec.");',
    'run("SELECT name FROM the shop");',
    'constexpr std::string_view kBefore = "error cannot be verified: ";',
    '// "The row is too large."',
  ])('lets %j stand', (code) => {
    expect(objections(code)).toEqual([]);
  });
});
