import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** More of a log is nobody's reading. */
const MOST_BYTES = 1 << 20;

/** Remembers how long logs are now. @returns a function that gives what each has got since, by its title */
export function markLogs(logs) {
  const begins = logs.map(({ title, file }) => ({ title, file, begin: sizeOf(file) }));
  return () => begins.map(({ title, file, begin }) => ({ title, text: readFrom(file, begin) }));
}

/** The last lines of each log that has any, under its title. */
export function lastLines(logs, count) {
  return logs.flatMap(({ title, text }) => {
    const lines = text.trimEnd().split('\n').slice(-count);
    return text.trim() === '' ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`)];
  });
}

/** A log may be removed with what wrote it. */
function sizeOf(file) {
  return withFile(file, 0, (descriptor) => fstatSync(descriptor).size);
}

function readFrom(file, begin) {
  return withFile(file, '', (descriptor) => {
    const { size } = fstatSync(descriptor);
    const from = Math.max(begin <= size ? begin : 0, size - MOST_BYTES);
    const bytes = Buffer.alloc(size - from);
    const read = readSync(descriptor, bytes, 0, bytes.length, from);
    return bytes.subarray(0, read).toString();
  });
}

function withFile(file, otherwise, work) {
  let descriptor = null;
  try {
    descriptor = openSync(file, 'r');
    return work(descriptor);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return otherwise;
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}
