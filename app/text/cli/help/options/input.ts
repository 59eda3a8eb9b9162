import { spoken } from '../../../../contract/language/spoken';

/** Help of the options about the files of rows, and the scripts, that a command reads. */
export const inputHelp = spoken({
  options: {
    table:
      'take the one file for rows of this table, TABLE or SCHEMA.TABLE; says that standard input is CSV, TSV or JSON Lines',
    rejectFile:
      'set rows that do not fit aside in this new file, with file, line and reason, in place of refusing the load',
    rejectLimit: 'refuse the load all the same where more rows do not fit (default: 1,000)',
    separator: 'take this character for what stands between values, or tab',
    quote: 'take this character for the quote around values, or none',
    escape: 'read a backslash as an escape, or as itself (none)',
    header: 'take the first row for the names of the columns (yes), or for values (no)',
    charset:
      'read the files in this character set, a script where it sets none; latin1 is Windows-1252, as the servers’ is',
    nullWord: 'take this word without quotes for NULL, in place of the empty value and \\N',
    decimal: 'read numbers with a decimal comma (1.234,50), or with a decimal point (1,234.50)',
    dates:
      'read dates with the day first (dmy: 31.12.2025), with the month first (mdy: 12/31/2025), or as 2025-12-31 alone (ymd)',
    columns:
      'name the columns: all in the order of the values (a,b,c), or by the names of the header or the keys of JSON Lines (old=new,…)',
    timeZone:
      'take TIMESTAMP values as in this time zone, such as +02:00: those of CSV, TSV and JSON Lines (else UTC), and of a script that sets none (mysqldump --compact, --skip-tz-utc)',
  },
});
