import { schemaExists } from '../../catalog/objects/schemas';
import { readScript } from '../../format/read/reader';
import { splitScript } from '../../format/sql/script';
import { renamedCreateSchema } from '../preflight';
import type { TargetContext } from '../context';
import { plainCreation } from '../../format/sql/creation';
import { quoteName } from '../../catalog/text/quote';
import { runUntaken } from './ownership';
import type { DumpSchema } from '../../format/read/dump';
import type { TargetSchema } from '../target-schema';
import { tableFailures } from '../../text/target/tables';

/** Creates the schema where it does not exist. Returns true if it was created. */
export async function createSchema(
  { dump, session }: Pick<TargetContext, 'dump' | 'session'>,
  source: DumpSchema,
  { target }: TargetSchema,
): Promise<boolean> {
  if (await schemaExists(session, target)) return false;
  if (!source.document.includesDdl) throw tableFailures.noSchema({ schema: target });
  const statements = splitScript(await readScript(dump, `${source.stem}.sql`));
  const create = statements.find((statement) => statement.startsWith('CREATE DATABASE '));
  const statement = plainCreation(
    renamedCreateSchema(create ?? `CREATE DATABASE ${quoteName(target)}`, target),
  );
  await runUntaken(session, { kind: 'schema', schema: target, name: '' }, statement ?? '');
  return true;
}
