import { quoteName, quoteText } from '../../catalog/text/quote';
import { plainCreation } from '../sql/creation';
import { delimiterFor, schemaScript, tableScript, underSettings, viewPlaceholderScript } from '../sql/files';
import type { ScriptContent, ScriptObject, ScriptSchema, ScriptView } from './content';
import type { ScriptSettings } from './settings';
import { schemaOptions } from './statements/schema-options';
import { withForeignKeyIndexes } from './tables/foreign-key-index';
import { printTable, withoutSchema, type TableText } from './tables/table-text';

/** Stems of the files of a dump that would hold the same. */
export interface ScriptStems {
  readonly schema: (schema: string) => string;
  /** The stem of a table or a view. */
  readonly object: (schema: string, name: string) => string;
}

/**
 * The statements of a script as the files of a dump folder hold them, by name: so that whatever reads the files of a dump reads
 * those of a script.
 */
export function textsOf(content: ScriptContent, stems: ScriptStems): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const schema of content.schemas) {
    texts.set(`${stems.schema(schema.name)}.sql`, schemaText(schema));
    for (const { text, isReworded, triggers } of schema.tables) {
      const stem = stems.object(schema.name, text.name);
      texts.set(`${stem}.sql`, tableScript(printTable(isReworded ? inServersForm(text, schema.name) : text)));
      if (triggers.length > 0) texts.set(`${stem}.triggers.sql`, triggers.map(storedText).join('\n'));
    }
    for (const view of schema.views) {
      const stem = stems.object(schema.name, view.name);
      texts.set(`${stem}.pre.sql`, placeholderText(view));
      texts.set(`${stem}.sql`, inSettings(view.settings, null, `${overPlaceholder(view.definition)};\n`));
    }
  }
  return texts;
}

function inServersForm(text: TableText, schema: string): TableText {
  return withForeignKeyIndexes(withoutSchema(text, schema));
}

function schemaText({ name, create, programs, sequences }: ScriptSchema): string {
  const head = schemaScript(
    name,
    createSchema(name, create),
    [],
    sequences.map((sequence) => ({
      ...sequence,
      create: plainCreation(sequence.create) ?? '',
      setValue: sequence.setValue ?? `DO SETVAL(${quoteName(sequence.name)}, 1, 0)`,
    })),
  );
  return [head, ...programs.map(storedText)].join('\n');
}

/** With its quoted name, and without IF NOT EXISTS; in the words that servers print. */
function createSchema(name: string, create: string | null): string {
  return `CREATE DATABASE ${quoteName(name)}${create === null ? '' : schemaOptions(create)}`;
}

/** With OR REPLACE: the placeholder has its name. */
function overPlaceholder(view: string): string {
  return view.replace(/^((?:\s|\/\*M?!\d*)*CREATE)\s+(?:OR\s+REPLACE\s+)?/i, '$1 OR REPLACE ');
}

/** An unknown statement with the settings under which it stands. */
export function statementScript({
  definition,
  settings,
}: Pick<ScriptObject, 'definition' | 'settings'>): string {
  return storedText({ kind: '', name: '', definition, settings });
}

function storedText({ kind, definition, settings }: ScriptObject): string {
  const delimiter = delimiterFor(definition);
  const timeZone = kind === 'EVENT' || kind === '' ? settings.time_zone : null;
  return inSettings(settings, timeZone, `DELIMITER ${delimiter}\n${definition}\n${delimiter}\nDELIMITER ;\n`);
}

/** Under the mode of the server itself where the script sets none: it is what the client would have had. */
function inSettings(settings: ScriptSettings, timeZone: string | null, statement: string): string {
  const text = (name: string, value: string | null): (readonly [string, string])[] =>
    value === null || value === '' ? [] : [[name, quoteText(value)]];
  const { sql_mode: mode, collation_connection: collation } = settings;
  const charset = settings.character_set_client ?? 'utf8mb4';
  const script = underSettings(
    [
      ...text('character_set_client', charset),
      // SET NAMES takes the server's default collation of the character set.
      ...(collation === null
        ? text('character_set_connection', charset)
        : text('collation_connection', collation)),
      ['sql_mode', mode === null ? '@@GLOBAL.sql_mode' : quoteText(mode)],
      ...text('time_zone', timeZone),
    ],
    statement,
  );
  // A character set is restored with its default collation, which need not be the session's.
  return underSettings([['collation_connection', '@@SESSION.collation_connection']], script);
}

/** A view of which the script does not tell the columns has one that nothing uses. */
function placeholderText({ name, columns, settings }: ScriptView): string {
  const named = columns.length > 0 ? columns : ['placeholder'];
  return viewPlaceholderScript({
    kind: 'view',
    name,
    definition: '',
    columns: named,
    context: { sqlMode: settings.sql_mode ?? '', characterSet: '', collation: '' },
    timeZone: null,
  });
}
