import { objectionToText } from './sentences.mjs';

/** A string literal, and what stands before and after it. */
const LITERAL = /"((?:[^"\\\n]|\\.)*)"/g;
const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
/** Words for programmers, a defect and what the compiler says; and words of others, by which they are recognised. */
const NOT_SAID = /\b(?:defect|static_assert)\([^;]*$|\bconstexpr\b[^;]*$/;

/** Objections to sentences in the engine's sources: it sends keys of app/text/engine/messages.ts and their values. */
export function objectionsToNativeSentences(texts) {
  return [...texts].flatMap(([file, text]) => {
    const code = text.replace(COMMENT, '');
    return [...code.matchAll(LITERAL)].flatMap(({ 1: words, index }) => {
      const before = code.slice(Math.max(0, code.lastIndexOf(';', index)), index);
      if (NOT_SAID.test(before)) return [];
      const objection = objectionToText(file, words);
      return objection === null ? [] : [`${file}: ${objection}`];
    });
  });
}

/** Messages that a source sends whose values stand beside their keys: `{"rowsRead", {{"read", read}}}`. */
const WITH_VALUES = /"([a-z]\w*)"\s*,\s*\{\{/g;
/** A key that stands alone where a message is asked for. */
const ALONE =
  /(?:EngineError\(\s*"[\w-]+",\s*|(?:message|hint|reason|_unknown|broken) = |push_back\(|wait_to_retry\(table, |undecodable\(stored_\.path\(\), )"([a-z]\w*)"/g;
const NAME = /\{\s*"(\w+)"\s*,/y;

/** The messages that a source of the engine sends: each key, and the names of its values. */
export function messagesOf(text) {
  const code = text.replace(COMMENT, '');
  const withValues = [...code.matchAll(WITH_VALUES)].map(({ 0: found, 1: key, index }) => ({
    key,
    names: namesFrom(code, index + found.length - 1),
  }));
  const alone = [...code.matchAll(ALONE)].map(([, key]) => ({ key, names: [] }));
  return [...withValues, ...alone];
}

/** Reads the names of a list `{"read", read}, {"sent", sent}` that begins at `start`. */
function namesFrom(code, start) {
  const names = [];
  let depth = 0;
  for (let at = start; at < code.length; at += 1) {
    if (code[at] === '"') at = endOfLiteral(code, at);
    if (code[at] === '{') {
      NAME.lastIndex = at;
      const name = NAME.exec(code)?.[1];
      if (depth === 0 && name !== undefined) names.push(name);
      depth += 1;
    }
    if (code[at] === '}') depth -= 1;
    if (depth < 0) break;
  }
  return names;
}

function endOfLiteral(code, start) {
  let at = start + 1;
  while (code[at] !== '"') at += code[at] === '\\' ? 2 : 1;
  return at;
}
