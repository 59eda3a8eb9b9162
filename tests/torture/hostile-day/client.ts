/** The command line as a stranger runs it: with a home, a folder for temporary files and a clock of its own. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'fs';
import { join } from 'path';
import { startSluice, type RunningCommand } from '../../integration/harness/command';
import { filesWith, holds, processesWith } from '../../integration/harness/secrets';
import type { ScriptResult } from '../../integration/harness/result';

/** End of a command. */
export interface Ending {
  readonly words: readonly string[];
  /** Null where it was killed. */
  readonly exitCode: number | null;
  readonly result: ScriptResult | null;
  readonly output: string;
}

/** From its n-th reading on, the clock of the process is another one. */
const CLOCK = `
const [after, ms] = process.env.HOSTILE_CLOCK.split(',').map(Number);
const Real = Date;
let readings = 0;
const now = () => Real.now() + ((readings += 1) > after ? ms : 0);
globalThis.Date = class Date extends Real {
  constructor(...parts) {
    if (parts.length === 0) super(now());
    else super(...parts);
  }
  static now() {
    return now();
  }
};
`;

/** After how many readings the clock jumps, and how far, in milliseconds. */
export interface ClockJump {
  readonly after: number;
  readonly ms: number;
}

export class Client {
  readonly #folder: string;
  readonly #secrets: readonly string[];
  #running: RunningCommand[] = [];
  readonly seenWith = new Set<string>();

  constructor(folder: string, secrets: readonly string[]) {
    this.#folder = folder;
    this.#secrets = secrets;
    for (const place of ['home', 'tmp']) mkdirSync(join(folder, place), { recursive: true });
    writeFileSync(join(folder, 'clock.cjs'), CLOCK);
  }

  start(
    words: readonly string[],
    passwords: Readonly<Record<string, string>>,
    jump: ClockJump | null = null,
    through: readonly string[] = [],
  ): { readonly ended: Promise<Ending> } {
    const command = startSluice(
      [...words, '--json'],
      { ...this.#places(), ...passwords, ...this.#clock(jump) },
      through,
    );
    this.#running.push(command);
    const ended = command.ended.then(({ exitCode, output }) => {
      this.#running = this.#running.filter((other) => other !== command);
      return { words, exitCode, output, result: resultOf(output) };
    });
    return { ended };
  }

  /** As kill -9 does it, to the process itself and whatever it was started through. */
  kill(): void {
    for (const { process: child } of this.#running) child.kill('SIGKILL');
  }

  /** Looks at the list of processes now. */
  lookForSecrets(): void {
    for (const { process: child } of this.#running)
      for (const secret of this.#secrets)
        for (const place of processesWith(child.pid ?? 0, secret)) this.seenWith.add(place);
  }

  /** Places where a password has been left: files below any of the client's folders, and what it printed. */
  secretsIn(endings: readonly Ending[]): readonly string[] {
    return this.#secrets.flatMap((secret) => [
      ...filesWith(this.#folder, secret),
      ...endings
        .filter(({ output }) => holds(output, secret))
        .map(({ words }) => `output of ${words.join(' ')}`),
    ]);
  }

  /** Temporary files, and files of its home that are none of those that it keeps. */
  leftFiles(): readonly string[] {
    return [
      ...below(join(this.#folder, 'tmp')),
      ...below(join(this.#folder, 'home')).filter((path) => !KEPT.test(path)),
    ];
  }

  clear(): void {
    for (const place of ['home', 'tmp']) {
      rmSync(join(this.#folder, place), { recursive: true, force: true });
      mkdirSync(join(this.#folder, place));
    }
    this.seenWith.clear();
  }

  #places(): Readonly<Record<string, string>> {
    const home = join(this.#folder, 'home');
    return {
      ...{ HOME: home, TMPDIR: join(this.#folder, 'tmp'), XDG_CONFIG_HOME: join(home, 'config') },
      ...{ XDG_STATE_HOME: join(home, 'state'), XDG_DATA_HOME: join(home, 'data') },
    };
  }

  #clock(jump: ClockJump | null): Readonly<Record<string, string>> {
    if (jump === null) return {};
    return {
      NODE_OPTIONS: `--require ${join(this.#folder, 'clock.cjs')}`,
      HOSTILE_CLOCK: `${jump.after},${jump.ms}`,
    };
  }
}

/** The history of runs. */
const KEPT = /\/state\/sluice\/history\/(?:(?:results|timelines)\/)?[^/]+$/;

function below(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? below(path) : [path];
  });
}

function resultOf(output: string): ScriptResult | null {
  const line = output.split('\n').find((text) => text.startsWith('{"type":"result"'));
  return line === undefined ? null : (JSON.parse(line) as ScriptResult);
}
