import { describe, expect, it } from 'vitest';
import { FollowedSettings, UNSET } from '../../../../app/format/script/settings';

function after(...statements: readonly string[]) {
  const settings = new FollowedSettings();
  const outcomes = statements.map((statement) => settings.follow(statement).kind);
  return { now: settings.now, outcomes };
}

describe('the settings of a script', () => {
  it('are followed through what mysqldump saves, sets and restores', () => {
    const begin = [
      '/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */',
      '/*!50503 SET NAMES utf8mb4 */',
      '/*!40103 SET @OLD_TIME_ZONE=@@TIME_ZONE */',
      "/*!40103 SET TIME_ZONE='+00:00' */",
      "/*!40101 SET @OLD_SQL_MODE=@@SQL_MODE, SQL_MODE='NO_AUTO_VALUE_ON_ZERO' */",
      '/*!40014 SET @OLD_UNIQUE_CHECKS=@@UNIQUE_CHECKS, UNIQUE_CHECKS=0 */',
    ];
    const { now, outcomes } = after(...begin);
    expect(now).toEqual({
      character_set_client: 'utf8mb4',
      collation_connection: null,
      sql_mode: 'NO_AUTO_VALUE_ON_ZERO',
      time_zone: '+00:00',
    });
    expect(new Set(outcomes)).toEqual(new Set(['followed']));
    expect(
      after(...begin, '/*!40103 SET TIME_ZONE=@OLD_TIME_ZONE */', '/*!40101 SET SQL_MODE=@OLD_SQL_MODE */')
        .now,
    ).toMatchObject({ sql_mode: null, time_zone: null });
  });

  it('are those around a stored object', () => {
    const { now } = after(
      '/*!50003 SET @saved_sql_mode       = @@sql_mode */ ',
      '/*!50003 SET character_set_client  = latin1 */ ',
      '/*!50003 SET collation_connection  = latin1_swedish_ci */ ',
      "/*!50003 SET sql_mode              = 'STRICT_TRANS_TABLES,NO_ZERO_DATE' */ ",
    );
    expect(now).toEqual({
      character_set_client: 'latin1',
      collation_connection: 'latin1_swedish_ci',
      sql_mode: 'STRICT_TRANS_TABLES,NO_ZERO_DATE',
      time_zone: null,
    });
  });

  it('take the collation of SET NAMES', () => {
    expect(after('SET NAMES utf8mb4 COLLATE utf8mb4_bin').now).toMatchObject({
      character_set_client: 'utf8mb4',
      collation_connection: 'utf8mb4_bin',
    });
    expect(
      after("SET NAMES 'utf8mb4' COLLATE 'utf8mb4_bin'", 'SET NAMES latin1').now.collation_connection,
    ).toBeNull();
  });

  it.each(['SET SQL_MODE = "NO_AUTO_VALUE_ON_ZERO"', 'SET time_zone = "+00:00"', 'SET AUTOCOMMIT = 0'])(
    'know phpMyAdmin’s %s',
    (statement) => {
      expect(after(statement).outcomes).toEqual(['followed']);
    },
  );

  it.each([
    ["SET @@GLOBAL.GTID_PURGED=/*!80000 '+'*/ 'a1b2:1-77'", 'replication'],
    ["SET GLOBAL gtid_slave_pos='0-1-5'", 'replication'],
    ['SET @MYSQLDUMP_TEMP_LOG_BIN = @@SESSION.SQL_LOG_BIN', 'followed'],
    ['SET @@SESSION.SQL_LOG_BIN= 0', 'followed'],
    ['/*!50606 SET GLOBAL INNODB_STATS_AUTO_RECALC=OFF */', 'followed'],
    ['SET GLOBAL max_connections = 5', 'unknown'],
    ["SET PASSWORD = 'x'", 'unknown'],
    ['SET default_storage_engine = MyISAM', 'followed'],
    ['SET GLOBAL default_storage_engine = MyISAM', 'unknown'],
    ['SET innodb_lock_wait_timeout = 5', 'unknown'],
  ])('takes %s as %s', (statement, kind) => {
    expect(after(statement).outcomes).toEqual([kind]);
  });

  it('begin as nobody has set them', () => {
    expect(after().now).toEqual(UNSET);
  });
});
