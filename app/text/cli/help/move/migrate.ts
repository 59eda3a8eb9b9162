import { spoken } from '../../../../contract/language/spoken';

/** Words of the help of `sluice migrate`. */
export const migrateHelp = spoken({
  commands: {
    migrate: 'Migrate schemas from one server to another, without a folder, and verify the result.',
  },
  options: {
    target: 'write to this server: a DSN or the name of a saved connection',
    source: 'read this server: a DSN, whose path may name the schema, or the name of a saved connection',
  },
  after: `
Examples:
  sluice migrate --source "Practice server" --target "Practice server" --schema-map shop=shop_moved --schemas shop --dry-run
  sluice migrate --source "Practice server" --target "Practice server" --schema-map shop=shop_moved --schemas shop
  sluice migrate --source mysql://root@old:3306 --target mysql://root@new:3306 --schemas shop --dry-run
  sluice migrate --source mysql://root@old:3306 --target mysql://root@new:3306 --schemas shop --threads 8
  sluice migrate --source mysql97 --target mariadb --schemas shop --fix collations
  sluice migrate --source old --target new --tables shop.orders --rename shop.orders=before --on-existing drop
  sluice migrate --source old --target new --schemas shop --users 'app@*'          # accounts, with their grants
  sluice migrate --source old --target new --schema-map shop=shop_copy --resume    # after a crash, a cancel, a lost network

Everything is read in one snapshot, and verified by counts and by checksums of all rows on both sides. A migration keeps a
journal in its first schema on the target, the table sluice_load_journal, and drops it when everything is verified.
--resume takes a new snapshot: finished tables, and ranges of unfinished ones, are kept where every row is the same on
both sides under it, all others are loaded again, and the result says which and why; --roll-back rolls back everything
that was created. Between MySQL and MariaDB each definition is kept, converted by a rule that the result names, or
refused before the first row; values are never changed.

Accounts are migrated only with --users. An existing account is never changed: if it differs, the migration does not
begin, or keeps it and reports it (--on-existing skip). Between the vendors roles, privileges and sign-in by socket have
other names; a password hash of one that the other does not know is refused, with the account's name.`,
  lanes: 'use so many threads, each with a session on both servers',
  fix: (rules: readonly string[]) => `change definitions by rules: ${rules.join(', ')}`,
  /** The work that `--resume` and `--roll-back` are about. */
});
