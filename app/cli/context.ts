import { join } from 'path';
import { version } from '../../package.json';
import type { Addon } from '../engine/addon';
import { openEngine } from '../engine/open';
import { withKeptScans } from '../engine/scan/kept-scans';
import type { Failure } from '../contract/failure';
import { RunHistory } from '../runs/history/history';
import { RunRegistry } from '../runs/registry';
import { historyFolder, scansFolder } from '../storage/places';
import { ValueCache } from '../storage/value-cache';
import { openConsole, type Console } from './output/console';

export const SLUICE_VERSION = version;

/** Services of a command: created once per process, when a command first needs them. */
export interface CommandContext {
  readonly registry: RunRegistry;
  readonly console: Console;
}

/** The engine lies beside the bundle; only commands that read rows or pages load it. */
export function openCommandEngine(): Addon {
  const engine = openEngine(join(__dirname, 'native', 'sluice.node'));
  return withKeptScans(engine, new ValueCache(scansFolder()));
}

/** @param output takes results */
export function openContext(json: boolean, output: NodeJS.WritableStream = process.stdout): CommandContext {
  const registry = new RunRegistry(
    { engine: openCommandEngine(), sluiceVersion: SLUICE_VERSION },
    openHistory(),
  );
  return { registry, console: openConsole(json, registry, output) };
}

export function openHistory(): RunHistory {
  return new RunHistory(historyFolder(), 'command');
}

/** Reports a failure that came before any run. */
export function reportFailure(json: boolean, failure: Failure): void {
  openConsole(json, {
    view: () => {
      throw new Error('There is no run to show.');
    },
  }).failure(failure);
}
