import { createHash } from 'crypto';
import { readFileSync, renameSync, writeFileSync } from 'fs';
import { wrap } from 'module';
import { dirname } from 'path';
import { Script } from 'vm';

/** A program that was compiled, and has not run yet. */
export interface CompiledProgram {
  /** True if V8 took its code from the cache instead of reading the source. */
  readonly fromCache: boolean;
  /** Runs it as a CommonJS module, with the `require` of the caller. */
  run(module: NodeJS.Module, require: NodeJS.Require): void;
  /** Writes what V8 has compiled so far to the cache, or leaves it where that can't be written to. */
  writeCache(): void;
}

/**
 * Compiles a program out of V8's code cache in `cacheFile`. V8 itself tells a cache of another version of its own, but
 * of the source it compares only the length, and the cache's own bytes it trusts: so the cache begins with a digest of
 * both.
 */
export function compileCached(file: string, cacheFile: string): CompiledProgram {
  const source = readFileSync(file);
  const cachedData = readCache(cacheFile, source);
  const script = new Script(wrap(source.toString('utf8')), {
    filename: file,
    ...(cachedData !== null && { cachedData }),
  });
  return {
    fromCache: cachedData !== null && script.cachedDataRejected === false,
    run: (module, require) => {
      const main = script.runInThisContext() as (...scope: readonly unknown[]) => void;
      main.call(module.exports, module.exports, require, module, file, dirname(file));
    },
    writeCache: () => {
      const code = script.createCachedData();
      writeCache(cacheFile, Buffer.concat([digestOf(source, code), code]));
    },
  };
}

const DIGEST_BYTES = 32;

function digestOf(source: Buffer, code: Buffer): Buffer {
  return createHash('sha256').update(source).update(code).digest();
}

/** The cached code; null where there is none that is whole and of this source. */
function readCache(cacheFile: string, source: Buffer): Buffer | null {
  try {
    const cache = readFileSync(cacheFile);
    const code = cache.subarray(DIGEST_BYTES);
    return cache.subarray(0, DIGEST_BYTES).equals(digestOf(source, code)) ? code : null;
  } catch {
    return null;
  }
}

/** Renamed to its place: another process may be reading it. */
function writeCache(cacheFile: string, cache: Buffer): void {
  const staging = `${cacheFile}.${process.pid}`;
  try {
    writeFileSync(staging, cache);
    renameSync(staging, cacheFile);
  } catch {
    // A folder that can't be written to: the next start is as slow as this one was.
  }
}
