/** `npm run torture` at a small size: each scenario ends with its figures, and all checks hold at the end. */
import { expect, it } from 'vitest';
import type { Ordeal } from '../../bench/torture/ordeal.ts';
import { ORDEALS, tortured } from '../../bench/torture/run.ts';
import { isNightly } from '../support/ring.ts';

const SIZE = isNightly ? 0.1 : 0.02;

const run = async (ordeals: readonly Ordeal[]): Promise<string[]> => {
  const lines: string[] = [];
  await tortured(ordeals, SIZE, (line) => lines.push(line));
  return lines;
};

it('plays every ordeal, and at the end everything holds', async () => {
  const lines = await run(ORDEALS);
  for (const { name, missing } of ORDEALS) {
    const at = lines.findIndex((line) => line.startsWith(`${name}: `));
    expect(at, name).toBeGreaterThanOrEqual(0);
    // The figures, or the reason why the scenario did not run, are on the next line.
    expect(lines[at + 1], name).toMatch(missing?.() === undefined ? /^ {2}\S.* {2,}\S/ : /^ {2}Not run: /);
  }
  expect(lines.at(-1)).toBe('verify holds, and a rebuild gives the tables that are there.');
});

it('ends when something did not hold', async () => {
  const ordeal = ORDEALS.find(({ name }) => name === 'duplicates') as Ordeal;
  const wrong: Ordeal = {
    ...ordeal,
    run: async (place) => {
      const figures = await ordeal.run(place);
      // Deletes an event directly in the database.
      await place.business.execute(`alter table log.event disable trigger all`);
      await place.business.execute(`delete from log.event where position = (select max(position) from log.event)`);
      return figures;
    },
  };
  await expect(run([wrong])).rejects.toThrow(/projector\/(verify|rebuild)\/main.ts failed/);
});
