/** Statements of each kind that a dump's scripts hold: what mutations begin with. */
export const STATEMENTS: readonly string[] = [
  "CREATE TABLE `t` (\n  `id` int NOT NULL AUTO_INCREMENT,\n  `e` enum('a','it''s') DEFAULT 'a' COMMENT 'x\\'y',\n" +
    '  PRIMARY KEY (`id`),\n  UNIQUE KEY `u` (`e`(4) DESC,`id`),\n' +
    '  CONSTRAINT `f` FOREIGN KEY (`id`, `e`) REFERENCES `s`.`p` (`id`, `e`) ON DELETE CASCADE,\n' +
    '  CONSTRAINT `c` CHECK ((`id` > 0))\n) ENGINE=InnoDB AUTO_INCREMENT=7 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin',
  'CREATE ALGORITHM=UNDEFINED DEFINER=`u`@`%` SQL SECURITY DEFINER VIEW `v` AS select `shop`.`t`.`a` AS `a` from `shop`.`t`;',
  "SET @saved_sql_mode = @@SESSION.sql_mode;\nSET SESSION sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES';\nDELIMITER ;;\n" +
    'CREATE DEFINER=`u`@`h` TRIGGER `s`.`g` BEFORE INSERT ON `s`.`t` FOR EACH ROW BEGIN -- it\'s\n SET @a = "\'"; END\n;;\nDELIMITER ;\n',
  "/*!50106 CREATE*/ /*!50117 DEFINER=`u`@`h`*/ /*!50106 EVENT `e` ON SCHEDULE EVERY 1 DAY STARTS '2026-01-01' ON COMPLETION NOT PRESERVE ENABLE DO SET @a = 1 */;;",
  'CREATE FUNCTION `j`(`a` int) RETURNS int\n    LANGUAGE JAVASCRIPT\n    USING (`shop`.`l` AS `m`)\nAS $x$ return ";" $x$',
  "CREATE USER IF NOT EXISTS `u`@`%` IDENTIFIED WITH 'caching_sha2_password' AS '$A$005$it''s' REQUIRE NONE;\n" +
    'GRANT SELECT (`a`, `b`), INSERT ON `shop`.`t` TO `u`@`%` WITH GRANT OPTION;\nSET DEFAULT ROLE `r`@`%` TO `u`@`%`;',
  'CREATE OR REPLACE PACKAGE BODY `p` AS PROCEDURE q IS BEGIN NULL; END; END',
  'CREATE SEQUENCE `s` start with 1 minvalue 1;\nDO SETVAL(`s`, 5, 0);\n/* a comment */ # and one more\nDROP TABLE `t`',
  'CONVERT(FROM_BASE64(@`c`) USING utf8mb4)',
];

const PIECES = [
  ...["'", '"', '`', '\\', "''", '``', '""', "\\'", '/*', '*/', '/*!50100 ', '/*M!', '--', '-- ', '#', '\n'],
  ...['$$', 'AS $a$', ';', ';;', 'DELIMITER ', '(', ')', ',', '.', '@', '`a``', "'a''", '😀', '\u202e', '\0'],
  ...['CREATE ', 'EVENT ', 'TRIGGER ', ' ON ', ' TO ', 'GRANT ', 'SET ', "sql_mode='", 'FOREIGN KEY (', ' '],
  ...['\ud800', 'DEFINER=`', ' DO ', 'COMMENT ', 'USING (`', 'enum(', 'KEY ', 'CONSTRAINT ', ' REFERENCES '],
] as const;
const LONGEST_STATEMENT = 4_000;
const MOST_REPEATS = 40;

/** The next number from 0 on and below `limit`. */
export type Draw = (limit: number) => number;

/** A statement with some of its text moved, cut or repeated, and pieces put in that mean something to a reader. */
export function mutate(statement: string, draw: Draw): string {
  let text = statement;
  for (let change = draw(6) + 1; change > 0; change -= 1) {
    const at = draw(text.length + 1);
    const end = Math.min(text.length, at + draw(30));
    const piece = PIECES[draw(PIECES.length)] ?? '';
    text = text.slice(0, at) + changed(text.slice(at, end), piece, draw) + text.slice(end);
  }
  return text.slice(0, LONGEST_STATEMENT);
}

function changed(part: string, piece: string, draw: Draw): string {
  switch (draw(5)) {
    case 0:
      return '';
    case 1:
      return piece + part;
    case 2:
      return part.repeat(draw(MOST_REPEATS));
    case 3:
      return piece.repeat(draw(MOST_REPEATS)) + part;
    default:
      return piece;
  }
}

/** Heads after which one piece comes again and again without an end: what a reader may try in more ways than one. */
export function endless(bytes: number): readonly string[] {
  const heads = [
    ...['', "'", '"', '`', 'CREATE ', 'GRANT ', "CREATE USER '", 'CREATE TABLE `t` (\n  `a` ', 'SELECT '],
    ...['CREATE TABLE `t` (\n  CONSTRAINT `f` FOREIGN KEY (`', 'CREATE EVENT ', 'CREATE DEFINER=`', 'SET '],
    ...["CREATE TABLE `t` (\n  `a` enum('", 'CREATE TABLE `t` (\n  KEY `k` (`'],
  ];
  const pieces = ['`', "'", "''", '``', "\\'", "'\\", 'a``', "a''", '/*', '`a`, ', "'a',", ' ', ' TO ', '('];
  return heads.flatMap((head) => pieces.map((piece) => head + piece.repeat(Math.ceil(bytes / piece.length))));
}
