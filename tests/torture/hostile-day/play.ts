import { existsSync, mkdirSync, readdirSync, rmSync } from 'fs';
import { join } from 'path';
import { quoted } from '../../fixtures/random-schema/names';
import { readRawSchema, type RawSchema } from '../../fixtures/raw-schema';
import type { Client, ClockJump, Ending } from './client';
import type { Round } from './deck';
import { throughFullDisk } from './full-disk';
import type { Account, Ground } from './ground';
import { unnamedIn } from './failures';
import { judgeBefore, judgeDone, judgeDump, type Target, type Wrong } from './judge';
import { drawRights } from './rights';
import { restore } from './restore';
import { BYSTANDERS, drawNamesake, drawSchema, type SmallSchema } from './schema';
import type { Fate } from './wire';
import { codesOf, differenceOf, drawDdl, isNamedIn } from './words';

export const SOURCE = 'hd_source';
export const TARGET = 'hd_target';
const SCHEMAS = [SOURCE, TARGET];
/** About as many packets as a run of so small a schema sends. */
const MOST_PACKETS = { dump: 90, load: 170, migrate: 190 } as const;
const RETRY_SECONDS = '8';
const DAY_MS = 86_400_000;

/** One that was asked for the work, not for taking it back. */
const isDoneOf = ({ exitCode, words }: Ending) => exitCode === 0 && !words.includes('--abandon');

/** How a round ended, after all that a user would do about it. */
export interface Played {
  readonly outcome: string;
  readonly wrongs: readonly Wrong[];
  readonly story: readonly string[];
}

/** One round, from an empty schema to a verdict. */
export class Play {
  readonly #round: Round;
  readonly #source: Ground;
  readonly #target: Ground;
  readonly #client: Client;
  readonly #folder: string;
  readonly #story: string[] = [];
  readonly #wrongs: Wrong[] = [];
  readonly #endings: Ending[] = [];
  readonly #ddl = new Map<string, 'made' | 'dropped'>();
  #others: Promise<Ending>[] = [];
  #repair: Promise<void> = Promise.resolve();
  #isKilled = false;

  constructor(round: Round, source: Ground, target: Ground, client: Client, folder: string) {
    this.#round = round;
    this.#source = source;
    this.#target = target;
    this.#client = client;
    this.#folder = folder;
  }

  async go(): Promise<Played> {
    const { verb } = this.#round;
    this.#client.clear();
    rmSync(this.#folder, { recursive: true, force: true });
    mkdirSync(this.#folder);
    for (const ground of this.#grounds)
      await ground.run(null, ...SCHEMAS.map((name) => `DROP DATABASE IF EXISTS ${name}`));
    const schema = drawSchema(this.#round.dice, this.#source.vendor);
    await this.#source.run(null, `CREATE DATABASE ${SOURCE}`);
    await this.#source.run(SOURCE, ...schema.statements);
    const surroundings = () => Promise.all(this.#grounds.map((ground) => ground.surroundings(SCHEMAS)));
    const outcome =
      verb === 'dump' ? await this.#dump(schema, surroundings) : await this.#fill(schema, surroundings);
    for (const ending of this.#endings) this.#wrongs.push(...unnamedIn(ending));
    const places = [...this.#client.secretsIn(this.#endings), ...this.#client.seenWith];
    this.#wrongs.push(...places.map((place): Wrong => ({ wrong: 'leaked', what: `a password: ${place}` })));
    this.#wrongs.push(
      ...this.#client.leftFiles().map((file): Wrong => ({ wrong: 'leaked', what: `the file ${file}` })),
    );
    return { outcome, wrongs: this.#wrongs, story: this.#story };
  }

  get #grounds(): readonly Ground[] {
    return this.#source === this.#target || this.#round.verb === 'dump'
      ? [this.#source]
      : [this.#source, this.#target];
  }

  // ---- dump

  async #dump(schema: SmallSchema, surroundings: () => Promise<unknown>): Promise<string> {
    const { faults, dice } = this.#round;
    const ground = this.#source;
    const sources = [await this.#readSource()];
    const account = await this.#account(ground, SOURCE);
    const folder = join(this.#folder, 'dump');
    const consistency = dice.pick(['auto', 'auto', 'lock-tables', 'none']);
    const words = [
      'dump',
      '--source',
      ground.dsn(account),
      '--out',
      folder,
      '--schemas',
      SOURCE,
      '--threads',
      '2',
    ];
    const how = ['--consistency', consistency, '--lock-wait-timeout', '5'];
    const before = await surroundings();
    const foreign = this.#setTraps(
      schema,
      [...words, ...how],
      { SLUICE_PASSWORD: ground.passwords[account] },
      ground,
    );
    const through = faults.has('full disk') ? throughFullDisk(folder, dice.between(1, 12) * 4096) : [];
    const endings = await this.#run(
      [...words, ...how],
      { SLUICE_PASSWORD: ground.passwords[account] },
      through,
    );
    await foreign();
    if (faults.has('foreign DDL')) sources.push(await this.#readSource());
    await this.#expectNothingLeft(before, surroundings);
    const isDone = endings.some(({ exitCode }) => exitCode === 0);
    const isWhole = existsSync(join(folder, '@.done.json'));
    if (isDone && !isWhole)
      this.#wrongs.push({ wrong: 'lost', what: 'done, and no finished dump in the folder' });
    if (!isWhole) {
      const left = existsSync(folder) ? readdirSync(folder) : [];
      if (left.length > 0 && !this.#isKilled)
        this.#wrongs.push({ wrong: 'leaked', what: `files of a failed dump: ${left.join(', ')}` });
      return this.#isKilled ? 'killed' : `refused: ${codesOf(endings)}`;
    }
    const said = endings.map(({ output }) => output).join('\n');
    await ground.run(null, `DROP DATABASE ${SOURCE}`);
    const restored = await ground.use(async (raw) => {
      await restore(raw, folder);
      return await readRawSchema(raw, SOURCE);
    });
    this.#wrongs.push(...judgeDump(restored, sources, (key) => isNamedIn(said, SOURCE, key)));
    return endings.some(({ result }) => (result?.warnings.length ?? 0) > 0) ? 'warned' : 'done';
  }

  // ---- load and migrate

  async #fill(schema: SmallSchema, surroundings: () => Promise<unknown>): Promise<string> {
    const { verb, policy, faults } = this.#round;
    const sources = [await this.#readSource()];
    const words = verb === 'load' ? await this.#loadWords() : this.#migrateWords();
    await this.#furnish(schema);
    const before = await this.#read(this.#target, TARGET);
    const limited = await this.#account(this.#target, TARGET);
    const full = this.#passwords('hostile');
    const around = await surroundings();
    const begun = [...words(limited), '--on-existing', policy];
    const foreign = this.#setTraps(schema, begun, this.#passwords(limited), this.#target, words(limited));
    let endings = await this.#run(begun, this.#passwords(limited));
    await foreign();
    const steps: string[] = [];
    if (this.#isKilled || (await this.#hasJournal())) {
      this.#expectSaid(endings);
      endings = await this.#goOn(words('hostile'), full, steps, before);
      // What a killed run tried definitions in goes when the next one does.
      if (this.#isKilled && verb === 'load') await this.#run([...words('hostile'), '--dry-run'], full);
    }
    await this.#expectNothingLeft(around, surroundings);
    const after = await this.#read(this.#target, TARGET);
    const target: Target = { before, after, ddl: this.#ddl, policy };
    const isDone = endings.some(isDoneOf);
    // One statement of somebody else's: the source was as before it or as after it.
    if (faults.has('foreign DDL')) sources.push(await this.#readSource());
    const leftOut = endings
      .flatMap(({ result }) => result?.warnings ?? [])
      .filter(({ code }) => code === 'broken-view');
    const said = leftOut.map(({ message }) => message.toLowerCase()).join('\n');
    const isNamed = (key: string) => said.includes(key.slice(key.indexOf(' ') + 1));
    const verdicts = isDone
      ? sources.map((source) => judgeDone(target, source, isNamed))
      : [judgeBefore(target)];
    this.#wrongs.push(...verdicts.reduce((best, verdict) => (verdict.length < best.length ? verdict : best)));
    if (steps.length > 0) return steps.join(', then ');
    return isDone ? 'done' : `refused: ${codesOf(endings)}`;
  }

  async #loadWords(): Promise<(account: Account) => readonly string[]> {
    const folder = join(this.#folder, 'dump');
    const source = ['--source', this.#source.dsn('hostile'), '--out', folder, '--schemas', SOURCE];
    const { ended } = this.#client.start(['dump', ...source], this.#passwords('hostile'));
    const { exitCode, output } = await ended;
    if (exitCode !== 0) throw new Error(`The round's own dump failed: ${output}`);
    await this.#source.wire.rest();
    return (account) => [
      ...['load', '--target', this.#target.dsn(account), '--dump', folder, '--threads', '2'],
      ...['--schema-map', `${SOURCE}=${TARGET}`, '--retry-for', RETRY_SECONDS],
    ];
  }

  #migrateWords(): (account: Account) => readonly string[] {
    return (account) => [
      ...['migrate', '--source', this.#source.dsn('hostile'), '--target', this.#target.dsn(account)],
      ...[
        '--schemas',
        SOURCE,
        '--schema-map',
        `${SOURCE}=${TARGET}`,
        '--threads',
        '2',
        '--retry-for',
        RETRY_SECONDS,
      ],
    ];
  }

  #passwords(account: Account): Readonly<Record<string, string>> {
    const target = this.#target.passwords[account];
    if (this.#round.verb !== 'migrate') {
      // The dump of a load's round is made by the full account at its source.
      return account === 'hostile' && this.#source !== this.#target
        ? { SLUICE_SOURCE_PASSWORD: this.#source.passwords.hostile, SLUICE_TARGET_PASSWORD: target }
        : { SLUICE_PASSWORD: target };
    }
    return { SLUICE_SOURCE_PASSWORD: this.#source.passwords.hostile, SLUICE_TARGET_PASSWORD: target };
  }

  /** What the user has in the target: often things of no concern, and in some rounds what is in the way. */
  async #furnish(schema: SmallSchema): Promise<void> {
    const { dice, faults } = this.#round;
    if (!faults.has('namesakes') && dice.below(3) === 0) return;
    await this.#target.run(null, `CREATE DATABASE ${TARGET}`);
    await this.#target.run(TARGET, ...BYSTANDERS);
    if (!faults.has('namesakes')) return;
    const most = dice.between(1, 3);
    for (let count = 0; count < most; count += 1) {
      const object = schema.objects[dice.below(schema.objects.length)];
      if (object === undefined) continue;
      const { kind, statements } = drawNamesake(dice, schema, object, this.#target.isFolded);
      this.#story.push(`namesake ${kind} of ${object.kind} ${object.name}`);
      // The same one may be drawn twice.
      await this.#target.run(TARGET, ...statements).catch(() => undefined);
    }
  }

  async #hasJournal(): Promise<boolean> {
    const journals = await this.#target.column(
      "SELECT TABLE_SCHEMA FROM information_schema.TABLES WHERE TABLE_NAME = 'sluice_load_journal'",
    );
    return journals.length > 0;
  }

  #expectSaid(endings: readonly Ending[]): void {
    if (this.#isKilled || endings.some(({ result }) => result?.unfinished != null)) return;
    if (endings.some(({ exitCode }) => exitCode === null)) return;
    this.#wrongs.push({
      wrong: 'unnamed',
      what: `a part is left on the target, and no run says so: ${codesOf(endings)}`,
    });
  }

  /** What a user does after a kill or an incomplete run: resumes it or rolls it back, and the latter where the first fails. */
  async #goOn(
    words: readonly string[],
    passwords: Readonly<Record<string, string>>,
    steps: string[],
    before: RawSchema | null,
  ): Promise<readonly Ending[]> {
    const { dice, policy } = this.#round;
    if (dice.below(2) === 0) {
      const resumed = await this.#run([...words, '--on-existing', policy, '--resume'], passwords);
      if (resumed.some(({ exitCode }) => exitCode === 0)) {
        steps.push('resumed');
        return resumed;
      }
      steps.push(`not resumable: ${codesOf(resumed)}`);
      if (!(await this.#hasJournal())) return resumed;
    }
    const wasThere = await this.#hasJournal();
    const abandoned = await this.#run([...words, '--abandon'], passwords);
    if (wasThere && !abandoned.some(({ exitCode }) => exitCode === 0))
      this.#wrongs.push({ wrong: 'leaked', what: `can't be rolled back: ${codesOf(abandoned)}` });
    // Killed before it wrote down anything, or when it was all done: the bytes tell.
    if (!wasThere) {
      const now = await this.#read(this.#target, TARGET);
      steps.push('all or nothing');
      const target: Target = { before, after: now, ddl: this.#ddl, policy };
      return judgeBefore(target).length === 0
        ? abandoned
        : [{ words, exitCode: 0, result: null, output: '' }];
    }
    steps.push('rolled back');
    return abandoned;
  }

  // ---- faults

  async #account(ground: Ground, schema: string): Promise<Account> {
    if (!this.#round.faults.has('random rights')) return 'hostile';
    this.#story.push(...(await drawRights(ground, schema, this.#round.dice)));
    return 'limited';
  }

  /** Sets all that is to happen at some packet; what is returned waits for it. */
  #setTraps(
    schema: SmallSchema,
    words: readonly string[],
    passwords: Readonly<Record<string, string>>,
    ground: Ground,
    base: readonly string[] = words,
  ): () => Promise<void> {
    const { faults, dice, verb } = this.#round;
    const begun: Promise<unknown>[] = [];
    const somewhere = () => dice.between(1, MOST_PACKETS[verb]);
    const side = () => (verb === 'migrate' && dice.below(3) === 0 ? this.#source : ground);
    const note = (what: string) => this.#story.push(what);
    // Behind a shell the client itself is the child that has the password.
    ground.wire.at(20, () => {
      if (!faults.has('full disk')) this.#client.lookForSecrets();
      return 'goes on';
    });
    if (faults.has('cut connection')) {
      const [at, fate] = [somewhere(), dice.pick(['breaks', 'all break'] as const)];
      side().wire.at(at, () => (note(`connection at packet ${at} ${fate}`), fate));
    }
    if (faults.has('killed client')) {
      const at = somewhere();
      ground.wire.at(at, () => {
        note(`client killed at packet ${at}`);
        this.#isKilled = true;
        this.#client.kill();
        return 'breaks';
      });
    }
    if (faults.has('killed server')) {
      const at = somewhere();
      const victim = side();
      const { own } = victim;
      if (own !== null)
        victim.wire.at(at, async (): Promise<Fate> => {
          note(`server killed at packet ${at}`);
          await own.kill();
          this.#repair = own.startAgain();
          begun.push(this.#repair);
          return 'all break';
        });
    }
    if (faults.has('foreign DDL')) {
      const at = somewhere();
      const statement = drawDdl(dice.below(4), schema);
      this.#source.wire.at(at, () => {
        begun.push(this.#bySomebody(this.#source, SOURCE, statement, at));
        return 'goes on';
      });
    }
    for (const [fault, done] of [
      ['table made', 'made'],
      ['table dropped', 'dropped'],
    ] as const) {
      if (!faults.has(fault)) continue;
      const at = somewhere();
      const tables = Object.keys(schema.tables);
      const table = tables[dice.below(tables.length)] ?? '';
      const sql =
        done === 'made' ? `CREATE TABLE ${quoted(table)} (mine INT)` : `DROP TABLE ${quoted(table)}`;
      ground.wire.at(at, () => {
        begun.push(
          this.#bySomebody(this.#target, TARGET, sql, at).then((isTaken) => {
            if (isTaken) this.#ddl.set(`table ${table.toLowerCase()}`, done);
          }),
        );
        return 'goes on';
      });
    }
    if (faults.has('second Sluice')) {
      const at = dice.between(1, 40);
      const other = dice.pick<readonly string[]>([[], ['--resume'], ['--abandon']]);
      const second = verb === 'dump' ? words : [...base, '--on-existing', this.#round.policy, ...other];
      ground.wire.at(at, () => {
        note(`second Sluice ${other.join()} at packet ${at}`);
        this.#others.push(this.#client.start(second, passwords).ended);
        return 'goes on';
      });
    }
    return async () => {
      for (const { wire } of [this.#source, this.#target]) await wire.rest();
      await Promise.all(begun);
    };
  }

  /** Whether the server took it: a lock may be in its way, which is nobody's fault. */
  async #bySomebody(ground: Ground, schema: string, statement: string, packet: number): Promise<boolean> {
    try {
      await ground.run(schema, 'SET SESSION lock_wait_timeout = 2', statement);
      this.#story.push(`${statement} at packet ${packet}`);
      return true;
    } catch (error) {
      this.#story.push(`${statement} at packet ${packet} was refused: ${String(error)}`);
      return false;
    }
  }

  // ---- the client

  async #run(
    words: readonly string[],
    passwords: Readonly<Record<string, string>>,
    through: readonly string[] = [],
  ): Promise<readonly Ending[]> {
    const { faults } = this.#round;
    const isFirst = this.#endings.length === 0;
    const jump = isFirst && faults.has('jumping clock') ? this.#jump() : null;
    const times = isFirst && faults.has('pressed twice') ? 2 : 1;
    const runs = Array.from(
      { length: times },
      () => this.#client.start(words, passwords, jump, through).ended,
    );
    const first = await Promise.all(runs);
    const endings = [...first, ...(await Promise.all(this.#others))];
    this.#others = [];
    await this.#repair.catch(() => undefined);
    for (const { words: said, exitCode, result } of endings)
      this.#story.push(
        `${said.filter((word) => /^(dump|load|migrate|--resume|--abandon)$/.test(word)).join(' ')} → ${exitCode} ${JSON.stringify(result?.errors ?? [])} ${result?.targetState ?? ''}`,
      );
    this.#endings.push(...endings);
    return endings;
  }

  #jump(): ClockJump {
    const { dice } = this.#round;
    const jump = {
      after: dice.between(1, 400),
      ms: dice.pick([-DAY_MS * 400, -3_600_000, 3_600_000, DAY_MS * 400]),
    };
    this.#story.push(`clock jumps by ${jump.ms} ms at reading ${jump.after}`);
    return jump;
  }

  async #read(ground: Ground, schema: string): Promise<RawSchema | null> {
    return await ground.use(async (raw) => {
      const [rows] = await raw.connection.query(`SHOW DATABASES LIKE '${schema}'`);
      return (rows as readonly unknown[]).length === 0 ? null : await readRawSchema(raw, schema);
    });
  }

  async #readSource(): Promise<RawSchema> {
    const source = await this.#read(this.#source, SOURCE);
    if (source === null) throw new Error('The source has lost its schema');
    return source;
  }

  async #expectNothingLeft(before: unknown, surroundings: () => Promise<unknown>): Promise<void> {
    for (const ground of this.#grounds)
      for (const session of await ground.whenLeft())
        this.#wrongs.push({ wrong: 'leaked', what: `the session ${session}` });
    const now = await surroundings();
    if (JSON.stringify(before) !== JSON.stringify(now))
      this.#wrongs.push({ wrong: 'leaked', what: `around the schemas: ${differenceOf(before, now)}` });
    if (await this.#hasJournal()) this.#wrongs.push({ wrong: 'leaked', what: 'the journal' });
  }
}
