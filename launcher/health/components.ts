/**
 * `npm audit --omit=dev --json | npm run --silent components`: stores when each vulnerability of a dependency was first
 * seen, and reports until when a fixed version must be installed (docs/security.md, *Components of others*). `doctor`
 * reports a check older than a week, and overdue fixes. Uses no network itself.
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Type } from 'typebox';
import { checked } from '../../domain/schemas/checked.schema.ts';
import { isObject, membersOf } from '../../domain/values/members.ts';
import { prepareDataFolder } from '../machine/preflight.ts';

const FILE = 'components.json';
const DAY_MS = 86_400_000;
const LOOKED_DAYS_MAX = 7;
/** Days until a fix, by npm's severity, unless a person has assessed the vulnerability. */
const DAYS: Readonly<Record<string, number>> = { critical: 3, high: 14 };
const DAYS_OF_OTHERS = 90;

export interface Weakness {
  readonly severity: string;
  /** The day on which it was first seen: `2026-03-11`. */
  readonly since: string;
}
export interface Components {
  readonly looked_at: string;
  /** Keyed by package name. */
  readonly weaknesses: Readonly<Record<string, Weakness>>;
}

const KEPT = checked(
  `the file ${FILE}`,
  Type.Object({
    looked_at: Type.String(),
    weaknesses: Type.Record(Type.String(), Type.Object({ severity: Type.String(), since: Type.String() })),
  }),
);

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);
export const dueOn = ({ severity, since }: Weakness): string =>
  dayOf(new Date(Date.parse(since) + (DAYS[severity] ?? DAYS_OF_OTHERS) * DAY_MS));

/**
 * The result of `npm audit --json`, with the days on which its vulnerabilities were first seen. Throws for any other
 * input.
 */
export function afterLooking(report: unknown, before: Components | undefined, now: Date): Components {
  const { vulnerabilities: found } = membersOf(report);
  if (!isObject(found)) throw new Error('this is not what "npm audit --json" prints');
  const today = dayOf(now);
  const weaknesses = Object.entries(found).map(([name, weakness]): [string, Weakness] => [
    name,
    { severity: String(membersOf(weakness)['severity']), since: before?.weaknesses[name]?.since ?? today },
  ]);
  return { looked_at: today, weaknesses: Object.fromEntries(weaknesses) };
}

/** Each vulnerability with the last day for its fix, earliest first. */
const linesOf = ({ weaknesses }: Components): string[] =>
  Object.entries(weaknesses)
    .map(([name, weakness]) => `${dueOn(weakness)}  ${name} (${weakness.severity}, known since ${weakness.since})`)
    .sort();

const overdue = ({ weaknesses }: Components, now: Date): string[] =>
  Object.entries(weaknesses)
    .filter(([, weakness]) => dueOn(weakness) < dayOf(now))
    .map(([name, weakness]) => `${name} (until ${dueOn(weakness)})`);

function readComponents(dataDir: string): Components | undefined {
  const file = join(dataDir, FILE);
  return existsSync(file) ? KEPT.parse(readFileSync(file, 'utf8')) : undefined;
}

/** For doctor. Throws an error with the problems. */
export function describeComponents(dataDir: string, now: Date): string {
  const known = readComponents(dataDir);
  if (!known) return 'nobody has looked yet: npm audit --omit=dev --json | npm run --silent components';
  const late = overdue(known, now);
  if (late.length > 0) throw new Error(`over the time for taking a version that mends them: ${late.join(', ')}`);
  const days = Math.floor((Date.parse(dayOf(now)) - Date.parse(known.looked_at)) / DAY_MS);
  if (days > LOOKED_DAYS_MAX) throw new Error(`nobody has looked for ${days} days, since ${known.looked_at}`);
  const count = Object.keys(known.weaknesses).length;
  return `looked at on ${known.looked_at}, ${count === 0 ? 'no weakness is known' : `${count} known, all within their time`}`;
}

/** Exit code 1 when a fix is overdue. */
export async function components(
  say: (line: string) => void = (line) => void process.stdout.write(`${line}\n`),
  input: NodeJS.ReadableStream = process.stdin,
  now: Date = new Date(),
): Promise<number> {
  const dataDir = prepareDataFolder(process.env['DATA_DIR'] ?? 'data');
  const known = afterLooking(JSON.parse(await text(input)), readComponents(dataDir), now);
  writeFileSync(join(dataDir, FILE), `${JSON.stringify(known, undefined, 2)}\n`, { mode: 0o600 });
  for (const line of linesOf(known)) say(line);
  const late = overdue(known, now);
  say(late.length === 0 ? describeComponents(dataDir, now) : `Over their time: ${late.join(', ')}`);
  return late.length === 0 ? 0 : 1;
}
