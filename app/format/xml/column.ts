import { quoteName, quoteText } from '../../catalog/text/quote';
import type { EngineXmlFacts } from '../../engine/scan/scans';
import type { XmlDialect } from './dialect';

/** A column as its field in a dump tells it. */
export interface XmlColumn {
  readonly name: string;
  /** As in CREATE TABLE. */
  readonly element: string;
  /** Its values are computed, by an expression that the dump does not hold. */
  readonly isGenerated: boolean;
  /** Words of the server's about it that Sluice does not know. */
  readonly unknown: string;
}

const NOW = /^current_timestamp(?:\(\d*\))?$/i;
const ON_UPDATE = /\bon update (current_timestamp(?:\(\d*\))?)/i;
const GENERATED = /\b(?:(?:VIRTUAL|STORED|PERSISTENT)(?: GENERATED)?)\b/i;
const KNOWN =
  /\b(?:auto_increment|DEFAULT_GENERATED|INVISIBLE|on update current_timestamp(?:\(\d*\))?|(?:VIRTUAL|STORED|PERSISTENT)(?: GENERATED)?)(?=\s|,|$)/gi;

/** The column of a field; null where it has no name or no type. Pure. */
export function columnOf(
  { Field: name, Type: type, Null: mayBeNull, Default: value, Extra = '', Comment = '' }: EngineXmlFacts,
  { defaults }: XmlDialect,
): XmlColumn | null {
  if (name === undefined || name === '' || type === undefined || type === '') return null;
  const onUpdate = ON_UPDATE.exec(Extra)?.[1];
  const words = [
    quoteName(name),
    type,
    mayBeNull === 'YES' ? 'NULL' : 'NOT NULL',
    ...(value === undefined
      ? []
      : [
          `DEFAULT ${defaults === 'sql' ? value : literal(value, type, /\bDEFAULT_GENERATED\b/.test(Extra))}`,
        ]),
    ...(onUpdate === undefined ? [] : [`ON UPDATE ${onUpdate}`]),
    ...(/\bauto_increment\b/i.test(Extra) ? ['AUTO_INCREMENT'] : []),
    ...(/\bINVISIBLE\b/.test(Extra) ? ['INVISIBLE'] : []),
    ...(Comment === '' ? [] : [`COMMENT ${quoteText(Comment)}`]),
  ];
  return {
    name,
    element: words.join(' '),
    isGenerated: GENERATED.test(Extra.replace(/\bDEFAULT_GENERATED\b/g, '')),
    unknown: Extra.replace(KNOWN, '').replace(/,/g, ' ').trim(),
  };
}

function literal(value: string, type: string, isExpression: boolean): string {
  if (NOW.test(value) && (isExpression || /^(?:timestamp|datetime)\b/i.test(type))) return value;
  if (isExpression) return `(${unescapedExpression(value)})`;
  if (/^bit\b/i.test(type) && /^b'[01]*'$/.test(value)) return value;
  // MySQL 8 says the bytes of a default as a number.
  if (/^(?:var)?binary\b/i.test(type) && /^0x(?:[0-9A-F]{2})*$/.test(value))
    return value === '0x' ? "''" : value;
  return quoteText(value);
}

/** MySQL keeps the text of an expression with a backslash before each quote (measured on 9.7: SHOW FIELDS, SHOW KEYS). Pure. */
export function unescapedExpression(expression: string): string {
  return expression.replace(/\\([\\'])/g, '$1');
}
