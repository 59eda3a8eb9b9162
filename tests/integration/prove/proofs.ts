import { existsSync, readdirSync, readFileSync } from 'fs';
import { mkdir } from 'fs/promises';
import { join } from 'path';
import { certificateSchema, type Certificate } from '../../../app/contract/proof/certificate';
import { runSluice, startSluice, type CommandRun, type RunningCommand } from '../harness/command';

/** Proofs by the command line, with a folder of their own for all that they leave below it. */
export class Proofs {
  readonly #temporary: string;
  readonly #environment: Readonly<Record<string, string>>;

  private constructor(place: string, temporary: string) {
    this.#temporary = temporary;
    this.#environment = {
      TMPDIR: temporary,
      XDG_CONFIG_HOME: join(place, 'config'),
      XDG_STATE_HOME: join(place, 'state'),
    };
  }

  static async in(place: string): Promise<Proofs> {
    const temporary = join(place, 'tmp');
    await mkdir(temporary, { recursive: true });
    return new Proofs(place, temporary);
  }

  async prove(...words: readonly string[]): Promise<CommandRun> {
    return await runSluice(['prove', ...words, '--json'], this.#environment);
  }

  /** As a person runs it. */
  async say(...words: readonly string[]): Promise<CommandRun> {
    return await runSluice(['prove', ...words], this.#environment);
  }

  start(...words: readonly string[]): RunningCommand {
    return startSluice(['prove', ...words], this.#environment);
  }

  with(environment: Readonly<Record<string, string>>): Pick<Proofs, 'prove'> {
    return {
      prove: async (...words) =>
        await runSluice(['prove', ...words, '--json'], { ...this.#environment, ...environment }),
    };
  }

  /** Folders of throwaway servers that are there. */
  get folders(): readonly string[] {
    return readdirSync(this.#temporary);
  }

  /** Processes whose command line names the folder of a throwaway server. */
  get processes(): readonly number[] {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => commandLineOf(pid).includes(`${this.#temporary}/`))
      .map(Number);
  }
}

function commandLineOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** The certificate that was written beside a dump. */
export function certificateOf(dump: string): Certificate {
  return certificateSchema.parse(JSON.parse(readFileSync(`${dump}.certificate.json`, 'utf8')));
}

/** Returns whether anything was written beside a dump. */
export function hasCertificate(dump: string): boolean {
  return existsSync(`${dump}.certificate.json`) || existsSync(`${dump}.certificate.html`);
}
