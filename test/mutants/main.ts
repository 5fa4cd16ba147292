/**
 * `npm run test:mutants`: makes small errors in the domain and in the SQL of the claims, one at a time, and counts those
 * that a test catches. The shares of score.json may only rise. Names of files try every error of these files; `domain` and
 * `claims` try one half of the sample.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../launcher/machine/root.ts';
import { StartupError } from '../../launcher/machine/startup-error.ts';
import { EQUIVALENT } from './equivalent.ts';
import { chosenMutants, chosenSql } from './plan.ts';
import { type Outcome, triedInDomain, triedInSql } from './run.ts';

const SCORE = join(ROOT, 'test/mutants/score.json');
const RAISE = '--raise';
/** The two halves of a whole run. */
const HALVES = ['domain', 'claims'];

export interface Count {
  readonly mutants: number;
  readonly caught: number;
}

/** By area: `posting`, `costing`, `domain` for the rest of it, `claims` for their SQL. */
export type Score = Readonly<Record<string, Count>>;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Exit code: 1 when the share of an area has fallen. Throws StartupError. */
export async function mutants(args: readonly string[]): Promise<number> {
  const halves = HALVES.filter((half) => args.includes(half));
  const named = args.filter((argument) => argument !== RAISE && !HALVES.includes(argument));
  const unknown = named.find((file) => !/^domain\/.*\.ts$|^migrations\/functions\/claim\..*\.sql$/.test(file));
  if (unknown !== undefined) throw new StartupError(`"${unknown}" is no file of the domain and no function of claims.`);
  const startedMs = performance.now();
  const isWanted = (half: string) => named.length > 0 || halves.length === 0 || halves.includes(half);
  const ofDomain = isWanted('domain') ? chosenMutants(named) : [];
  const ofSql = isWanted('claims') ? chosenSql(named) : [];
  say(`${ofDomain.length} errors in the domain, ${ofSql.length} in the SQL of the claims.`);
  const tried = [
    ofDomain.length > 0 ? await triedInDomain(ofDomain) : undefined,
    ofSql.length > 0 ? await triedInSql(ofSql) : undefined,
  ].filter((outcomes) => outcomes !== undefined);
  for (const line of tried.flatMap(({ unusable }) => unusable)) say(`Shows nothing: ${line}`);
  const outcomes = tried.flatMap(({ all }) => all);
  for (const line of survivors(outcomes)) say(line);
  const score = scoreOf(outcomes);
  for (const [area, count] of Object.entries(score)) say(`${area}: ${saidOf(count)}`);
  say(`${EQUIVALENT.length} errors that change nothing are left out: test/mutants/equivalent.ts has the reasons.`);
  say(`${saidOf(total(score))}, in ${Math.round((performance.now() - startedMs) / 1000)} s`);
  if (named.length > 0) return 0;
  const kept = JSON.parse(readFileSync(SCORE, 'utf8')) as Score;
  const isTried = (area: string) => isWanted(area === 'claims' ? 'claims' : 'domain');
  const fallen = fallenIn(score, Object.fromEntries(Object.entries(kept).filter(([area]) => isTried(area))));
  for (const line of fallen) say(line);
  if (args.includes(RAISE) && fallen.length === 0) {
    writeFileSync(SCORE, `${JSON.stringify({ ...kept, ...score }, null, 2)}\n`);
  }
  return fallen.length === 0 ? 0 : 1;
}

/** A sentence for each area whose share is lower than before. */
export function fallenIn(score: Score, kept: Score): readonly string[] {
  return Object.entries(kept).flatMap(([area, before]) => {
    const now = score[area] ?? { mutants: 0, caught: 0 };
    // Compared as fractions, without rounding.
    const isLower = now.caught * before.mutants < before.caught * now.mutants || now.mutants === 0;
    return isLower ? [`The share of ${area} has fallen: ${saidOf(now)}, before ${saidOf(before)}.`] : [];
  });
}

export function survivors(outcomes: readonly Outcome[]): readonly string[] {
  return outcomes
    .filter(({ fate }) => fate !== 'caught')
    .toSorted((a, b) => a.mutant.file.localeCompare(b.mutant.file) || a.mutant.line - b.mutant.line)
    .map(({ mutant: { file, line, key }, fate }) => `${fate}: ${file}:${line}${key.slice(file.length + 1)}`);
}

export function scoreOf(outcomes: readonly Outcome[]): Score {
  const byArea = Map.groupBy(outcomes, ({ mutant }) => areaOf(mutant.file));
  return Object.fromEntries(
    [...byArea].map(([area, own]) => {
      const caught = own.filter(({ fate }) => fate === 'caught').length;
      return [area, { mutants: own.length, caught }];
    }),
  );
}

const areaOf = (file: string): string =>
  /^domain\/(posting|costing)\//.exec(file)?.[1] ?? (file.startsWith('domain/') ? 'domain' : 'claims');

const total = (score: Score): Count => ({
  mutants: Object.values(score).reduce((sum, { mutants: count }) => sum + count, 0),
  caught: Object.values(score).reduce((sum, { caught }) => sum + caught, 0),
});

const saidOf = ({ mutants: count, caught }: Count): string =>
  `${caught} of ${count} errors caught (${((caught / Math.max(count, 1)) * 100).toFixed(1)} %)`;
