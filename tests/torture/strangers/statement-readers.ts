import { expect } from 'vitest';
import {
  linesOf,
  parseDefinition,
  withoutCounter,
  withoutLiterals,
} from '../../../app/catalog/definition/definition';
import { withDefiner } from '../../../app/catalog/definition/definer';
import { parseGrantLine } from '../../../app/catalog/privileges/grant-line';
import { differingLines, likenessOf } from '../../../app/catalog/definition/same-definition';
import { headOf, withoutSchema } from '../../../app/catalog/definition/statement-head';
import { onTable, triggerBody, withoutTriggerSchema } from '../../../app/catalog/definition/trigger-head';
import { withoutLibrarySchema } from '../../../app/catalog/definition/using-clause';
import { namesInView, withoutOwnSchema } from '../../../app/catalog/objects/view-names';
import { readAccountsScript, withoutSecrets } from '../../../app/format/sql/accounts-script';
import { plainCreation } from '../../../app/format/sql/creation';
import { isPlainDecoder } from '../../../app/format/decoder-expression';
import { changeOutside } from '../../../app/format/sql/outside-quotes';
import { changeStatements, splitScript } from '../../../app/format/sql/script';
import { enableStatement, withEventsDisabled } from '../../../app/format/sql/stored-events';
import { storedObjectOf } from '../../../app/format/sql/stored-object';
import { settingsOf } from '../../../app/target/trial/server-words';
import { compareTokens, isSameScript, normalTokens } from '../../../app/target/normalized/normal-form';
import { piecesOf } from '../../../app/target/normalized/pieces';
import { renamedReferences } from '../../../app/target/names/rename-references';

const RENAMING = { source: 'shop', target: 'copy', schemaMap: { other: 'new' }, tableRenames: [] };

/** Everything that reads the text of a statement or of a script, with what must hold of any text. */
export const STATEMENT_READERS: Readonly<Record<string, (text: string) => void>> = {
  splitScript: (text) => {
    let at = 0;
    for (const statement of splitScript(text)) {
      at = text.indexOf(statement, at) + statement.length;
      expect(at).toBeGreaterThanOrEqual(statement.length);
    }
  },
  changeStatements: (text) => expect(changeStatements(text, (statement) => statement)).toBe(text),
  changeOutside: (text) => expect(changeOutside(text, (sql) => sql)).toBe(text),
  statementHead: (text) => {
    const head = headOf(text);
    if (head === null) return;
    expect(head.object.from).toBeLessThanOrEqual(head.object.to);
    expect(head.object.to).toBeLessThanOrEqual(text.length);
    expect(withoutSchema(text, head).length).toBeLessThanOrEqual(text.length);
  },
  triggerHead: (text) => {
    onTable(withoutTriggerSchema(text), 't');
    expect(text.endsWith(triggerBody(text))).toBe(true);
  },
  usingClause: (text) => withoutLibrarySchema(text, 'shop'),
  definer: (text) => withDefiner(text, { kind: 'strip' }),
  grantLine: (text) => parseGrantLine(text),
  viewNames: (text) => {
    namesInView(text);
    withoutOwnSchema(text, 'shop');
  },
  accountsScript: (text) => {
    withoutSecrets(text);
    readAccountsScript(text);
  },
  plainCreation: (text) => plainCreation(text),
  decoderExpression: (text) => isPlainDecoder(text, 'c'),
  storedEvents: (text) => {
    withEventsDisabled(text);
    enableStatement(text);
  },
  storedObject: (text) => storedObjectOf(text),
  settings: (text) => settingsOf(text),
  definition: (text) => {
    parseDefinition(text);
    linesOf(text);
    withoutLiterals(withoutCounter(text));
  },
  sameDefinition: (text) => {
    expect(likenessOf(text, text)).toBe('same-text');
    expect(differingLines(text, text)).toEqual({ lost: [], gained: [] });
  },
  normalForm: (text) => {
    expect(isSameScript(text, text)).toBe(true);
    expect(compareTokens(normalTokens(text), normalTokens(text))).toBe('same');
  },
  pieces: (text) => piecesOf(text),
  renamedReferences: (text) => renamedReferences(text, RENAMING),
};
