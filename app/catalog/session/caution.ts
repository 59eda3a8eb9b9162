import type { RunHooks } from '../../engine/hooks';
import { serverText } from '../../text/catalog/server';
import type { ControlSession } from './control-session';

/** Logs what a proxy, or a server that differs from MySQL, means for the run. */
export function logCaution({ caution }: Pick<ControlSession, 'caution'>, hooks: Pick<RunHooks, 'log'>): void {
  if (caution !== null) hooks.log('warning', serverText.cautions[caution]);
}
