/**
 * The views, routines and triggers, in an order in which each finds what it uses. They are created after the
 * rows are in, or the trigger would run for each of them.
 *
 * `bestsellers` is a view on a view whose name comes after its own: creating views by name alone fails.
 */
export const CREATE_OBJECT_STATEMENTS: readonly string[] = [
  `CREATE VIEW product_sales AS
    SELECT p.id AS product_id, p.name, p.category_id, SUM(i.quantity) AS sold, SUM(i.quantity * i.unit_price) AS revenue
    FROM products p JOIN order_items i ON i.product_id = p.id
    GROUP BY p.id, p.name, p.category_id`,
  `CREATE VIEW bestsellers AS
    SELECT s.product_id, s.name, c.name AS category, s.sold
    FROM product_sales s JOIN categories c ON c.id = s.category_id
    WHERE s.sold >= 100`,
  `CREATE FUNCTION order_total(wanted INT UNSIGNED) RETURNS DECIMAL(12,2)
    READS SQL DATA
    COMMENT 'the sum of an order''s lines'
    RETURN (SELECT COALESCE(SUM(quantity * unit_price), 0) FROM order_items WHERE order_id = wanted)`,
  `CREATE PROCEDURE transfer(IN from_account INT UNSIGNED, IN to_account INT UNSIGNED, IN amount DECIMAL(14,2))
    MODIFIES SQL DATA
    BEGIN
      DECLARE locked INT UNSIGNED;
      DECLARE EXIT HANDLER FOR SQLEXCEPTION
      BEGIN
        ROLLBACK;
        RESIGNAL;
      END;
      START TRANSACTION;
      -- Both rows are locked in the order of the key, so that two opposite transfers can't deadlock.
      SELECT COUNT(*) INTO locked FROM accounts WHERE id IN (from_account, to_account) FOR UPDATE;
      UPDATE accounts SET balance = balance - amount WHERE id = from_account AND balance >= amount;
      IF ROW_COUNT() = 1 THEN
        UPDATE accounts SET balance = balance + amount WHERE id = to_account;
      END IF;
      COMMIT;
    END`,
  `CREATE TRIGGER orders_log_status AFTER UPDATE ON orders FOR EACH ROW
    IF OLD.status <> NEW.status THEN
      INSERT INTO order_log (order_id, old_status, new_status) VALUES (NEW.id, OLD.status, NEW.status);
    END IF`,
];
