import { join } from 'path';
import { afterAll, describe, expect, it } from 'vitest';
import { parsePassword, passwordOfOptionFile } from '../../../app/profiles/option-file';
import { TestFolders } from '../harness/dump-folder';
import { failingWith } from '../harness/failure';

const folders = new TestFolders();
afterAll(() => {
  folders.clear();
});
const inClient = (line: string) => parsePassword(`[client]\n${line}\n`);

describe('parsePassword', () => {
  it.each([
    ['password=hunter2', 'hunter2'],
    ['  password  =  hunter2  ', 'hunter2'],
    ['loose-password=hunter2', 'hunter2'],
    ['password="two words"', 'two words'],
    ["password='it''", "it'"],
    ['password="a#b"', 'a#b'],
    ['password="a#b" # mine', 'a#b'],
    ['password=hunter2 # mine', 'hunter2'],
    ['password="a\\"b"', 'a"b'],
    ['password=a\\sb\\tc', 'a b\tc'],
    ['password=C:\\\\x', 'C:\\x'],
    ['password=pa\\word', 'pa\\word'],
    ['password=', ''],
    ['password=ü€', 'ü€'],
  ])('reads %s as the servers’ own clients do', (line, password) => {
    expect(inClient(line)).toBe(password);
  });

  it('takes the last one of its groups', () => {
    expect(parsePassword('[client]\npassword=a\n[sluice]\npassword=b\n')).toBe('b');
  });

  it('leaves the passwords of other groups alone', () => {
    expect(parsePassword('password=x\n[mysqld]\npassword=y\n')).toBeNull();
    expect(parsePassword('[client]\npassword=a\n[mysqldump]\npassword=b\n')).toBe('a');
  });

  it('takes no comment and no other option for a password', () => {
    expect(parsePassword('[client]\n#password=x\n;password=y\nuser=z\npassword_file=w\n')).toBeNull();
  });

  it('reads files from Windows', () => {
    expect(parsePassword('[client]\r\npassword=hunter2\r\n')).toBe('hunter2');
  });
});

describe('passwordOfOptionFile', () => {
  it('reads the file, and says where it can’t', () => {
    const file = join(folders.make([['my.cnf', '[client]\npassword=hunter2\n']]), 'my.cnf');
    expect(passwordOfOptionFile(file)).toBe('hunter2');
    expect(() => passwordOfOptionFile(folders.free())).toThrow(failingWith('usage'));
  });
});
