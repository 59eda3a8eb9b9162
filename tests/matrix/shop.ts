/** A schema of every kind of object that all servers of the matrix know, with rows of most types, as statements. */

const ROWS = 500;

const TABLES: readonly string[] = [
  `CREATE TABLE customers (
     id INT UNSIGNED NOT NULL AUTO_INCREMENT,
     name VARCHAR(60) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci NOT NULL DEFAULT '' COMMENT 'it''s a name',
     town VARCHAR(40) CHARACTER SET latin1 DEFAULT NULL,
     kind ENUM('private', 'firm', 'öffentlich') NOT NULL DEFAULT 'private',
     flags SET('new', 'loyal', 'blocked') DEFAULT NULL,
     born YEAR DEFAULT NULL,
     changed TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
     PRIMARY KEY (id),
     UNIQUE KEY name (name, id),
     KEY town (town(10))
   ) ENGINE=InnoDB DEFAULT CHARSET=utf8 COMMENT='buyers'`,
  `CREATE TABLE orders (
     id BIGINT NOT NULL,
     customer INT UNSIGNED NOT NULL,
     total DECIMAL(20,4) NOT NULL,
     weight FLOAT DEFAULT NULL,
     ratio DOUBLE DEFAULT NULL,
     placed DATETIME NOT NULL,
     day DATE DEFAULT NULL,
     hours TIME DEFAULT NULL,
     bits BIT(12) DEFAULT NULL,
     token BINARY(8) DEFAULT NULL,
     picture LONGBLOB,
     note TEXT CHARACTER SET utf8mb4,
     place POINT DEFAULT NULL,
     PRIMARY KEY (id),
     KEY customer (customer, placed),
     CONSTRAINT buyer FOREIGN KEY (customer) REFERENCES customers (id) ON DELETE CASCADE ON UPDATE CASCADE
   ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4`,
  `CREATE TABLE visits (
     day INT NOT NULL,
     visitor INT NOT NULL,
     pages SMALLINT UNSIGNED ZEROFILL DEFAULT NULL,
     PRIMARY KEY (day, visitor)
   ) ENGINE=InnoDB DEFAULT CHARSET=latin1
     PARTITION BY RANGE (day) (PARTITION early VALUES LESS THAN (100), PARTITION rest VALUES LESS THAN MAXVALUE)`,
  'CREATE TABLE `odd ``name``` (`a b` INT DEFAULT NULL, `ü` VARCHAR(10) DEFAULT NULL) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4',
  'CREATE TABLE loose (id INT NOT NULL, text VARCHAR(20), FULLTEXT KEY text (text)) ENGINE=MyISAM DEFAULT CHARSET=utf8',
];

const text = (value: string) => `'${value.replace(/[\\']/g, '\\$&')}'`;

function rows(): readonly string[] {
  const numbers = Array.from({ length: ROWS }, (_, at) => at + 1);
  const customers = numbers.map((id) => {
    const name = text(id % 7 === 0 ? `Ünï ${id} 😀 \\ ' "` : `name ${id}`);
    const flags = ['NULL', "'new'", "'loyal,blocked'", "''"][id % 4];
    return `(${id}, ${name}, ${id % 5 === 0 ? 'NULL' : text(`Köln ${id}`)}, ${1 + (id % 3)}, ${flags}, ${1901 + (id % 254)}, '2020-01-01 00:00:${String(id % 60).padStart(2, '0')}')`;
  });
  const orders = numbers.map((id) => {
    const bytes = `0x${id.toString(16).padStart(8, '0')}00FF0A5C`;
    const minus = id % 2 === 0 ? '-' : '';
    return `(${minus}${id}, ${id}, ${minus}${id}.1234, ${id / 3}, ${minus}${id}e-${id % 30}, '2001-02-03 04:05:06', ${id % 9 === 0 ? "'0000-00-00'" : "'1999-12-31'"}, '${minus}${id}:00:01', b'${id.toString(2)}', ${bytes}, ${bytes}, ${id % 11 === 0 ? 'NULL' : text('line\nbreak\ttab \\N')}, GeomFromText('POINT(${id} -1.5)'))`;
  });
  const visits = numbers.map((id) => `(${id}, ${id * 3}, ${id % 100})`);
  return [
    `INSERT INTO customers VALUES ${customers.join(', ')}`,
    `INSERT INTO orders VALUES ${orders.join(', ')}`,
    `INSERT INTO visits VALUES ${visits.join(', ')}`,
    "INSERT INTO `odd ``name``` VALUES (1, 'ä'), (NULL, NULL), (1, 'ä')",
    "INSERT INTO loose VALUES (1, 'one'), (2, 'two')",
  ];
}

const OBJECTS: readonly string[] = [
  'CREATE VIEW totals AS SELECT c.name AS name, SUM(o.total) AS total FROM customers c JOIN orders o ON o.customer = c.id GROUP BY c.name',
  "CREATE TRIGGER stamp BEFORE INSERT ON orders FOR EACH ROW SET NEW.note = CONCAT(COALESCE(NEW.note, ''), '!')",
  "CREATE FUNCTION vat(amount DECIMAL(20,4)) RETURNS DECIMAL(20,4) DETERMINISTIC COMMENT 'a fifth' RETURN amount * 0.2",
  'CREATE PROCEDURE clean_up(IN before_day INT) BEGIN DELETE FROM visits WHERE day < before_day; END',
  "CREATE EVENT nightly ON SCHEDULE EVERY 1 DAY STARTS '2030-01-01 00:00:00' DISABLE COMMENT 'at night' DO CALL clean_up(1)",
];

/** `point` is the server's name of GeomFromText. */
export function shopStatements(schema: string, point: 'GeomFromText' | 'ST_GeomFromText'): readonly string[] {
  return [
    "SET sql_mode = 'ALLOW_INVALID_DATES', time_zone = '+00:00', NAMES utf8mb4",
    `CREATE DATABASE ${schema} CHARACTER SET utf8mb4`,
    `USE ${schema}`,
    ...TABLES,
    ...rows().map((statement) => statement.split('GeomFromText').join(point)),
    ...OBJECTS,
  ];
}
