import { describe, expect, it } from 'vitest';
import { withoutTriggerSchema } from '../../../../app/catalog/definition/trigger-head';

const BODY = 'FOR EACH ROW INSERT INTO shop.log VALUES (NEW.id)';

describe('withoutTriggerSchema', () => {
  it.each([
    [
      'bare names',
      `CREATE DEFINER=\`root\`@\`%\` TRIGGER shop.stamp BEFORE INSERT ON shop.orders ${BODY}`,
      `CREATE DEFINER=\`root\`@\`%\` TRIGGER stamp BEFORE INSERT ON orders ${BODY}`,
    ],
    [
      'quoted names with dots, quotes and the word ON in them',
      `CREATE TRIGGER \`s.\`\`p\` . \`a ON b.c\` AFTER UPDATE ON \`s.\`\`p\`.\`t.t\` ${BODY}`,
      `CREATE TRIGGER \`a ON b.c\` AFTER UPDATE ON \`t.t\` ${BODY}`,
    ],
    [
      'ANSI quotes and line breaks',
      `create\nTRIGGER if not exists "shop"."stamp"\nbefore delete\non "shop"."orders"\n${BODY}`,
      `create\nTRIGGER if not exists "stamp"\nbefore delete\non "orders"\n${BODY}`,
    ],
    [
      'a name in letters of another script',
      `CREATE TRIGGER лавка.след BEFORE INSERT ON лавка.заказы ${BODY}`,
      `CREATE TRIGGER след BEFORE INSERT ON заказы ${BODY}`,
    ],
  ])('takes the schema away: %s', (_, definition, without) => {
    expect(withoutTriggerSchema(definition)).toBe(without);
  });

  it.each([
    `CREATE DEFINER=\`root\`@\`%\` TRIGGER stamp BEFORE INSERT ON orders ${BODY}`,
    `CREATE TRIGGER \`stamp\` AFTER INSERT ON \`orders\` ${BODY}`,
  ])('leaves a definition without it as it is', (definition) => {
    expect(withoutTriggerSchema(definition)).toBe(definition);
  });
});
