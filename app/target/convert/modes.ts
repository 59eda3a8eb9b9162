import { hasMode, type ServerVersion } from '../../catalog/server/dialect';
import type { ReportConversion, Conversion } from './conversion';
import { convertText } from '../../text/migrate/convert';

/** Modes that affect GRANT and SHOW only, and so no view, routine, trigger or event. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set([
  ...['NO_AUTO_CREATE_USER', 'NO_FIELD_OPTIONS', 'NO_KEY_OPTIONS', 'NO_TABLE_OPTIONS'],
]);

/** Returns the target's modes for the source's modes. */
export function modesOn(modes: readonly string[], target: ServerVersion): readonly string[] {
  return modes.filter((mode) => !WITHOUT_EFFECT.has(mode) || hasMode(target, mode));
}

/**
 * Returns the modes that change what an object does. A server may have the others by itself: TRADITIONAL includes
 * NO_AUTO_CREATE_USER on MariaDB and on MySQL before 8.0.11.
 */
export function modesInEffect(modes: readonly string[]): readonly string[] {
  return modes.filter((mode) => !WITHOUT_EFFECT.has(mode));
}

/**
 * Returns a line of settings without the modes that change nothing; any other mode that the target lacks is a blocker.
 */
export function withModes(line: string, { target }: Conversion, report: ReportConversion): string {
  return line.replace(/(sql_mode = ')([^']*)(')/, (_, before: string, text: string, after: string) => {
    const modes = text.split(',').filter((mode) => mode !== '');
    const kept = modesOn(modes, target);
    const gone = modes.filter((mode) => !kept.includes(mode));
    if (gone.length > 0) report('converts', 'object-mode', convertText.modeDropped(gone));
    const unknown = kept.filter((mode) => !hasMode(target, mode));
    if (unknown.length > 0) {
      const { why, fix } = convertText.modeUnknown(unknown);
      report('blocks', 'object-mode', why, { kind: 'advised', fix });
    }
    return `${before}${kept.join()}${after}`;
  });
}
