import { relative, sep } from 'node:path';

/** Folders whose words stand in catalogues, each with the folder of those catalogues. */
const CATALOGUED = {
  renderer: 'renderer/text',
  'app/catalog': 'app/text',
  'app/cli': 'app/text',
  'app/checksums': 'app/text',
  'app/dump': 'app/text',
  'app/engine': 'app/text',
  'app/format': 'app/text',
  'app/inspect': 'app/text',
  'app/jobs': 'app/text',
  'app/load': 'app/text',
  'app/main': 'app/text',
  'app/migrate': 'app/text',
  'app/profiles': 'app/text',
  'app/prove': 'app/text',
  'app/runs': 'app/text',
  'app/sandbox': 'app/text',
  'app/source': 'app/text',
  'app/storage': 'app/text',
  'app/target': 'app/text',
  'app/verify': 'app/text',
  'native/engine': 'app/text/engine',
};

/** Rows of the practice shop and scripts for shells are not words of ours. */
const DATA = ['app/sandbox/shop/', 'app/cli/completion/'];

/** A capital and a word, three words in a row, or two that end like a sentence. */
const WORDS =
  /(?:^|[\s“(])[A-Z][a-z’]+,? [a-z’]{2,}|[a-z’]{2,},? [a-z’]{2,},? [a-z’]{2,}|[a-z’]{2,} [a-z’]{2,}[.!?…]/;
/** Statements begin with a word in capitals, and clauses hold one between others. */
const SQL = /^\s*[A-Z_]{2,}\b|\b(?:FROM|WHERE|AND|OR|BY|AS|SET|ON) |\bVALUES\b/;
/** Values, selectors and rules of CSS. */
const CSS = /^[a-z-]+\([^)]*\)|^\([a-z-]+:|^:root/;
/** Patterns that a server's messages are read by. */
const PATTERN = /^\^|\[\^|\[\\s|\(\?[:!]/;
/** Comments and scripts in files that Sluice writes for programs. */
const COMMENT = /^(?:-- |# |#!|exec )/;
const OTHER_TEXTS = [SQL, CSS, PATTERN, COMMENT];

/**
 * Reason why a text may not stand in `file`, or null where it may: it reads like a sentence, and sentences of that folder
 * stand in a catalogue.
 */
export function objectionToText(file, text) {
  const folder = Object.keys(CATALOGUED).find((each) => file.startsWith(`${each}/`));
  if (folder === undefined || file.startsWith(`${CATALOGUED[folder]}/`)) return null;
  if (DATA.some((place) => file.startsWith(place))) return null;
  if (!WORDS.test(text) || OTHER_TEXTS.some((kind) => kind.test(text.trim()))) return null;
  return `“${text.trim()}” is a sentence: it belongs in a catalogue of ${CATALOGUED[folder]}, so that it can be translated.`;
}

/** Errors for programmers, which nobody else reads. */
const isForProgrammers = ({ parent }) =>
  parent.type === 'NewExpression' && ['Error', 'RangeError', 'TypeError'].includes(parent.callee.name);

/** The reason for a session variable's value, which is for readers of its table alone. */
const isReasonOfVariable = ({ parent }) => {
  if (parent.type !== 'Property' || parent.key.name !== 'why') return false;
  const keys = parent.parent.properties.map(({ key }) => key?.name);
  return keys.includes('name') && keys.includes('value');
};

/** The source of a fact in the tables of dialects and impostors, which is for their readers alone. */
const isSourceOfFact = ({ parent }) =>
  parent.type === 'Property' &&
  parent.key.name === 'source' &&
  parent.parent.properties.some(({ key }) => key?.name === 'mariadb' || key?.name === 'impostor');

const isImported = ({ parent }) => /^(?:Import|Export)/.test(parent.type);

/** The lint rule over {@link objectionToText}. */
export const sentencesRule = {
  meta: { type: 'problem', schema: [], docs: { description: 'Sentences stand in catalogues.' } },
  create(context) {
    const file = relative(context.cwd, context.filename).split(sep).join('/');
    const check = (node, text) => {
      const objection = objectionToText(file, text);
      if (objection === null || isForProgrammers(node) || isImported(node)) return;
      if (isReasonOfVariable(node) || isSourceOfFact(node)) return;
      context.report({ node, message: objection });
    };
    return {
      Literal: (node) => typeof node.value === 'string' && check(node, node.value),
      TemplateLiteral: (node) => check(node, node.quasis.map(({ value }) => value.cooked).join('x')),
      JSXText: (node) => check(node, node.value),
    };
  },
};
