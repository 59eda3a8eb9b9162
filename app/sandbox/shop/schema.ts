import type { Vendor } from '../../contract/connections/connection';

/** The schema that the practice data lives in. */
export const SHOP_SCHEMA = 'shop';

/**
 * The collation of the shop's text. The vendors have no modern one in common: MySQL's default is unknown to
 * MariaDB, whose 10.11 has the one named here as its closest.
 */
export function shopCollation(vendor: Vendor): string {
  return vendor === 'mysql' ? 'utf8mb4_0900_ai_ci' : 'utf8mb4_unicode_ci';
}

/**
 * The tables, parents first. What {@link ADD_INDEX_STATEMENTS} adds is left out. Run with the shop as current
 * schema.
 *
 * Generated columns are virtual, without an index, and text: any other kind makes MariaDB's CHECKSUM TABLE change
 * with what the session did before (MDEV-32079; tried), and the shop is what round trips are shown with.
 */
export function createTableStatements(vendor: Vendor): readonly string[] {
  const text = `ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=${shopCollation(vendor)}`;
  const ascii = 'CHARACTER SET ascii COLLATE ascii_general_ci';
  return [
    `CREATE TABLE countries (
      code CHAR(2) ${ascii} NOT NULL,
      name VARCHAR(80) NOT NULL,
      currency CHAR(3) ${ascii} NOT NULL,
      vat_percent DECIMAL(5,2) NOT NULL,
      PRIMARY KEY (code)
    ) ${text}`,
    `CREATE TABLE customers (
      id INT UNSIGNED NOT NULL AUTO_INCREMENT,
      email VARCHAR(120) ${ascii} NOT NULL,
      given_name VARCHAR(60) NOT NULL,
      family_name VARCHAR(60) NOT NULL,
      full_name VARCHAR(121) GENERATED ALWAYS AS (CONCAT(given_name, ' ', family_name)) VIRTUAL,
      nickname VARCHAR(40) DEFAULT NULL COMMENT 'as the customer typed it',
      culture ENUM('latin','greek','cyrillic','han','kana','hangul','arabic') NOT NULL,
      country_code CHAR(2) ${ascii} NOT NULL,
      city VARCHAR(60) NOT NULL,
      born_on DATE DEFAULT NULL,
      interests SET('news','offers','events') NOT NULL DEFAULT '',
      referred_by INT UNSIGNED DEFAULT NULL,
      joined_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
      last_seen_at DATETIME(6) DEFAULT NULL,
      remark TEXT,
      PRIMARY KEY (id),
      UNIQUE KEY email (email)
    ) ${text}`,
    `CREATE TABLE categories (
      id SMALLINT UNSIGNED NOT NULL AUTO_INCREMENT,
      parent_id SMALLINT UNSIGNED DEFAULT NULL,
      name VARCHAR(60) NOT NULL,
      PRIMARY KEY (id),
      UNIQUE KEY name_in_parent (parent_id, name),
      CONSTRAINT categories_parent FOREIGN KEY (parent_id) REFERENCES categories (id) ON DELETE CASCADE
    ) ${text}`,
    `CREATE TABLE products (
      id INT UNSIGNED NOT NULL AUTO_INCREMENT,
      sku CHAR(12) ${ascii} NOT NULL,
      category_id SMALLINT UNSIGNED NOT NULL,
      name VARCHAR(120) NOT NULL,
      description TEXT NOT NULL,
      price DECIMAL(10,2) NOT NULL,
      weight_kg FLOAT NOT NULL,
      attributes JSON NOT NULL,
      colour VARCHAR(30) GENERATED ALWAYS AS (JSON_UNQUOTE(JSON_EXTRACT(attributes, '$.colour'))) VIRTUAL,
      is_active TINYINT(1) NOT NULL DEFAULT 1,
      created_at DATETIME NOT NULL,
      PRIMARY KEY (id),
      UNIQUE KEY sku (sku),
      KEY category_id (category_id, price DESC),
      FULLTEXT KEY search (name, description),
      CONSTRAINT products_category FOREIGN KEY (category_id) REFERENCES categories (id) ON DELETE RESTRICT
    ) ${text}`,
    `CREATE TABLE price_history (
      product_id INT UNSIGNED NOT NULL,
      valid_from DATE NOT NULL,
      price DECIMAL(10,2) NOT NULL,
      PRIMARY KEY (product_id, valid_from),
      CONSTRAINT price_history_product FOREIGN KEY (product_id) REFERENCES products (id) ON DELETE CASCADE
    ) ${text}`,
    `CREATE TABLE orders (
      id INT UNSIGNED NOT NULL AUTO_INCREMENT,
      customer_id INT UNSIGNED NOT NULL,
      status ENUM('new','paid','shipped','delivered','returned','cancelled') NOT NULL DEFAULT 'new',
      ordered_at DATETIME NOT NULL,
      paid_at TIMESTAMP NULL DEFAULT NULL,
      shipped_on DATE DEFAULT NULL,
      currency CHAR(3) ${ascii} NOT NULL DEFAULT 'EUR',
      total DECIMAL(12,2) NOT NULL,
      remark VARCHAR(255) DEFAULT NULL,
      PRIMARY KEY (id)
    ) ${text}`,
    `CREATE TABLE order_items (
      order_id INT UNSIGNED NOT NULL,
      line_no TINYINT UNSIGNED NOT NULL,
      product_id INT UNSIGNED NOT NULL,
      quantity SMALLINT UNSIGNED NOT NULL,
      unit_price DECIMAL(10,2) NOT NULL,
      PRIMARY KEY (order_id, line_no)
    ) ${text}`,
    `CREATE TABLE order_log (
      id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
      order_id INT UNSIGNED NOT NULL,
      old_status VARCHAR(12) NOT NULL,
      new_status VARCHAR(12) NOT NULL,
      changed_at TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
      PRIMARY KEY (id),
      KEY order_id (order_id),
      CONSTRAINT order_log_order FOREIGN KEY (order_id) REFERENCES orders (id) ON DELETE CASCADE
    ) ${text} COMMENT='filled by a trigger of orders'`,
    `CREATE TABLE reviews (
      id INT UNSIGNED NOT NULL AUTO_INCREMENT,
      product_id INT UNSIGNED NOT NULL,
      customer_id INT UNSIGNED DEFAULT NULL,
      stars TINYINT NOT NULL,
      body TEXT NOT NULL,
      written_at DATETIME NOT NULL,
      PRIMARY KEY (id),
      KEY product_id (product_id, stars),
      KEY customer_id (customer_id),
      CONSTRAINT reviews_product FOREIGN KEY (product_id) REFERENCES products (id) ON DELETE CASCADE,
      CONSTRAINT reviews_customer FOREIGN KEY (customer_id) REFERENCES customers (id) ON DELETE SET NULL,
      CONSTRAINT reviews_stars CHECK (stars BETWEEN 1 AND 5)
    ) ${text}`,
    `CREATE TABLE visits (
      id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
      visited_on DATE NOT NULL,
      session BINARY(8) NOT NULL,
      customer_id INT UNSIGNED DEFAULT NULL,
      page VARCHAR(100) NOT NULL,
      duration_ms INT UNSIGNED NOT NULL,
      PRIMARY KEY (id, visited_on)
    ) ${text}
    PARTITION BY RANGE COLUMNS (visited_on) (${visitPartitions().join(', ')})`,
    `CREATE TABLE accounts (
      id INT UNSIGNED NOT NULL AUTO_INCREMENT,
      holder VARCHAR(60) NOT NULL,
      balance DECIMAL(14,2) NOT NULL,
      PRIMARY KEY (id),
      CONSTRAINT accounts_no_debt CHECK (balance >= 0)
    ) ${text} COMMENT='transfers only move money: the sum of the balances never changes'`,
    `CREATE TABLE perf_test (
      id INT NOT NULL AUTO_INCREMENT,
      val VARCHAR(108) DEFAULT NULL,
      PRIMARY KEY (id)
    ) ENGINE=InnoDB DEFAULT CHARSET=latin1 COLLATE=latin1_swedish_ci`,
  ];
}

/**
 * Indexes and foreign keys of the large tables: built after the rows are in, which halves the time to make the
 * shop. INPLACE, or a foreign key would copy the table. Foreign key checks must be off; the rows satisfy them.
 */
export const ADD_INDEX_STATEMENTS: readonly string[] = [
  `ALTER TABLE customers
    ADD KEY name (family_name, given_name),
    ADD KEY country_code (country_code),
    ADD KEY referred_by (referred_by),
    ADD CONSTRAINT customers_country FOREIGN KEY (country_code) REFERENCES countries (code) ON UPDATE CASCADE,
    ADD CONSTRAINT customers_referrer FOREIGN KEY (referred_by) REFERENCES customers (id) ON DELETE SET NULL,
    ALGORITHM=INPLACE`,
  `ALTER TABLE orders
    ADD KEY customer_id (customer_id, ordered_at),
    ADD KEY status (status, ordered_at),
    ADD CONSTRAINT orders_customer FOREIGN KEY (customer_id) REFERENCES customers (id) ON DELETE RESTRICT,
    ALGORITHM=INPLACE`,
  `ALTER TABLE order_items
    ADD KEY product_id (product_id),
    ADD CONSTRAINT order_items_order FOREIGN KEY (order_id) REFERENCES orders (id) ON DELETE CASCADE,
    ADD CONSTRAINT order_items_product FOREIGN KEY (product_id) REFERENCES products (id)
      ON DELETE RESTRICT ON UPDATE CASCADE,
    ALGORITHM=INPLACE`,
  'ALTER TABLE visits ADD KEY customer_id (customer_id), ALGORITHM=INPLACE',
  'ALTER TABLE perf_test ADD KEY val (val(2)), ADD KEY val_2 (val(4)), ADD KEY val_3 (val(8)), ALGORITHM=INPLACE',
];

function visitPartitions(): readonly string[] {
  const quarters: string[] = [];
  for (const year of [2023, 2024, 2025]) {
    for (const quarter of [1, 2, 3, 4]) {
      const nextYear = quarter === 4 ? year + 1 : year;
      const nextMonth = quarter === 4 ? '01' : String(quarter * 3 + 1).padStart(2, '0');
      quarters.push(`PARTITION p${year}q${quarter} VALUES LESS THAN ('${nextYear}-${nextMonth}-01')`);
    }
  }
  return [...quarters, 'PARTITION later VALUES LESS THAN (MAXVALUE)'];
}
