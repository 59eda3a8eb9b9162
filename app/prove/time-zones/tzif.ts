/** Offset from UTC that is in force for some time. */
interface LocalTimeType {
  /** In seconds, to the east. */
  readonly offset: number;
  readonly isDaylightSaving: boolean;
  readonly abbreviation: string;
}

/** Zone by its transitions, in their order: the moment in seconds since 1970, and the number of its type. */
export interface TimeZone {
  readonly types: readonly LocalTimeType[];
  readonly transitions: readonly (readonly [at: number, type: number])[];
}

const HEADER_BYTES = 44;
const TYPE_BYTES = 6;
/** Servers go by the last transition for ever after: it has to lie beyond the years that they know. */
const LAST_YEAR_BEGINS = Date.UTC(2037, 0, 1) / 1000;

interface Counts {
  readonly version: number;
  readonly transitions: number;
  readonly types: number;
  readonly characters: number;
  /** Bytes of the block behind its header. */
  readonly bytes: number;
}

/**
 * Reads a file of the time zone database (TZif, RFC 9636). Null for a file that is none, for one that is cut, and for one
 * that leaves the coming years to a rule, which servers do not know. Pure.
 */
export function readTimeZone(file: Buffer): TimeZone | null {
  const old = countsAt(file, 0, 4);
  if (old === null) return null;
  if (old.version === 0) return zoneAt(file, HEADER_BYTES, old, 4);
  const at = HEADER_BYTES + old.bytes;
  const counts = countsAt(file, at, 8);
  if (counts === null) return null;
  const zone = zoneAt(file, at + HEADER_BYTES, counts, 8);
  const rule = file.toString('latin1', at + HEADER_BYTES + counts.bytes);
  const [last = -Infinity] = zone?.transitions[zone.transitions.length - 1] ?? [];
  return rule.includes(',') && last < LAST_YEAR_BEGINS ? null : zone;
}

function countsAt(file: Buffer, at: number, timeBytes: number): Counts | null {
  if (file.length < at + HEADER_BYTES || file.toString('latin1', at, at + 4) !== 'TZif') return null;
  const [isUt = 0, isStandard = 0, leaps = 0, transitions = 0, types = 0, characters = 0] = Array.from(
    { length: 6 },
    (_, field) => file.readUInt32BE(at + 20 + 4 * field),
  );
  const bytes =
    transitions * (timeBytes + 1) +
    types * TYPE_BYTES +
    characters +
    leaps * (timeBytes + 4) +
    isStandard +
    isUt;
  if (file.length < at + HEADER_BYTES + bytes) return null;
  return { version: file.readUInt8(at + 4), transitions, types, characters, bytes };
}

function zoneAt(
  file: Buffer,
  from: number,
  { transitions, types, characters }: Counts,
  timeBytes: 4 | 8,
): TimeZone | null {
  const numbersAt = from + transitions * timeBytes;
  const typesAt = numbersAt + transitions;
  const namesAt = typesAt + types * TYPE_BYTES;
  const names = file.toString('latin1', namesAt, namesAt + characters);
  const zone: TimeZone = {
    types: Array.from({ length: types }, (_, type) => {
      const at = typesAt + type * TYPE_BYTES;
      const name = file.readUInt8(at + 5);
      return {
        offset: file.readInt32BE(at),
        isDaylightSaving: file.readUInt8(at + 4) === 1,
        abbreviation: names.slice(name, names.indexOf('\0', name)),
      };
    }),
    transitions: Array.from({ length: transitions }, (_, number) => {
      const at = from + number * timeBytes;
      return [
        timeBytes === 4 ? file.readInt32BE(at) : Number(file.readBigInt64BE(at)),
        file.readUInt8(numbersAt + number),
      ] as const;
    }),
  };
  const isSound = types > 0 && zone.transitions.every(([, type]) => type < types);
  return isSound ? zone : null;
}
