import type { ControlSession } from '../../catalog/session/control-session';
import type { Failure } from '../../contract/failure';
import type { LoadOptions } from '../../contract/runs/options';
import type { DumpFolder } from '../../format/read/dump';
import { definerWarnings } from './definers';
import { nameCaseWarnings } from './name-case';

/**
 * Returns warnings on definitions that the target takes and that will not work there as on the source: the same for a
 * load that begins and for its plan.
 *
 * @param dumps before and after selection
 */
export async function definitionWarnings(
  session: ControlSession,
  dumps: Readonly<Record<'whole' | 'dump', DumpFolder>>,
  options: LoadOptions,
): Promise<readonly Failure[]> {
  return [
    ...nameCaseWarnings(session.server, dumps.dump),
    ...(await definerWarnings(session, dumps, options)),
  ];
}
