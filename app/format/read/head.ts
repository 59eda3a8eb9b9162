import { HEAD_BYTES } from '../format';
import { openRegularFile } from './regular-file';

/** Reads a file's first bytes, {@link HEAD_BYTES} at most. */
export async function headOf(path: string): Promise<Buffer> {
  const file = await openRegularFile(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
