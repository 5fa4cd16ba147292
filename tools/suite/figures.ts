/**
 * The figures of the repository, each with its bound: what the tests of tidiness count. `npm run check` prints all of
 * them as one table.
 */
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Type } from 'typebox';
import { checked } from '../../domain/schemas/checked.schema.ts';

const figure = checked('a figure', Type.Object({ what: Type.String(), count: Type.Integer(), bound: Type.Integer() }));
type Figure = ReturnType<typeof figure.read>;

/** Of the processes that run the tests: the file that keeps their figures. */
const KEPT = 'KEPT_FIGURES';

/** Prints a figure, and keeps it for the table. A bound falls when something is mended, and is never raised. */
export function tell(what: string, count: number, bound: number): void {
  process.stdout.write(`${what}: ${count} of at most ${bound}\n`);
  const kept = process.env[KEPT];
  if (kept !== undefined) appendFileSync(kept, `${JSON.stringify({ what, count, bound })}\n`);
}

/** Returns the figures that were told meanwhile, and what the work returned. */
export function figuresOf<Result>(work: () => Result): {
  readonly figures: readonly Figure[];
  readonly result: Result;
} {
  const folder = mkdtempSync(join(tmpdir(), 'daftar-figures-'));
  const file = join(folder, 'figures');
  const outer = process.env[KEPT];
  process.env[KEPT] = file;
  try {
    const result = work();
    const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
    // A test that is repeated tells its figure again.
    const last = new Map(lines.map((line) => figure.parse(line)).map((each) => [each.what, each]));
    return { figures: [...last.values()].toSorted((a, b) => (a.what < b.what ? -1 : 1)), result };
  } finally {
    if (outer === undefined) delete process.env[KEPT];
    else process.env[KEPT] = outer;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One line for each figure: what, its figure, its bound. */
export function tableOf(figures: readonly Figure[]): readonly string[] {
  const rows = [
    ['figure', 'now', 'at most'] as const,
    ...figures.map((f) => [f.what, `${f.count}`, `${f.bound}`] as const),
  ];
  const width = (column: 0 | 1 | 2) => Math.max(...rows.map((row) => row[column].length));
  const [first, second, third] = [width(0), width(1), width(2)];
  return rows.map(([what, now, most]) => `${what.padEnd(first)}  ${now.padStart(second)}  ${most.padStart(third)}`);
}
