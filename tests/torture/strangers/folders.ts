/** Dumps as other tools write them, whole: mutations begin with them. Each is the files of a folder, by their names. */

const LINES = (texts: readonly string[]) => `${texts.join('\n')}\n`;

const ORDERS = LINES([
  'CREATE TABLE `orders` (',
  '  `id` int NOT NULL AUTO_INCREMENT,',
  '  `note` varchar(40) DEFAULT NULL,',
  '  PRIMARY KEY (`id`),',
  '  KEY `note` (`note`)',
  ') ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;',
]);

const MYDUMPER = [
  ['shop-schema-create.sql', 'CREATE DATABASE /*!32312 IF NOT EXISTS*/ `shop`;\n'],
  ['shop.orders-schema.sql', `/*!40101 SET NAMES utf8mb4*/;\n/*!40103 SET TIME_ZONE='+00:00' */;\n${ORDERS}`],
  [
    'shop.orders-schema-triggers.sql',
    'DELIMITER ;;\nCREATE TRIGGER `t` BEFORE INSERT ON `orders` FOR EACH ROW SET NEW.note = 1;;\nDELIMITER ;\n',
  ],
] as const;

const ROWS =
  "/*!40101 SET NAMES utf8mb4*/;\nINSERT INTO `orders` VALUES (1,'a'),\n(2,'it\\'s'),\n(3,NULL);\n";

export const STRANGE_FOLDERS: readonly (readonly (readonly [name: string, text: string])[])[] = [
  [
    ...MYDUMPER,
    [
      'metadata',
      'Started dump at: 2026-11-26 10:00:00\nSHOW MASTER STATUS:\n\tLog: b.1\n\tPos: 4\n\tGTID:\nFinished dump at: 2026-11-26 10:00:01\n',
    ],
    ['shop.orders.00000.sql', ROWS],
  ],
  [
    ...MYDUMPER,
    [
      'metadata',
      LINES([
        '# Started dump at: 2026-11-26 10:00:00',
        '[config]',
        'quote-character = BACKTICK',
        '[source]',
        'File = "b.1"',
        'Position = 4',
        '[`shop`.`orders`]',
        'real_table_name=orders',
        'rows = 3',
        'data_checksum = 12',
        '[`shop`]',
        'schema_checksum = ab',
        '# Finished dump at: 2026-11-26 10:00:01',
      ]),
    ],
    [
      'shop.orders.00000.sql',
      "/*!40101 SET NAMES binary*/;\nLOAD DATA LOCAL INFILE 'shop.orders.00000.dat' REPLACE INTO TABLE `orders` CHARACTER SET binary FIELDS TERMINATED BY '\\t' ENCLOSED BY '\"' ESCAPED BY '\\\\' LINES STARTING BY '' TERMINATED BY '\\n' (`id`,@note) SET `note` = UNHEX(@note);\n",
    ],
    ['shop.orders.00000.dat', '"1"\t"61"\n"2"\t"62"\n"3"\t\\N\n'],
  ],
  [
    ['orders.sql', ORDERS],
    ['orders.csv', 'id,note\n1,"a ""quoted"" one"\n2,\n3,"two\nlines"\n'],
    ['customers.tsv', 'id\tname\n1\tÄnn\n2\t\\N\n'],
  ],
  [['orders.jsonl', '{"id":1,"note":"a"}\n{"id":2,"note":null,"more":{"b":[1,2]}}\n']],
  [
    ['orders.sql', ORDERS],
    ['orders.txt', '1\ta\n2\t\\N\n3\tb\\\tc\n'],
  ],
  [
    [
      'shop.xml',
      '<?xml version="1.0"?>\n<mysqldump xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n<database name="shop">\n<table_structure name="orders">\n<field Field="id" Type="int" Null="NO" Key="PRI" Extra="auto_increment" />\n<key Table="orders" Non_unique="0" Key_name="PRIMARY" Seq_in_index="1" Column_name="id" />\n<options Name="orders" Engine="InnoDB" />\n</table_structure>\n<table_data name="orders">\n<row>\n<field name="id">1</field>\n</row>\n</table_data>\n</database>\n</mysqldump>\n',
    ],
  ],
  [
    [
      'backup.sql',
      `-- phpMyAdmin SQL Dump\n-- Host: localhost\nSET SQL_MODE = "NO_AUTO_VALUE_ON_ZERO";\n/*!40101 SET NAMES utf8mb4 */;\n${ORDERS.replace('  PRIMARY KEY (`id`),\n', '')}${ROWS}ALTER TABLE \`orders\`\n  ADD PRIMARY KEY (\`id\`);\nALTER TABLE \`orders\`\n  MODIFY \`id\` int NOT NULL AUTO_INCREMENT, AUTO_INCREMENT=4;\nCOMMIT;\n`,
    ],
  ],
];
