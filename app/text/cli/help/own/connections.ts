import { spoken } from '../../../../contract/language/spoken';

/** Words of the help of `sluice connections`. */
export const connectionsHelp = spoken({
  commands: {
    connections: 'Manage saved connections, whose names can replace a DSN in every command.',
    list: 'List the connections.',
    test: 'Test a saved connection or a DSN, stage by stage.',
    password: 'Set the source of a saved connection’s password.',
    import: 'Import the connections of an option file, a .mylogin.cnf, or DBeaver’s data-sources.json.',
    export: 'Print the connections as a file for another machine, without secrets.',
  },
  options: {
    json: 'print JSON',
    optionFile: 'read the password from the [client] group of this option file',
    ask: 'ask for the password each time',
    command: 'run this program, without a shell; it prints the password',
    dryRun: 'only print them',
  },
  after: `
A program that gives a password prints it as its first line and ends with 0; it is run anew each time somebody signs in, in
scheduled jobs too. Passwords are never imported here: a command line has no place to keep them. Connections that are saved already are left
out of an import.

Examples:
  sluice connections list
  sluice connections test "Practice server"
  sluice connections add "Orders, primary" mysql://backup@db1:3306 --environment production --group Orders
  sluice connections test "Orders, primary"
  sluice connections test 'mysql://backup@db1:3306/?ssh=bastion&tls=verify-ca&ca=/etc/db-ca.pem'
  sluice connections password "Orders, primary" --command 'pass show databases/orders'
  sluice connections import ~/.my.cnf --dry-run
  sluice connections export > connections.json`,
});
