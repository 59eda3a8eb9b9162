import { describe, expect, it } from 'vitest';
import { renamedReferences } from '../../../../app/target/names/rename-references';

const TABLE = [
  'CREATE TABLE `orders` (',
  '  `id` bigint(20) NOT NULL DEFAULT nextval(`sh``op`.`order_ids`),',
  "  `note` varchar(50) DEFAULT 'REFERENCES `crm`.`x`',",
  '  PRIMARY KEY (`id`),',
  '  CONSTRAINT `to_crm` FOREIGN KEY (`c`) REFERENCES `crm`.`contacts` (`id`),',
  '  CONSTRAINT `inside` FOREIGN KEY (`p`) REFERENCES `products` (`id`)',
  ') ENGINE=InnoDB',
].join('\n');

const rename = (target: string, schemaMap: Record<string, string>) =>
  renamedReferences(TABLE, { source: 'sh`op', target, schemaMap, tableRenames: [] });

describe('renamedReferences', () => {
  it('follows another schema that is renamed, in foreign keys only', () => {
    const renamed = rename('sh`op', { crm: 'crm_copy' });
    expect(renamed).toContain('REFERENCES `crm_copy`.`contacts`');
    expect(renamed).toContain("'REFERENCES `crm`.`x`'");
    expect(renamed).toContain('REFERENCES `products`');
  });

  it('lets a default ask the sequence of the new schema', () => {
    expect(rename('copy', {})).toContain('nextval(`copy`.`order_ids`)');
  });

  it('follows tables that are renamed: its own name, and the parents of foreign keys', () => {
    const renamed = renamedReferences(TABLE, {
      ...{ source: 'sh`op', target: 'sh`op', schemaMap: {} },
      tableRenames: [
        { schema: 'sh`op', table: 'orders', to: 'purch`ases' },
        { schema: 'sh`op', table: 'products', to: 'goods' },
        { schema: 'crm', table: 'contacts', to: 'people' },
      ],
    });
    expect(renamed).toContain('CREATE TABLE `purch``ases` (');
    expect(renamed).toContain('REFERENCES `goods` (`id`)');
    expect(renamed).toContain('REFERENCES `crm`.`people` (`id`)');
    expect(renamed).toContain("'REFERENCES `crm`.`x`'");
  });

  it('changes nothing where no schema has another name', () => {
    expect(rename('sh`op', {})).toBe(TABLE);
  });
});
