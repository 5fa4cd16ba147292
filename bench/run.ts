/**
 * `npm run bench` lists the scenarios, `npm run bench -- append` runs one (or several), with figures as ratios to a
 * reference of the same run; `--size 0.01` runs a hundredth of each. The exit code is 1 when a target was missed, and
 * when a result was wrong.
 */
import { parseArgs } from 'node:util';
import { append } from './append.ts';
import { asAt } from './as-at.ts';
import { backdate } from './backdate.ts';
import { close } from './close.ts';
import { command } from './command.ts';
import { type BenchDatabase, benchDatabase } from './database.ts';
import { demonstration } from './demonstration.ts';
import { demonstrationStart } from './demonstration-start.ts';
import { excel } from './excel.ts';
import { exporting } from './export.ts';
import { importing } from './import.ts';
import { knownAt } from './known-at.ts';
import { lag } from './lag.ts';
import { late } from './late.ts';
import { list } from './list.ts';
import type { Figure, Scenario } from './measure.ts';
import { replay } from './replay.ts';
import { screens } from './screens.ts';
import { seal } from './seal.ts';
import { table } from './table.ts';
import { till } from './till.ts';
import { tillDevice } from './till-device.ts';
import { tillScreen } from './till-screen.ts';

export const SCENARIOS: readonly Scenario[] = [
  append,
  command,
  demonstration,
  demonstrationStart,
  lag,
  replay,
  close,
  asAt,
  knownAt,
  list,
  table,
  backdate,
  late,
  importing,
  exporting,
  excel,
  seal,
  till,
  tillDevice,
  tillScreen,
  screens,
];

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

export async function bench(args: readonly string[]): Promise<number> {
  const { positionals: names, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { size: { type: 'string', default: '1' } },
  });
  const size = Number(values.size);
  if (!(size > 0 && size <= 1)) {
    say(`--size is a share of the whole, above 0 and at most 1, not ${values.size}.`);
    return 2;
  }
  const unknown = names.filter((name) => !SCENARIOS.some((scenario) => scenario.name === name));
  if (names.length === 0 || unknown.length > 0) {
    if (unknown.length > 0) say(`There is no scenario ${unknown.join(', ')}.`);
    for (const { name, about } of SCENARIOS) say(`${name.padEnd(10)} ${about}`);
    return unknown.length > 0 ? 2 : 0;
  }
  let failed = 0;
  for (const scenario of SCENARIOS.filter(({ name }) => names.includes(name))) {
    say(`${scenario.name}: ${scenario.about}${size === 1 ? '' : `; at ${size} of its size, without targets`}`);
    const missing = scenario.missing?.();
    if (missing !== undefined) {
      say(`  Not run: ${missing}.`);
      failed += 1;
      continue;
    }
    const figures = await runScenario(scenario, size);
    for (const figure of figures) say(`  ${lineOf(figure)}`);
    failed += figures.filter(({ target }) => target?.reached === false).length;
  }
  return failed === 0 ? 0 : 1;
}

/** On a separate database. Targets apply to the full size: figures of a smaller run have none. Throws WrongResult. */
export async function runScenario(
  scenario: Scenario,
  size: number,
  openDatabase: () => Promise<BenchDatabase> = benchDatabase,
): Promise<readonly Figure[]> {
  const database = await openDatabase();
  try {
    const figures = await scenario.run({ size, databaseUrl: database.url, serverUrl: database.serverUrl });
    return size === 1 ? figures : figures.map(({ target: _, ...figure }) => figure);
  } finally {
    await database.close();
  }
}

function lineOf({ name, value, reference, target }: Figure): string {
  const compared = reference ? `  ${reference.ratio.toFixed(2)} × ${reference.name} (${reference.value})` : '';
  const judged = target ? `  ${target.reached ? 'reached' : 'MISSED'}: ${target.text}` : '';
  return `${name.padEnd(24)} ${value.padStart(18)}${compared}${judged}`;
}

if (import.meta.main) process.exitCode = await bench(process.argv.slice(2));
