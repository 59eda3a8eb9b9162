import { promises as fs } from 'fs';
import { HEAD_BYTES } from '../format';

/** Reads a file's first bytes, {@link HEAD_BYTES} at most. */
export async function headOf(path: string): Promise<Buffer> {
  const file = await fs.open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
