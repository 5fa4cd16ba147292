/** The progress of the demonstration: on a terminal in one line, elsewhere in lines. */
import { expect, it } from 'vitest';
import { Progress } from '../../tools/demo/progress.ts';

const ITEMS = 1_200;
const DAYS = 180;

function written(isTTY: boolean): string {
  let text = '';
  const progress = new Progress({ isTTY, write: (more) => (text += more) });
  for (let item = 1; item <= ITEMS; item += 1) progress.registered(item, ITEMS);
  for (let day = 1; day <= DAYS; day += 1) progress.traded(day, DAYS);
  progress.finished();
  return text;
}

it('writes over its line on a terminal, with each per cent once and a line end after the last', () => {
  const text = written(true);
  expect(text.endsWith('\r  Entered 100 %\n')).toBe(true);
  expect(text.slice(0, -1)).not.toContain('\n');
  const told = [...text.matchAll(/Entered (\d+) %/g)].map(([, percent]) => Number(percent));
  expect(told).toEqual([...Array.from({ length: 98 }, (_, percent) => percent), 100]);
});

it('writes a line for every tenth elsewhere', () => {
  const lines = Array.from({ length: 10 }, (_, tenth) => `  Entered ${(tenth + 1) * 10} %\n`);
  expect(written(false)).toBe(lines.join(''));
});

it('tells the end of the smallest demonstration too', () => {
  let text = '';
  const progress = new Progress({ write: (more) => (text += more) });
  progress.traded(1, 1);
  progress.finished();
  expect(text).toBe('  Entered 90 %\n  Entered 100 %\n');
});
