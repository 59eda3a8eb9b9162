import { quoted } from '../../fixtures/random-schema/names';
import type { Ending } from './client';
import { SOURCE, TARGET, type Scene } from './commands';
import type { Round } from './deck';
import type { Ground } from './ground';
import type { SmallSchema } from './schema';
import type { Outcome } from './wire';
import { drawDdl } from './words';

/** About as many packets as a run of so small a schema sends. */
const MOST_PACKETS = { dump: 90, load: 170, migrate: 190 } as const;

/** A command line over which traps are set. */
export interface Trapped {
  readonly words: readonly string[];
  /** Without what says how it begins: those of a second one of its kind. */
  readonly base: readonly string[];
  readonly passwords: Readonly<Record<string, string>>;
  /** Whose wire counts its packets. */
  readonly ground: Ground;
}

/** All that comes over a round at some packet of it. */
export class Traps {
  readonly #round: Round;
  readonly #scene: Scene;
  readonly #note: (what: string) => void;
  readonly #begun: Promise<unknown>[] = [];
  readonly #ddl = new Map<string, 'made' | 'dropped'>();
  #others: Promise<Ending>[] = [];
  #repair: Promise<void> = Promise.resolve();
  #isKilled = false;

  /** @param note is told of what happened, in its order */
  constructor(round: Round, scene: Scene, note: (what: string) => void) {
    this.#round = round;
    this.#scene = scene;
    this.#note = note;
  }

  /** Returns whether a client was killed. */
  get isKilled(): boolean {
    return this.#isKilled;
  }

  /** Changes that somebody has made to the target's tables, by key. */
  get ddl(): ReadonlyMap<string, 'made' | 'dropped'> {
    return this.#ddl;
  }

  /** The ends of runs that came in between, once a killed server is there again. */
  async others(): Promise<readonly Ending[]> {
    const endings = await Promise.all(this.#others);
    this.#others = [];
    await this.#repair.catch(() => undefined);
    return endings;
  }

  /** Sets the traps of a round; what is returned waits for them. */
  set(schema: SmallSchema, trapped: Trapped): () => Promise<void> {
    const { faults } = this.#round;
    this.#lookForSecrets(trapped);
    if (faults.has('cut connection')) this.#cutConnection(trapped);
    if (faults.has('killed client')) this.#killClient(trapped);
    if (faults.has('killed server')) this.#killServer(trapped);
    if (faults.has('foreign DDL')) this.#alterSource(schema);
    if (faults.has('table made')) this.#alterTarget(schema, trapped, 'made');
    if (faults.has('table dropped')) this.#alterTarget(schema, trapped, 'dropped');
    if (faults.has('second Sluice')) this.#startSecond(trapped);
    return async () => {
      for (const { wire } of [this.#scene.source, this.#scene.target]) await wire.rest();
      await Promise.all(this.#begun);
    };
  }

  #somewhere(): number {
    return this.#round.dice.between(1, MOST_PACKETS[this.#round.verb]);
  }

  #side(ground: Ground): Ground {
    const { verb, dice } = this.#round;
    return verb === 'migrate' && dice.below(3) === 0 ? this.#scene.source : ground;
  }

  /** Behind a shell the client itself is the child that has the password. */
  #lookForSecrets({ ground }: Trapped): void {
    ground.wire.at(20, () => {
      if (!this.#round.faults.has('full disk')) this.#scene.client.lookForSecrets();
      return 'goes on';
    });
  }

  #cutConnection({ ground }: Trapped): void {
    const at = this.#somewhere();
    const outcome = this.#round.dice.pick(['breaks', 'all break'] as const);
    this.#side(ground).wire.at(at, () => {
      this.#note(`connection at packet ${at} ${outcome}`);
      return outcome;
    });
  }

  #killClient({ ground }: Trapped): void {
    const at = this.#somewhere();
    ground.wire.at(at, () => {
      this.#note(`client killed at packet ${at}`);
      this.#isKilled = true;
      this.#scene.client.kill();
      return 'breaks';
    });
  }

  #killServer({ ground }: Trapped): void {
    const at = this.#somewhere();
    const victim = this.#side(ground);
    const { own } = victim;
    if (own === null) return;
    victim.wire.at(at, async (): Promise<Outcome> => {
      this.#note(`server killed at packet ${at}`);
      await own.kill();
      this.#repair = own.startAgain();
      this.#begun.push(this.#repair);
      return 'all break';
    });
  }

  #alterSource(schema: SmallSchema): void {
    const at = this.#somewhere();
    const statement = drawDdl(this.#round.dice.below(4), schema);
    const { source } = this.#scene;
    source.wire.at(at, () => {
      this.#begun.push(this.#bySomebody(source, SOURCE, statement, at));
      return 'goes on';
    });
  }

  #alterTarget({ tables }: SmallSchema, { ground }: Trapped, done: 'made' | 'dropped'): void {
    const at = this.#somewhere();
    const names = Object.keys(tables);
    const table = names[this.#round.dice.below(names.length)] ?? '';
    const sql = done === 'made' ? `CREATE TABLE ${quoted(table)} (mine INT)` : `DROP TABLE ${quoted(table)}`;
    ground.wire.at(at, () => {
      const ended = this.#bySomebody(this.#scene.target, TARGET, sql, at).then((isTaken) => {
        if (isTaken) this.#ddl.set(`table ${table.toLowerCase()}`, done);
      });
      this.#begun.push(ended);
      return 'goes on';
    });
  }

  #startSecond({ words, base, passwords, ground }: Trapped): void {
    const { dice, verb, policy } = this.#round;
    const at = dice.between(1, 40);
    const other = dice.pick<readonly string[]>([[], ['--resume'], ['--roll-back']]);
    const second = verb === 'dump' ? words : [...base, '--on-existing', policy, ...other];
    ground.wire.at(at, () => {
      this.#note(`second Sluice ${other.join()} at packet ${at}`);
      this.#others.push(this.#scene.client.start(second, passwords).ended);
      return 'goes on';
    });
  }

  /** Returns whether the server took it: a lock may be in its way, which is nobody's fault. */
  async #bySomebody(ground: Ground, schema: string, statement: string, packet: number): Promise<boolean> {
    try {
      await ground.run(schema, 'SET SESSION lock_wait_timeout = 2', statement);
      this.#note(`${statement} at packet ${packet}`);
      return true;
    } catch (error) {
      this.#note(`${statement} at packet ${packet} was refused: ${String(error)}`);
      return false;
    }
  }
}
