import type { EnginePacking } from '../../engine/specs';
import type { DumpOptions } from '../../contract/runs/options';
import { DirectOutput } from '../../convert/direct';
import { type WrittenFormat } from '../../contract/dump-output';
import { CSV_DEFAULTS, type ConvertPlace, type ConvertRequest } from '../../convert/request';
import { withWorkFolder } from '../../convert/work-folder';
import type { NamedServer } from '../options/server';
import { Cancellation } from '../../engine/cancellation';
import { openCommandEngine, openContext, SLUICE_VERSION } from '../context';
import { exitCodeOf, type ExitCode } from '../exit';
import { onInterrupt } from '../interrupt';
import { follow } from '../run';
import { holdResult } from '../output/console';
import { ConvertConsole } from '../output/convert-console';

export interface DumpAsRequest {
  readonly server: NamedServer;
  readonly options: DumpOptions;
  readonly place: ConvertPlace;
  readonly format: WrittenFormat;
  readonly split: ConvertRequest['split'];
  readonly destination: ConvertRequest['destination'];
  readonly compression: EnginePacking;
  readonly json: boolean;
}

/**
 * Dumps, with all checks of a dump, and writes the rows as they come in the output's format; a folder of its own holds
 * everything else meanwhile. The dump's result is shown when the output is there.
 */
export async function dumpAs(request: DumpAsRequest): Promise<ExitCode> {
  const { server, options, place, format, split, destination, compression, json } = request;
  const { name, endpoint, profile } = server;
  const path = place.kind === 'path' ? place.path : null;
  const { registry, console } = openContext(json, path === null ? process.stderr : process.stdout);
  const interruption = new Cancellation();
  // Until all is removed: a second Ctrl+C must not end the process before that.
  const stopListening = onInterrupt(() => interruption.cancel());
  const work = withWorkFolder(place, async (folder) => {
    const engine = openCommandEngine();
    const output = await DirectOutput.begin({
      ...{ engine, sluiceVersion: SLUICE_VERSION, place, format, split, destination, compression },
      csv: CSV_DEFAULTS,
    });
    try {
      const header = registry.startDump(
        name,
        { endpoint, folder, options, output },
        {
          // Another run would write one script for the dumped server, to a file.
          profileId: split === null && destination === null && path !== null ? (profile?.id ?? null) : null,
          written: { path: path ?? '-', output: { kind: format, packing: compression } },
          finish: (report, hooks) => {
            for (const notice of output.written?.notices ?? []) hooks.notice(notice);
            return Promise.resolve(path === null ? report : { ...report, written: { format, path } });
          },
        },
      );
      if (interruption.cancelled) registry.cancel(header.runId);
      const { held, console: holding } = holdResult(console);
      const result = await follow(registry, header, holding);
      if (output.written !== null && !json)
        // The result tells the notices and the warnings.
        new ConvertConsole(place, json).written({ ...output.written, notices: [], warnings: [] });
      for (const one of held) console.result(one);
      return exitCodeOf(result);
    } finally {
      await output.discard();
    }
  });
  return await work.finally(stopListening);
}
