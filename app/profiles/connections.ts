import { connect } from '../catalog/connect/connect';
import type { ControlSession } from '../catalog/session/control-session';
import { endpointOf, type Access, type Endpoint, type KnownAccess } from '../catalog/connect/endpoint';
import { withRoute } from '../catalog/connect/route';
import { accessOf } from '../contract/connections/access';
import type { Profile } from '../contract/connections/connection';
import { assertNever } from '../contract/exhaustive';
import { guardOfProfile, type TargetGuard } from '../contract/connections/guard';
import { Cancellation } from '../engine/cancellation';
import { accessByCommand, passwordOfCommand } from './password-command';
import type { KnownServers } from './known-servers';
import type { Vaults } from './secrets';
import type { ProfileStore } from './store';
import { profileFailures } from '../text/profiles';

/** Source of the practice servers' profiles: taken from the running servers, never saved. */
export type PracticeAccessSource = () => Promise<readonly KnownAccess[]>;

/** Stores of connections and of facts about them. */
export interface ConnectionStores {
  readonly profiles: ProfileStore;
  readonly vaults: Vaults;
  readonly servers: KnownServers;
}

/** Every connection a user can choose, saved ones and the practice servers', with the passwords that open them. */
export class Connections {
  readonly #store: ProfileStore;
  readonly #vaults: Vaults;
  readonly #practice: PracticeAccessSource;
  readonly #servers: KnownServers;

  constructor(stores: ConnectionStores, practice: PracticeAccessSource) {
    this.#store = stores.profiles;
    this.#vaults = stores.vaults;
    this.#servers = stores.servers;
    this.#practice = practice;
  }

  async list(): Promise<readonly Profile[]> {
    const practice = await this.#practice();
    return [...practice.map(({ profile }) => profile), ...(await this.#store.list())];
  }

  /** The profile with this id; fails with `unknown-profile`. */
  async find(profileId: string): Promise<Profile> {
    const profile = (await this.list()).find(({ id }) => id === profileId);
    if (profile === undefined) throw profileFailures.notSaved();
    return profile;
  }

  /** The guard of the server of a connection that is selected as a target. */
  async guardOf(profile: Profile): Promise<TargetGuard> {
    const all = await this.list();
    return { byAddress: guardOfProfile(profile, all), saved: await this.#servers.of(all) };
  }

  /**
   * Saves a profile. `password` is what the user typed now; null keeps the known one unchanged, in the place that the
   * profile names from now on. A known password is removed where the profile now leads to another server or account.
   * Nothing is saved where a password can't be kept.
   */
  async save(profile: Profile, password: string | null): Promise<void> {
    await this.#assertEditable(profile.id);
    if (profile.practice !== undefined) throw profileFailures.notEditable();
    const saved = await this.#saved(profile.id);
    const leadsElsewhere = saved !== undefined && accessOf(saved) !== accessOf(profile);
    if (leadsElsewhere && password === null) await this.#forget(profile.id);
    await this.#keep(profile, password);
    await this.#store.save(profile);
  }

  /** Adds what was found in another program's file; a password that is given is kept as if it were typed. */
  async take(
    found: readonly { readonly profile: Profile; readonly password: string | null }[],
  ): Promise<void> {
    for (const { profile, password } of found) await this.save(profile, password);
  }

  async remove(profileId: string): Promise<void> {
    await this.#assertEditable(profileId);
    await this.#store.remove(profileId);
    await this.#forget(profileId);
  }

  async unlock(profileId: string, password: string): Promise<void> {
    await this.#keep(await this.find(profileId), password);
  }

  /**
   * Returns the endpoint with all that is needed to sign in. Where no password is known, the server is tried without
   * one: its refusal (`sign-in-refused`) makes a window or a command line ask the user.
   */
  async endpoint(profileId: string): Promise<Endpoint> {
    const profile = await this.find(profileId);
    const met = async (server: string) => {
      // The store of the password is no concern of the sign-in.
      await this.#servers.learn(profile, server).catch(() => undefined);
    };
    const access = await this.accessFor(profile);
    return { ...endpointOf(profile, access.password), ...access, met };
  }

  /** Signs in, runs `work` and signs out again, whatever its result; a cancellation ends it at once. */
  async withSession<T>(
    profileId: string,
    work: (session: ControlSession) => Promise<T>,
    cancellation = new Cancellation(),
  ): Promise<T> {
    return await withRoute(await this.endpoint(profileId), async (endpoint) => {
      cancellation.throwIfCancelled();
      const session = await connect(endpoint);
      const stopListening = cancellation.onCancel(() => session.destroy());
      try {
        return await work(session);
      } finally {
        stopListening();
        await session.close();
      }
    });
  }

  /**
   * The password that is known for exactly what the profile says; empty where none is. Fails with
   * `password-unavailable` where one is known for this connection as it was saved, and the profile differs from that: a
   * password is never sent anywhere else than where it was given for.
   */
  async passwordOf(profile: Profile): Promise<string> {
    const practice = (await this.#practice()).find(({ profile: { id } }) => id === profile.id);
    const saved = practice?.profile ?? (await this.#saved(profile.id));
    if (saved !== undefined && accessOf(saved) === accessOf(profile))
      return practice?.password ?? (await this.#ownPassword(profile)) ?? '';
    if (profile.passwordFrom?.kind === 'command')
      return await passwordOfCommand(profile.passwordFrom.command);
    if (practice !== undefined || (saved !== undefined && (await this.#isKnown(saved))))
      throw profileFailures.otherAccess();
    return '';
  }

  /** The same with the passwords of further factors and the renewal that a program makes possible. */
  async accessFor(profile: Profile): Promise<Access> {
    const { passwordFrom } = profile;
    return passwordFrom?.kind === 'command'
      ? await accessByCommand(passwordFrom.command)
      : { password: await this.passwordOf(profile) };
  }

  async #saved(profileId: string): Promise<Profile | undefined> {
    return (await this.#store.list()).find(({ id }) => id === profileId);
  }

  async #isKnown(saved: Profile): Promise<boolean> {
    return saved.passwordFrom?.kind === 'command' || (await this.#ownPassword(saved)) !== null;
  }

  async #ownPassword(profile: Profile): Promise<string | null> {
    const { id, passwordFrom } = profile;
    switch (passwordFrom?.kind) {
      case undefined:
        return await this.#vaults.memory.get(id, accessOf(profile));
      case 'keychain':
        return await this.#vaults.keychain.get(id, accessOf(profile));
      case 'command':
        return await passwordOfCommand(passwordFrom.command);
      default:
        return assertNever(passwordFrom);
    }
  }

  /** Each password is in one place only. */
  async #keep(profile: Profile, password: string | null): Promise<void> {
    const { id, passwordFrom } = profile;
    const { memory, keychain } = this.#vaults;
    const access = accessOf(profile);
    switch (passwordFrom?.kind) {
      case undefined:
        await keychain.forget(id);
        if (password !== null) await memory.put(id, access, password);
        return;
      case 'keychain': {
        const known = password ?? (await memory.get(id, access));
        if (known !== null) await keychain.put(id, access, known);
        await memory.forget(id);
        return;
      }
      case 'command':
        await this.#forget(id);
        return;
      default:
        assertNever(passwordFrom);
    }
  }

  async #forget(profileId: string): Promise<void> {
    await this.#vaults.memory.forget(profileId);
    await this.#vaults.keychain.forget(profileId);
  }

  async #assertEditable(profileId: string): Promise<void> {
    if ((await this.#practice()).some(({ profile }) => profile.id === profileId))
      throw profileFailures.notEditable();
  }
}
