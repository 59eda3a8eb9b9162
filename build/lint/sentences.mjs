import { relative, sep } from 'node:path';

/** Folders whose words stand in catalogues, each with the folder of those catalogues. */
const CATALOGUED = { renderer: 'renderer/text', 'app/main': 'app/text' };

/** At least two words of lower case in a row. */
const WORDS = /(?:^|[\s“(])[A-Za-z’]*[a-z’]{2,}[.,:;!?…”)]?\s+[a-z’]{2,}/;
/** Statements begin with a word in capitals, and clauses hold one between others. */
const SQL = /^\s*[A-Z_]{2,}\b|\b(?:FROM|WHERE|AND|OR|BY|AS|SET|ON) /;
/** Values and selectors of CSS, in strings that set a style. */
const CSS = /^[a-z-]+\([^)]*\)|^\([a-z-]+:/;

/**
 * Reason why a text may not stand in `file`, or null where it may: it reads like a sentence, and sentences of that folder
 * stand in a catalogue.
 */
export function objectionToText(file, text) {
  const folder = Object.keys(CATALOGUED).find((each) => file.startsWith(`${each}/`));
  if (folder === undefined || file.startsWith(`${CATALOGUED[folder]}/`)) return null;
  if (!WORDS.test(text) || SQL.test(text) || CSS.test(text.trim())) return null;
  return `“${text.trim()}” is a sentence: it belongs in a catalogue of ${CATALOGUED[folder]}, so that it can be translated.`;
}

/** Errors for programmers, which nobody else reads. */
const isForProgrammers = ({ parent }) =>
  parent.type === 'NewExpression' && ['Error', 'RangeError', 'TypeError'].includes(parent.callee.name);

const isImported = ({ parent }) => /^(?:Import|Export)/.test(parent.type);

/** The ESLint rule over {@link objectionToText}. */
export const sentencesRule = {
  meta: { type: 'problem', schema: [], docs: { description: 'Sentences stand in catalogues.' } },
  create(context) {
    const file = relative(context.cwd, context.filename).split(sep).join('/');
    const check = (node, text) => {
      const objection = objectionToText(file, text);
      if (objection !== null && !isForProgrammers(node) && !isImported(node))
        context.report({ node, message: objection });
    };
    return {
      Literal: (node) => typeof node.value === 'string' && check(node, node.value),
      TemplateLiteral: (node) => check(node, node.quasis.map(({ value }) => value.cooked).join('x')),
      JSXText: (node) => check(node, node.value),
    };
  },
};
