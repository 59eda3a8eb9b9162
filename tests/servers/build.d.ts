/** The parts of the build that the tests share; plain Node modules without types of their own. */
declare module '*/build/runtime.mjs' {
  export function electronPath(): string;
}

declare module '*/build/setup/places.mjs' {
  export const root: string;
  export const cacheFolder: string;
  export function inCache(...parts: readonly string[]): string;
}

declare module '*/build/setup/command.mjs' {
  /** The path of a program; null where there is none. */
  export function which(program: string): string | null;
}

declare module '*/build/setup/unpack.mjs' {
  /** Makes `folder` by `fill(temporary)`, all or nothing; one that is there stays as it is. */
  export function makeFolder(folder: string, fill: (temporary: string) => Promise<void>): Promise<void>;
}

declare module '*/build/test/warm-servers.mjs' {
  /** Keeps servers where `socket` says. Without a next call for `idleMs` its keeper ends. */
  interface Keeping {
    readonly socket: string;
    readonly idleMs?: number;
  }
  export function takeWarmServers(keeping: Keeping): Promise<{
    readonly variables: Readonly<Record<string, string>>;
    readonly keeper: number;
    stop(): Promise<void>;
  }>;
  export function stopKeeper(keeping: Keeping): Promise<boolean>;
}

declare module '*/build/test/lane.mjs' {
  /** A place in which tests are run; see there. */
  export class Lane {
    constructor(name: string, options: { readonly showsWindows: boolean; readonly project: string });
    runFiles(
      project: string,
      files: readonly string[],
      options: Readonly<Record<string, never>>,
    ): Promise<{ readonly tests: readonly { readonly name: string; readonly state: string }[] }>;
    end(): Promise<void>;
  }
}

declare module '*/build/setup/servers.mjs' {
  /** Names of the folders of all servers of the matrix. */
  export const matrixServers: readonly string[];
}
