/**
 * Which mutants a run tries: of every file of the domain a fixed sample, the same for the same code. The switched
 * sources are written to the folder of the run; the working tree is only read.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SYSTEM_KEYS } from '../../domain/chart/chart.ts';
import { ROOT } from '../../launcher/machine/root.ts';
import { repositoryFiles, sourceFiles } from '../../tools/suite/import-graph.ts';
import { EQUIVALENT, type Equivalent } from './equivalent.ts';
import { type Plan, planIn } from './run-folder.ts';
import { type Mutant, mutantsOf, switched } from './sites.ts';
import { type SqlMutant, sqlMutantsOf } from './sql-sites.ts';

/** Declarations of fields and tables are read by the API and the screens; their conditions are few. */
const DECLARATION = /\.(document|record|schema)\.ts$/;

const CLAIMS = /^migrations\/functions\/claim\..*\.sql$/;

/** One mutant of so many is tried. */
const SHARES: readonly (readonly [RegExp, number])[] = [
  [/^domain\/(posting|costing)\//, 3],
  [/^domain\//, 16],
];

/** Every mutant of the domain, those that change nothing too. */
export const allMutants = (): readonly Mutant[] => ofFiles(domainFiles());

/** The sample of the domain, or every mutant of the named files. */
export function chosenMutants(named: readonly string[]): readonly Mutant[] {
  if (named.length > 0) return ofFiles(named.filter((file) => file.startsWith('domain/'))).filter(isDifferent);
  return allMutants().filter((mutant) => isSampled(mutant) && isDifferent(mutant));
}

/** Every mutant of the functions of the claims, or of the named ones. */
export function chosenSql(named: readonly string[], known: readonly Equivalent[] = EQUIVALENT): readonly SqlMutant[] {
  const files = repositoryFiles().filter((file) => CLAIMS.test(file));
  const wanted = named.length > 0 ? files.filter((file) => named.includes(file)) : files;
  const left = new Set(known.map(({ key }) => key));
  return wanted.flatMap((file) => sqlMutantsOf(file, textOf(file))).filter(({ key }) => !left.has(key));
}

const domainFiles = (): readonly string[] =>
  sourceFiles().filter((file) => file.startsWith('domain/') && !DECLARATION.test(file));
const ofFiles = (files: readonly string[]): readonly Mutant[] =>
  files.flatMap((file) => mutantsOf(file, textOf(file), SYSTEM_KEYS));

const KNOWN = new Set(EQUIVALENT.map(({ key }) => key));
const isDifferent = ({ key }: Mutant): boolean => !KNOWN.has(key);

function isSampled({ file, key }: Mutant): boolean {
  const [, share = 1] = SHARES.find(([path]) => path.test(file)) ?? [];
  return hashOf(key) % share === 0;
}

/** Writes the plan and the switched sources into the folder. */
export function prepare(mutants: readonly Mutant[], folder: string): Plan {
  const byFile = Map.groupBy(
    mutants.map((mutant, number) => ({ mutant, number })),
    ({ mutant }) => mutant.file,
  );
  for (const [file, own] of byFile) {
    const numbers = new Map(own.map(({ mutant, number }) => [mutant.key, number]));
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), switched(file, textOf(file), SYSTEM_KEYS, numbers));
  }
  const plan: Plan = { mutants, files: [...byFile.keys()] };
  writeFileSync(planIn(folder), JSON.stringify(plan));
  return plan;
}

const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** FNV-1a, mixed once more, because its low bits follow those of the text. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad);
  return (hash ^ (hash >>> 15)) >>> 0;
}
