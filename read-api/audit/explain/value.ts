/** The amount of a figure, computed from its lines. */
import { sql } from 'kysely';
import { printMoney, toMoney } from '../../../domain/values/money.ts';
import { printQuantity, toQuantity } from '../../../domain/values/quantity.ts';
import { whereAll } from '../../lists/list.ts';
import { reportOf } from './figure.ts';
import { counted, fromTable, keyOf, narrowed, readUnit } from './lines.ts';
import type { Figure, FigureQuery, Made, OfDocuments, Term, Unit } from './made.ts';
import { notAFigure } from './not-a-figure.ts';

export async function makeFigure(requested: FigureQuery): Promise<Made> {
  const made = await reportOf(requested.figure).make(requested);
  if (made.is === 'lines') return narrowed(made, requested);
  // The change of a quotient or a count is not a sum of lines.
  if (made.is !== 'sum' && requested.figure['since'] !== undefined) throw notAFigure();
  return made;
}

export const printUnit = (unit: Unit, value: bigint): string =>
  unit === 'quantity'
    ? printQuantity(toQuantity(value))
    : unit === 'count'
      ? String(value)
      : printMoney(toMoney(value));

/** Null for a quotient whose divisor is zero. */
export async function amountOf(requested: FigureQuery, made: Made): Promise<string | null> {
  const { unit } = made;
  if (made.is === 'lines') return printUnit(unit, readUnit(unit, (await counted(made, requested)).amount));
  if (made.is === 'documents') return String(await countOf(requested, made));
  if (made.is === 'sum') {
    const values = await termsOf(requested, made.terms);
    return printUnit(
      unit,
      values.reduce((sum, { value }) => sum + readUnit(unit, value), 0n),
    );
  }
  const [dividend, divisor] = [await partOf(requested, made.dividend), await partOf(requested, made.divisor)];
  return made.divide(readUnit(dividend.unit, dividend.value), readUnit(divisor.unit, divisor.value));
}

export interface Valued {
  readonly figure: Figure;
  /** Its contribution to the sum: the sign of a subtracted figure is inverted. */
  readonly value: string;
  readonly unit: Unit;
}

export async function partOf(requested: FigureQuery, figure: Figure): Promise<Valued> {
  const own = { ...requested, figure };
  const made = await makeFigure(own);
  return { figure, value: (await amountOf(own, made)) ?? '0', unit: made.unit };
}

export async function termsOf(
  requested: FigureQuery,
  terms: readonly Term[],
): Promise<(Valued & Pick<Term, 'sign'>)[]> {
  const found: (Valued & Pick<Term, 'sign'>)[] = [];
  for (const { figure, sign } of terms) {
    const { value, unit } = await partOf(requested, figure);
    found.push({ figure, sign, unit, value: printUnit(unit, BigInt(sign) * readUnit(unit, value)) });
  }
  return found;
}

async function countOf({ snapshot }: FigureQuery, { of }: OfDocuments): Promise<number> {
  const key = keyOf(of, 'document');
  const { rows } = await sql<{ documents: number }>`
    select count(distinct ${key})::int as documents from ${fromTable(of)} ${whereAll(of.where)}`.execute(snapshot);
  return rows[0]?.documents ?? 0;
}
