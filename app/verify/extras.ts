import type { ControlSession } from '../catalog/session/control-session';
import { NameFolding } from '../catalog/server/name-folding';
import type { Failure } from '../contract/failure';
import type { Check } from '../contract/runs/result';
import { findNamesakes, dumpedObjects, readPresent, type PresentObject } from '../target/names/namesakes';
import type { DumpSchema } from '../format/read/dump';
import { verifyFailures, verifyText } from '../text/verify';

export interface JudgedExtras {
  readonly check: Check;
  /** Null where the schema holds no other objects. */
  readonly warning: Failure | null;
}

/** Most objects that a message names one by one. */
const MOST_NAMED = 20;

/** Looks for objects of a schema that the dump does not hold, of the kinds that the dump includes. */
export async function judgeExtras(
  session: ControlSession,
  source: DumpSchema,
  target: string,
): Promise<JudgedExtras> {
  const dumped = dumpedObjects(source);
  const present = (await readPresent(session, target)).filter(({ kind }) => covers(source, kind));
  const folding = NameFolding.of(session.server);
  await folding.learn(
    session,
    [...dumped, ...present].map(({ name }) => name),
  );
  const known = new Set(findNamesakes(folding, dumped, present).map(({ there }) => there));
  return extrasOf(
    target,
    present.filter((object) => !known.has(object)),
  );
}

/** Builds the verdict and warning on a schema's objects that the dump does not hold. Pure. */
export function extrasOf(target: string, extras: readonly PresentObject[]): JudgedExtras {
  if (extras.length === 0) {
    const detail = verifyText.noExtraObjects(target);
    return { check: { kind: 'extra', state: 'ok', detail }, warning: null };
  }
  const objects = extras.slice(0, MOST_NAMED).map(({ kind, name }) => ({ kind, name }));
  const values = { schema: target, count: extras.length, objects };
  return {
    check: { kind: 'extra', state: 'not-checked', detail: verifyText.extraObjects(values) },
    warning: verifyFailures.extraObjects(values, { table: target }).failure,
  };
}

/** Returns whether the dump includes objects of this kind: one of rows alone says nothing about others. */
export function covers({ document }: DumpSchema, kind: PresentObject['kind']): boolean {
  if (kind === 'table') return true;
  return kind === 'view' ? document.includesViewsDdl : document.includesDdl;
}
