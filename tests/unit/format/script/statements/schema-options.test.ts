import { describe, expect, it } from 'vitest';
import { schemaOptions } from '../../../../../app/format/script/statements/schema-options';

describe('schemaOptions', () => {
  it.each([
    ['CREATE DATABASE `a`', ''],
    ['create schema if not exists a', ''],
    ['CREATE DATABASE `a` /* !40100 DEFAULT CHARACTER SET utf8 */', ''],
    ['CREATE DATABASE a -- the default\n CHARACTER SET utf8', ' CHARACTER SET utf8'],
    ['CREATE DATABASE a COLLATE latin1_bin # the end', ' COLLATE latin1_bin'],
    ['CREATE DATABASE a ENCRYPTION = "N"', ' ENCRYPTION = "N"'],
    [
      "CREATE SCHEMA a COMMENT 'all -- of # it' COLLATE latin1_bin",
      " COMMENT 'all -- of # it' COLLATE latin1_bin",
    ],
    ['/*!40100 CREATE DATABASE a DEFAULT CHARACTER SET utf8 */', ' DEFAULT CHARACTER SET utf8'],
    ['CREATE DATABASE /*!32312 IF NOT EXISTS `a`*/', ''],
    ['CREATE DATABASE /*!32312 IF NOT EXISTS `a` */ DEFAULT CHARSET=utf8', ' DEFAULT CHARSET=utf8'],
    [
      "CREATE DATABASE /*!32312 IF NOT EXISTS*/ `a` /*!40100 DEFAULT CHARACTER SET utf8mb4 */ /*!80016 DEFAULT ENCRYPTION='N' */",
      " /*!40100 DEFAULT CHARACTER SET utf8mb4 */ /*!80016 DEFAULT ENCRYPTION='N' */",
    ],
  ])('of %s', (create, options) => {
    expect(schemaOptions(create)).toBe(options);
  });
});
