import { quoteName } from '../text/quote';

const NAME = '`(?:[^`]|``)*`';
const IMPORT = `${NAME}\\.${NAME}(?: AS ${NAME})?`;
/** Clause as SHOW CREATE prints it, in a line of its own before the body (measured on MySQL 9.7). */
const USING = new RegExp(`\\n    USING \\((${IMPORT}(?:, ${IMPORT})*)\\)(?=\\nAS )`);
const QUALIFIED = new RegExp(`(${NAME})\\.(${NAME})`, 'g');

/**
 * Removes the name of a routine's own schema before the libraries that it imports: MySQL writes it down even where the
 * statement did not, and in another schema the routine would go on importing the old one's.
 */
export function withoutLibrarySchema(definition: string, schema: string): string {
  const own = quoteName(schema);
  return definition.replace(USING, (_, imports: string) => {
    const unqualified = imports.replace(QUALIFIED, (qualified: string, of: string, library: string) =>
      of === own ? library : qualified,
    );
    return `\n    USING (${unqualified})`;
  });
}
