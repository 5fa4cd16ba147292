/**
 * `npm run bench` lists the scenarios, `npm run bench -- append` runs one (or several), with figures as ratios
 * against a reference of the same run. The exit code is 1 when a result was wrong or a target was missed.
 */
import { append } from './append.ts';
import { asAt } from './as-at.ts';
import { backdate } from './backdate.ts';
import { close } from './close.ts';
import { command } from './command.ts';
import { importing } from './import.ts';
import { knownAt } from './known-at.ts';
import { lag } from './lag.ts';
import { list } from './list.ts';
import type { Figure, Scenario } from './measure.ts';
import { replay } from './replay.ts';
import { seal } from './seal.ts';
import { table } from './table.ts';

const SCENARIOS: readonly Scenario[] = [
  append,
  command,
  lag,
  replay,
  close,
  asAt,
  knownAt,
  list,
  table,
  backdate,
  importing,
  seal,
];

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

export async function bench(names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => !SCENARIOS.some((scenario) => scenario.name === name));
  if (names.length === 0 || unknown.length > 0) {
    if (unknown.length > 0) say(`There is no scenario ${unknown.join(', ')}.`);
    for (const { name, about } of SCENARIOS) say(`${name.padEnd(10)} ${about}`);
    return unknown.length > 0 ? 2 : 0;
  }
  let missed = 0;
  for (const scenario of SCENARIOS.filter(({ name }) => names.includes(name))) {
    say(`${scenario.name}: ${scenario.about}`);
    const figures = await scenario.run();
    for (const figure of figures) say(`  ${lineOf(figure)}`);
    missed += figures.filter(({ target }) => target?.reached === false).length;
  }
  return missed === 0 ? 0 : 1;
}

function lineOf({ name, value, reference, target }: Figure): string {
  const compared = reference ? `  ${reference.ratio.toFixed(2)} × ${reference.name} (${reference.value})` : '';
  const judged = target ? `  ${target.reached ? 'reached' : 'MISSED'}: ${target.text}` : '';
  return `${name.padEnd(24)} ${value.padStart(18)}${compared}${judged}`;
}

if (import.meta.main) process.exitCode = await bench(process.argv.slice(2));
