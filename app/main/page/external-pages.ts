/**
 * All addresses that Sluice ever opens outside itself: constants, none from a page. They are opened by the menu, which
 * is not the page's either.
 */
export const EXTERNAL_PAGES = {
  'help-mysql': 'https://dev.mysql.com/doc/refman/en/',
  'help-mariadb': 'https://mariadb.com/docs/',
  'help-dump-format':
    'https://dev.mysql.com/doc/mysql-shell/en/mysql-shell-utilities-dump-instance-schema.html',
} as const;

export type ExternalPage = keyof typeof EXTERNAL_PAGES;
