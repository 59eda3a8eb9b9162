import { join } from 'path';
import { SluiceError, type Failure } from '../contract/failure';
import type { EngineCopiedInput, EngineInput } from '../engine/scan/inputs';
import type { EngineScriptItem } from '../engine/scan/scans';
import type { EngineFailure } from '../engine/events';
import { toFailure } from '../engine/failures';
import { assertScriptText, HEAD_BYTES } from '../format/values/standard-input';
import { packingOf } from '../format/packing';
import type { SpooledKind } from '../engine/words/spooled-input';
import { assertText, xmlTool } from '../format/script/files/unpacked';
import { RANGE_BYTES } from '../format/script/scan';
import { freeBytesAt } from '../storage/free-space';
import { standardInputFailures, standardInputText } from '../text/cli/standard-input';
import { runsText } from '../text/runs/runs';
import { interruptible } from './interrupt';
import { printToStderr } from './output/printable';

const MIB = 1 << 20;
/** The disk is asked for its room when so much more was written. */
const STEP_BYTES = 16 * MIB;
/** So much of the disk is left to others. */
const LEFT_BYTES = 128 * MIB;

/** Place and limits of a copy. */
interface InputCopying {
  /** Takes a copy that does not fit into memory. */
  readonly folder: string;
  /** False where nothing need be kept. */
  readonly isCopied: boolean;
  readonly kind: SpooledKind;
  readonly mostMemoryBytes: number;
}

/** An input that was read, and what a script in it holds. */
export interface CopiedInput extends EngineCopiedInput {
  /** Path of the copy where it is a file. */
  readonly writing: string;
  /** Null where it has to be scanned. */
  readonly scan: readonly (readonly EngineScriptItem[])[] | null;
}

/**
 * Reads an input to its end, and copies it. What is packed is copied as it is; anything else is compressed, and a script is scanned meanwhile: so it
 * is read once, and what is no script is refused at its beginning.
 */
export async function copyInput(input: EngineInput, copying: InputCopying): Promise<CopiedInput> {
  return await interruptible(async (cancellation) => {
    const stopListening = cancellation.onCancel(() => input.cancel());
    try {
      return await copyOn(input, copying);
    } finally {
      stopListening();
    }
  });
}

async function copyOn(
  input: EngineInput,
  { folder, isCopied, kind, mostMemoryBytes }: InputCopying,
): Promise<CopiedInput> {
  const failed = (failure: EngineFailure) => failureOf(toFailure(failure), folder, input.storedBytes());
  const head = await input.head(HEAD_BYTES);
  if ('code' in head) throw failed(head);
  if (head.length === 0) throw standardInputFailures.empty();
  const isPacked = packingOf(head, '') !== null;
  const isScript = kind === 'sql' && !isPacked && xmlTool(head) === null;
  if (isScript) assertScript(head);
  const room = new DiskRoom(folder, isCopied ? mostMemoryBytes : Infinity);
  const scan: (readonly EngineScriptItem[])[] = [];
  const writing = join(folder, 'writing');
  let items: Awaited<ReturnType<EngineInput['next']>> = await input.copy({
    path: isCopied ? writing : null,
    compression: isPacked || !isCopied ? 'none' : 'zstd',
    mostMemoryBytes,
    bytesPerRun: isScript ? RANGE_BYTES : null,
  });
  while (items !== null) {
    if ('code' in items) throw failed(items);
    if (items.length > 0) scan.push(items);
    await room.assertRoom(input.storedBytes());
    items = await input.next();
  }
  const copied = await input.finish();
  if ('code' in copied) throw failed(copied);
  return { ...copied, writing, scan: isScript ? scan : null };
}

function assertScript(head: Buffer): void {
  assertText(runsText.standardInput, head);
  assertScriptText(head.toString('utf8'));
}

function failureOf(failure: Failure, folder: string, bytes: number): SluiceError {
  return failure.code === 'disk-full'
    ? standardInputFailures.noRoom({ folder, bytes })
    : SluiceError.from(failure);
}

/** Room for a copy that grows. */
class DiskRoom {
  readonly #folder: string;
  #nextBytes: number;
  #isSaid = false;

  /** @param mostMemoryBytes a copy of no more bytes takes none */
  constructor(folder: string, mostMemoryBytes: number) {
    this.#folder = folder;
    this.#nextBytes = mostMemoryBytes + 1;
  }

  /** Says once how much there is, and fails before the disk is full. */
  async assertRoom(bytes: number): Promise<void> {
    if (bytes < this.#nextBytes) return;
    this.#nextBytes = bytes + STEP_BYTES;
    const folder = this.#folder;
    const free = await freeBytesAt(folder);
    if (free === null) return;
    if (free < LEFT_BYTES) throw standardInputFailures.noRoom({ folder, bytes });
    if (!this.#isSaid) printToStderr([standardInputText.copying({ folder, free })]);
    this.#isSaid = true;
  }
}
