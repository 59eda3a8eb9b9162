import { spoken } from '../../contract/language/spoken';

/**
 * Meaning of a table's definition, property by property, in words that are the same for both vendors: two tables are
 * compared by these sentences, and a difference shows them.
 */
export const normalizedText = spoken({
  // table
  position: ({ position, column }: { readonly position: number; readonly column: string }) =>
    `column ${position} is ${column}`,
  collation: ({ column, collation }: { readonly column: string; readonly collation: string }) =>
    `column ${column}: collation ${collation}`,
  ofColumn: ({ column, trait }: { readonly column: string; readonly trait: string }) =>
    `column ${column}: ${trait}`,
  /** `parts`: columns and words as the definition has them. */
  index: (values: { readonly name: string; readonly kind: string; readonly parts: readonly string[] }) =>
    [`index ${values.name}: ${values.kind}`, ...values.parts].join(' '),
  foreignKey: (text: string) => `foreign key ${text}`,
  checks: (count: number) => `${count} CHECK constraints`,
  option: ({ name, value }: { readonly name: string; readonly value: string }) => `option ${name} ${value}`,
  partitions: (text: string) => `partitions: ${text}`,

  // column
  type: (type: string) => `type ${type}`,
  default: (value: string) => `default ${value}`,
  onUpdate: (value: string) => `on update ${value}`,
  generated: (stored: 'stored' | 'virtual') => `generated ${stored === 'virtual' ? 'virtual' : 'stored'}`,
  comment: (text: string) => `comment ${text}`,
  not: (word: string) => `not ${word}`,
  expression: 'an expression',
  now: (precision: string) => `now ${precision}`.trim(),

  // across-versions
  expressionOf: (place: string) => `the expression of ${place}`,
});
