import { resolve } from 'path';
import { convert } from '../../../app/convert/convert';
import type { ConvertReport } from '../../../app/convert/report';
import { CSV_DEFAULTS, type ConvertRequest } from '../../../app/convert/request';
import {
  DEFAULT_MEMORY_LIMIT_BYTES,
  DUMP_DEFAULTS,
  LOAD_DEFAULTS,
  selecting,
  type DumpOptions,
} from '../../../app/contract/runs/options';
import { patternOf } from '../../../app/contract/commands/pattern';
import type { Vendor } from '../../../app/contract/connections/connection';
import { Cancellation } from '../../../app/engine/cancellation';
import { openEngine } from '../../../app/engine/open';
import type { RunRegistry } from '../../../app/runs/registry';
import { ENGINE_FILE } from '../harness/runs';
import { testEndpoint } from '../harness/servers';

/** Dumps several schemas into a folder. */
export async function dumpSchemas(
  registry: RunRegistry,
  vendor: Vendor,
  folder: string,
  schemas: readonly string[],
  options: Partial<DumpOptions> = {},
): Promise<void> {
  const { runId } = registry.startDump(vendor, {
    endpoint: testEndpoint(vendor),
    folder,
    options: {
      ...DUMP_DEFAULTS,
      selection: selecting(schemas.map((schema) => ({ kind: 'schema', schema: patternOf(schema) }))),
      ...options,
    },
  });
  const result = await registry.finished(runId);
  if (!result.ok) throw new Error(result.errors.map(({ message }) => message).join('\n'));
}

export type ConvertWish = Partial<Omit<ConvertRequest, 'dump' | 'place'>>;

/** Converts a dump to a file, in this process. */
export async function convertDump(dump: string, out: string, wish: ConvertWish = {}): Promise<ConvertReport> {
  return await convert(
    {
      engine: openEngine(ENGINE_FILE),
      sluiceVersion: '0.0.0-test',
      format: 'sql',
      selection: LOAD_DEFAULTS.selection,
      split: null,
      destination: null,
      compression: { kind: 'none' },
      csv: CSV_DEFAULTS,
      bytesPerChunk: DUMP_DEFAULTS.bytesPerChunk,
      threads: 2,
      memoryLimitBytes: DEFAULT_MEMORY_LIMIT_BYTES,
      ...wish,
      dump: resolve(dump),
      place: { kind: 'path', path: resolve(out) },
    },
    {
      cancellation: new Cancellation(),
      job: () => undefined,
      batch: () => undefined,
      opened: () => undefined,
    },
  );
}
