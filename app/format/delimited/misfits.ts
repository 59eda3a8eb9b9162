import type { Failure } from '../../contract/failure';
import type { EngineDelimitedContent } from '../../engine/scan/scans';
import { delimitedFailures, delimitedText } from '../../text/format/delimited';
import { rejectsText } from '../../text/format/rejects';
import type { RejectedRow } from '../read/dump';
import { misfitProblems, rejectedRows, type ReasonOf } from '../values/rejects';

interface Rejecting {
  readonly isWindows1252: boolean;
  readonly reasonOf: ReasonOf;
}

/** Rows that are set aside, in the order of their lines. Pure. */
export function rejectedValues(
  file: string,
  { oddRows, misfits, columns }: EngineDelimitedContent,
  rejecting: Rejecting,
): readonly RejectedRow[] {
  const bad = oddRows.map(({ line, values, text }) => ({
    ...{ line, text },
    reason: rejectsText.odd(values, columns.length),
  }));
  return rejectedRows(file, { bad, misfits }, rejecting);
}

/** Faults of a file. Pure. */
export function problemsOf(
  file: string,
  content: EngineDelimitedContent,
  { isSetAside, reasonOf }: Pick<Rejecting, 'reasonOf'> & { readonly isSetAside: boolean },
): readonly Failure[] {
  const { oddRows, oddRowCount, openLine, brokenLine, columns } = content;
  const at = (line: number) => ({ file, line });
  return [
    ...(openLine === null ? [] : [delimitedFailures.cut(at(openLine)).failure]),
    ...(brokenLine === null ? [] : [delimitedFailures.broken(at(brokenLine)).failure]),
    ...(oddRowCount === 0 || isSetAside
      ? []
      : [
          delimitedFailures.oddRows({
            file,
            rows: oddRowCount,
            columns: columns.length,
            first: oddRows.map(({ line, values }) => delimitedText.oddRow(line, values)).join(', '),
          }).failure,
        ]),
    ...(isSetAside ? [] : misfitProblems(file, content, reasonOf)),
  ];
}
