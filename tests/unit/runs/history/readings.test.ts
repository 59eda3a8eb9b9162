import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Readings } from '../../../../app/runs/history/readings';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'sluice-readings-'));
});
afterEach(() => rmSync(place, { recursive: true }));

describe('Readings', () => {
  it('name a dump while it is read, however that ends', async () => {
    const readings = new Readings(join(place, 'reading'));
    const found = await readings.during('/dumps/a', () => new Readings(join(place, 'reading')).folders());
    expect(found).toEqual(['/dumps/a']);
    expect(await readings.folders()).toEqual([]);
    const broken = readings.during('/dumps/a', () => Promise.reject(new Error('damaged')));
    await expect(broken).rejects.toThrow('damaged');
    expect(await readings.folders()).toEqual([]);
  });

  it('forget what a killed process has left, and pass over what is no note', async () => {
    const killed = { folder: '/dumps/a', process: { pid: process.pid, began: 'another time' } };
    writeFileSync(join(place, 'killed.json'), JSON.stringify(killed));
    writeFileSync(join(place, 'half.json'), '{"fol');
    expect(await new Readings(place).folders()).toEqual([]);
    expect(readdirSync(place)).toEqual(['half.json']);
  });

  it('stop no work where they can’t be written', async () => {
    writeFileSync(join(place, 'file'), '');
    const readings = new Readings(join(place, 'file', 'reading'));
    expect(await readings.during('/dumps/a', () => Promise.resolve(7))).toBe(7);
    expect(existsSync(join(place, 'file', 'reading'))).toBe(false);
  });
});
