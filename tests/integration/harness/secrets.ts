import { readdirSync, readFileSync, statSync } from 'fs';
import { join } from 'path';

/** Shapes of a secret: as it is, or as base64. */
function shapesOf(secret: string): readonly Buffer[] {
  return [
    Buffer.from(secret),
    Buffer.from(Buffer.from(secret).toString('base64').replace(/=+$/, '').slice(0, -1)),
  ];
}

export function holds(content: string | Buffer, secret: string): boolean {
  const bytes = Buffer.from(content);
  return shapesOf(secret).some((shape) => bytes.includes(shape));
}

/** The files below a folder, whatever wrote them, that hold the secret in their name or their content. */
export function filesWith(folder: string, secret: string): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isDirectory() === true) return filesWith(path, secret);
    return holds(name, secret) || (stats?.isFile() === true && holds(readFileSync(path), secret))
      ? [path]
      : [];
  });
}

/**
 * Places where the system's list of processes shows the secret (proc(5)): on whosever command line, and in the environment of
 * what a process has started.
 */
export function processesWith(parent: number, secret: string): readonly string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const started = descendantsOf(String(parent), pids);
  return [
    ...pids.filter((pid) => holds(readProc(pid, 'cmdline'), secret)).map((pid) => `cmdline of ${pid}`),
    ...started
      .filter((pid) => holds(readProc(pid, 'environ'), secret))
      .map((pid) => `environ of ${nameOf(pid)}`),
  ];
}

/** Descendants of a process, by their names: it shows that there was something to look at. */
export function startedBy(parent: number): readonly string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return descendantsOf(String(parent), pids).map(nameOf);
}

function descendantsOf(parent: string, pids: readonly string[]): readonly string[] {
  const children = pids.filter((pid) => parentOf(pid) === parent);
  return children.flatMap((child) => [child, ...descendantsOf(child, pids)]);
}

function parentOf(pid: string): string | undefined {
  return /^PPid:\s+(\d+)$/m.exec(readProc(pid, 'status').toString())?.[1];
}

function nameOf(pid: string): string {
  return readProc(pid, 'comm').toString().trim();
}

/** Empty for a process that has ended, or that another user's eyes only may see. */
function readProc(pid: string, file: 'cmdline' | 'environ' | 'status' | 'comm'): Buffer {
  try {
    return readFileSync(`/proc/${pid}/${file}`);
  } catch {
    return Buffer.alloc(0);
  }
}
