import type { Failure } from '../../contract/failure';
import type { EngineJsonContent } from '../../engine/scan/scans';
import { jsonFailures, jsonText } from '../../text/format/json';
import type { RejectedRow } from '../read/dump';
import { misfitProblems, rejectedRows, type ReasonOf } from '../values/rejects';

/** Lines that are set aside, in their order. Pure. */
export function rejectedLines(
  file: string,
  { badLines, misfits }: EngineJsonContent,
  reasonOf: ReasonOf,
): readonly RejectedRow[] {
  const bad = badLines.map(({ line, column, fault, text }) => ({
    ...{ line, text },
    reason: jsonText.badRow(column, fault),
  }));
  return rejectedRows(file, { bad, misfits }, { isWindows1252: false, reasonOf });
}

/** Faults of a file. Pure. */
export function problemsOf(
  file: string,
  content: EngineJsonContent,
  { isSetAside, reasonOf }: { readonly isSetAside: boolean; readonly reasonOf: ReasonOf },
): readonly Failure[] {
  const { badLines, badLineCount, hasTooManyKeys } = content;
  const first = badLines.map(({ line, column, fault }) => jsonText.badLine(line, column, fault)).join(', ');
  return [
    ...(hasTooManyKeys ? [jsonFailures.tooManyKeys({ file }).failure] : []),
    ...(badLineCount === 0 || isSetAside
      ? []
      : [jsonFailures.badLines({ file, lines: badLineCount, first }).failure]),
    ...(isSetAside ? [] : misfitProblems(file, content, reasonOf)),
  ];
}
