/**
 * `npm run torture`: runs all ordeals of a server, one after the other, on one business; at the end all invariants must
 * hold, and a rebuild must produce the same tables. `-- kills cuts` runs some of the ordeals, `--long` twenty times as
 * much (hours), `--size 0.05` a twentieth. The exit code is 1 when a check failed.
 */
import { parseArgs } from 'node:util';
import { type Figure, WrongResult } from '../measure.ts';
import { Business } from './business.ts';
import { diskFull } from './disk-full.ts';
import { hostile } from './hostile.ts';
import { kills } from './kills.ts';
import { kurrentdb } from './kurrentdb.ts';
import type { Ordeal } from './ordeal.ts';
import { duplicates, lastUnit } from './races.ts';
import { clock, cuts } from './weather.ts';

export const ORDEALS: readonly Ordeal[] = [duplicates, lastUnit, cuts, clock, kills, hostile, diskFull, kurrentdb];

const LONG = 20;

type Say = (line: string) => void;

export async function torture(args: readonly string[]): Promise<number> {
  const { positionals: names, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { long: { type: 'boolean', default: false }, size: { type: 'string', default: '1' } },
  });
  const say: Say = (line) => void process.stdout.write(`${line}\n`);
  const unknown = names.filter((name) => !ORDEALS.some((ordeal) => ordeal.name === name));
  const size = Number(values.size) * (values.long ? LONG : 1);
  if (unknown.length > 0 || !(size > 0)) {
    for (const { name, about } of ORDEALS) say(`${name.padEnd(10)} ${about}`);
    return 2;
  }
  const chosen = ORDEALS.filter(({ name }) => names.length === 0 || names.includes(name));
  try {
    await tortured(chosen, size, say);
    say('Everything held.');
    return 0;
  } catch (error) {
    if (!(error instanceof WrongResult)) throw error;
    say(`DID NOT HOLD: ${error.message}`);
    return 1;
  }
}

/** Throws WrongResult. */
export async function tortured(ordeals: readonly Ordeal[], size: number, say: Say): Promise<void> {
  const business = new Business();
  await business.start();
  try {
    for (const ordeal of ordeals) {
      say(`${ordeal.name}: ${ordeal.about}${size === 1 ? '' : `; ${size} times that`}`);
      const missing = ordeal.missing?.();
      if (missing !== undefined) say(`  Not run: ${missing}.`);
      else for (const figure of await ordeal.run({ business, size })) say(`  ${lineOf(figure)}`);
    }
    await business.holds();
    say('verify holds, and a rebuild gives the tables that are there.');
  } finally {
    await business.stop();
  }
}

const lineOf = ({ name, value }: Figure): string => `${name.padEnd(24)} ${value}`;
