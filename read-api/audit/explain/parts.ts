/**
 * The parts of a figure. Each part is a figure again, down to single lines: a heading has its accounts, an account with
 * many lines its months, a month its lines. The sum of all parts is the figure.
 */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { forbidden } from '../../../identity/guard.ts';
import type { Person } from '../../../identity/person.ts';
import { readChart } from '../../books/chart.ts';
import { booksPosition, readKnownAt } from '../../books/known-at.ts';
import type { Snapshot } from '../../database/reader.ts';
import { whereAll } from '../../lists/list.ts';
import type { Page } from '../../reports/running.ts';
import { printFigure, reportOf } from './figure.ts';
import { LinePart, lineParts } from './line-parts.ts';
import { counted, fromTable, keyOf, mustSeeLines, readUnit } from './lines.ts';
import {
  DIMENSIONS,
  type Dimension,
  type Figure,
  type FigureQuery,
  type OfDocuments,
  type OfLines,
  type OfQuotient,
  type Unit,
} from './made.ts';
import { namesOfKeys, PartName } from './names.ts';
import { amountOf, makeFigure, partOf, printUnit, termsOf } from './value.ts';

const Text = () => Type.Union([Type.String(), Type.Null()]);
const UNITS = ['base', 'foreign', 'quantity', 'percent', 'count'] as const;

export const Part = Type.Object({
  of: Type.Enum([...DIMENSIONS, 'figure', 'line']),
  /** Its contribution to the sum; the sign of a subtracted figure is inverted. */
  amount: Type.String(),
  /** -1 for a subtracted figure. */
  sign: Type.Enum([1, -1]),
  unit: Type.Enum([...UNITS]),
  /** The reference of this part; null for a line, which `explain/line` explains. */
  figure: Text(),
  /** The name of its account, party, item, inventory, document or month. */
  name: Type.Union([PartName, Type.Null()]),
  line: Type.Union([LinePart, Type.Null()]),
});
export type Part = Static<typeof Part>;

export const Explained = Type.Object({
  /** Null for a quotient whose divisor is zero. */
  amount: Text(),
  unit: Type.Enum([...UNITS]),
  /** How the parts form the figure; a count is the number of its parts. */
  made: Type.Enum(['sum', 'quotient', 'count']),
  of: Part.properties.of,
  /** As known at this position. */
  position: Type.String(),
});
export type Explained = Static<typeof Explained> & { readonly total: number; readonly parts: readonly Part[] };

/** More lines than this are grouped by month, or by document. */
const LINES_MAX = 200;
const OF_MANY: ReadonlySet<Dimension> = new Set(['month', 'document']);

export async function explain(snapshot: Snapshot, figure: Figure, person: Person, page: Page): Promise<Explained> {
  const { permission } = reportOf(figure).route;
  if (!person.can(permission)) throw forbidden(permission);
  const known = await readKnownAt(snapshot, figure['known_at']);
  const requested: FigureQuery = { snapshot, person, figure, known, chart: await readChart(snapshot) };
  const made = await makeFigure(requested);
  const shared = { position: String(known?.position ?? (await booksPosition(snapshot))), unit: made.unit };
  const shown = (parts: readonly Part[], more: Pick<Explained, 'amount' | 'made'>): Explained => ({
    ...shared,
    ...more,
    of: parts[0]?.of ?? 'line',
    total: parts.length,
    parts: parts.slice(page.offset, page.offset + page.perPage),
  });
  if (made.is === 'lines') return { ...shared, ...(await linesExplained(requested, made, page)) };
  if (made.is === 'sum') {
    const terms = (await termsOf(requested, made.terms)).filter(({ value }) => value !== '0');
    const parts = terms.map((term) =>
      part('figure', term.value, term.unit, { ...term, figure: printFigure(term.figure) }),
    );
    return shown(parts, { amount: await amountOf(requested, made), made: 'sum' });
  }
  if (made.is === 'quotient') {
    return shown(await quotientParts(requested, made), { amount: await amountOf(requested, made), made: 'quotient' });
  }
  const documents = await documentParts(requested, made);
  return shown(documents, { amount: String(documents.length), made: 'count' });
}

const part = (of: Part['of'], amount: string, unit: Unit, more: Partial<Part>): Part => {
  const { sign = 1, figure = null, name = null, line = null } = more;
  return { of, amount, sign, unit, figure, name, line };
};

type Divided = Omit<Explained, 'position' | 'unit'>;

async function linesExplained(requested: FigureQuery, lines: OfLines, page: Page): Promise<Divided> {
  const { total, amount: sum, parts: counts } = await counted(lines, requested);
  const amount = printUnit(lines.unit, readUnit(lines.unit, sum));
  const isMany = (dimension: Dimension) => {
    const count = counts.get(dimension) ?? 0;
    // A heading with lines on one account only still shows that account as a part.
    if (dimension === 'account' && lines.accounts) return count > 0 && lines.accounts.length > 1;
    return count > 1 && (total > LINES_MAX || lines.source === 'open' || !OF_MANY.has(dimension));
  };
  const dimension = lines.by.find(isMany);
  if (dimension !== 'account') mustSeeLines(lines, requested);
  if (dimension) {
    const parts = await partsBy(requested, lines, dimension);
    const shown = parts.slice(page.offset, page.offset + page.perPage);
    return { amount, made: 'sum', of: dimension, total: parts.length, parts: shown };
  }
  const found = await lineParts(requested, lines, page);
  const parts = found.map(({ amount: own, line }) => part('line', own, lines.unit, { line }));
  return { amount, made: 'sum', of: 'line', total, parts };
}

/** The non-zero parts by account, month, …: each is the figure restricted to one value. */
async function partsBy(
  { snapshot, chart, figure }: FigureQuery,
  lines: OfLines,
  dimension: Dimension,
): Promise<Part[]> {
  const key = keyOf(lines, dimension);
  const { rows } = await sql<{ key: string; amount: string }>`
    select ${key} as key, sum(${lines.amount}) as amount from ${fromTable(lines)} ${whereAll(lines.where)}
    group by 1 having sum(${lines.amount}) <> 0 order by min(j.effective_at)`.execute(snapshot);
  const ordered = ORDERED.has(dimension) ? rows.toSorted((a, b) => (a.key < b.key ? -1 : 1)) : rows;
  const nameOf = await namesOfKeys(
    snapshot,
    chart,
    dimension,
    ordered.map((row) => row.key),
  );
  return ordered.map((row) =>
    part(dimension, printUnit(lines.unit, readUnit(lines.unit, row.amount)), lines.unit, {
      figure: printFigure({ ...figure, [`in_${dimension}`]: row.key }),
      name: nameOf(row.key),
    }),
  );
}
/** Parts of other dimensions are ordered by their first line. */
const ORDERED: ReadonlySet<Dimension> = new Set(['account', 'month']);

async function quotientParts(requested: FigureQuery, { dividend, divisor }: OfQuotient): Promise<Part[]> {
  const parts = [await partOf(requested, dividend), await partOf(requested, divisor)];
  return parts.map(({ figure, value, unit }) => part('figure', value, unit, { figure: printFigure(figure) }));
}

async function documentParts({ snapshot, chart }: FigureQuery, { of, each }: OfDocuments): Promise<Part[]> {
  const key = keyOf(of, 'document');
  const { rows } = await sql<{ key: string }>`
    select ${key} as key from ${fromTable(of)} ${whereAll(of.where)} group by 1
    order by min(j.effective_at), min(j.position)`.execute(snapshot);
  const nameOf = await namesOfKeys(
    snapshot,
    chart,
    'document',
    rows.map((row) => row.key),
  );
  return rows.map(({ key: document }) =>
    part('document', '1', 'count', {
      figure: printFigure({ ...each, in_document: document }),
      name: nameOf(document),
    }),
  );
}
