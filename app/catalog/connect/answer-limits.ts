import type { Connection } from 'mysql2';
import type { Duplex } from 'stream';
import type { WireCompression } from '../../contract/connections/connection';
import { connectText } from '../../text/catalog/connect';

/** Limits of one answer. Neither server has more columns; metadata of 100,000 tables is a tenth of the bytes. */
export const ANSWER_LIMITS: AnswerLimits = { columns: 4096, bytes: 512 * 1024 * 1024 };

export interface AnswerLimits {
  readonly columns: number;
  readonly bytes: number;
}

/** Number of libmariadb and MySQL for an invalid packet (CR_MALFORMED_PACKET). */
const MALFORMED = { errno: 2027, sqlState: 'HY000' } as const;
const ERROR_PACKET = 0xff;

/** Parts of mysql2's connection (3.24) that packets pass through. */
interface PacketHandler {
  handlePacket(packet?: Packet): void;
  _handleFatalError(error: Error): void;
  readonly sequenceId: number;
  readonly _command?: Command | null;
  readonly stream: Duplex;
}

interface Command {
  readonly _fieldCount?: number | null;
  /** Statement of a query; absent for a handshake. */
  readonly sql?: string;
  /** Receiver of all rows of a query; absent where each is let go. */
  readonly onResult?: unknown;
}

interface Packet {
  readonly sequenceId: number;
  length(): number;
  peekByte(): number | undefined;
}

/**
 * Ends a connection whose server breaks the protocol: packets out of order, which mysql2 only reports on the console,
 * more columns than a table can have, or an endless answer, which it would collect until memory is full. The order of
 * compressed packets is left out: mysql2 counts the compressed ones alone.
 */
export function limitAnswers(
  connection: Connection,
  compression: WireCompression,
  limits = ANSWER_LIMITS,
): void {
  const handler = connection as unknown as PacketHandler;
  const handle = handler.handlePacket.bind(handler);
  let command: unknown = null;
  let bytes = 0;
  const { tooLong, disordered, tooManyColumns } = connectText.malformedAnswer;
  const refuse = (message: string) => {
    handler._handleFatalError(Object.assign(new Error(message), MALFORMED));
    handler.stream.destroy();
  };
  handler.handlePacket = (packet) => {
    if (packet === undefined) {
      handle();
      return;
    }
    if (handler._command !== command) bytes = 0;
    command = handler._command;
    bytes = packet.length() + (isCollected(handler._command) ? bytes : 0);
    if (bytes > limits.bytes) {
      refuse(tooLong(limits.bytes));
    } else if (compression === 'none' && isDisordered(handler, packet)) {
      refuse(disordered(packet.sequenceId, handler.sequenceId));
    } else {
      handle(packet);
      const columns = handler._command?._fieldCount ?? 0;
      if (handler._command === command && columns > limits.columns) refuse(tooManyColumns(columns));
    }
  };
}

/** Returns whether an answer stays in memory: mysql2 collects the rows of a query only for a receiver (`row` in its query.js). */
function isCollected(command: Command | null | undefined): boolean {
  return command?.sql === undefined || command.onResult !== undefined;
}

/**
 * Returns whether a packet is out of order. A server that ends an idle connection uses a sequence number of its own.
 */
function isDisordered({ sequenceId }: PacketHandler, packet: Packet): boolean {
  return packet.sequenceId !== sequenceId && packet.peekByte() !== ERROR_PACKET;
}
