import type { DumpOutput } from '../contract/dump-output';
import { DirectOutput } from '../convert/direct';
import { CSV_DEFAULTS } from '../convert/request';
import { withWorkFolder } from '../convert/work-folder';
import { dump, type DumpRequest } from '../dump/dump';
import type { RunHooks, RunReport } from '../engine/hooks';
import { releaseFolder } from './new-folder';

type Written = Exclude<DumpOutput, { readonly kind: 'shell' }>;

/**
 * Dumps, with all checks of a dump, and writes the rows as they come in another format; a folder of its own beside the
 * output holds everything else meanwhile. The output appears under its name when it is whole; a failure leaves nothing.
 * `request.folder` is the output: a file or a folder.
 */
export async function writeDump(
  request: DumpRequest,
  { kind: format, packing: compression }: Written,
  hooks: RunHooks,
): Promise<RunReport> {
  const { folder: path, engine, sluiceVersion } = request;
  const place = { kind: 'path', path } as const;
  // A person may have made the folder for it; the output takes its name when it is whole.
  await releaseFolder(path);
  return await withWorkFolder(place, async (folder) => {
    const output = await DirectOutput.begin({
      ...{ engine, sluiceVersion, place, format, split: null, destination: null, compression },
      csv: CSV_DEFAULTS,
    });
    try {
      const report = await dump({ ...request, folder, output }, hooks);
      for (const notice of output.written?.notices ?? []) hooks.notice(notice);
      return output.written === null ? report : { ...report, written: { format, path } };
    } finally {
      await output.discard();
    }
  });
}
