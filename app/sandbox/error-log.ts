import { promises as fs } from 'fs';

const SHOWN_LINES = 12;
const READ_BYTES = 16 * 1024;

/** The end of a server's log: its errors if it has any, else its last lines. */
export async function lastLines(log: string): Promise<string> {
  const text = await readEnd(log);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const errors = lines.filter((line) => /\[ERROR\]|error while loading/i.test(line));
  return (errors.length > 0 ? errors : lines).slice(-SHOWN_LINES).join('\n');
}

async function readEnd(log: string): Promise<string> {
  try {
    const text = await fs.readFile(log, 'utf8');
    return text.slice(-READ_BYTES);
  } catch {
    return '';
  }
}
