/** Figures of the tax report: taxable amounts, tax on sales and on returns, tax payable, paid and remaining. */
import { type RawBuilder, sql } from 'kysely';
import { Type } from 'typebox';
import { shift } from '../../../books/account-balances.ts';
import type { Condition } from '../../../lists/list-source.ts';
import { inTimes } from '../../../reports/running.ts';
import { INPUT, IS_TAX_PAYMENT, isOfTaxGroup, ON_TAX, OUTPUT, TAX_FIGURES, taxRoute } from '../../../reports/tax.ts';
import { outletConditions } from '../../../reports/trial-balance.ts';
import { type ExplainedReport, type FigureQuery, type Made, NONE, ofLines, sumOf } from '../made.ts';
import { notAFigure } from '../not-a-figure.ts';

export const taxExplained: ExplainedReport = {
  route: taxRoute,
  names: {
    /** The row: a percentage, a month, an outlet or a document; default all. */
    key: Type.Optional(Type.String({ pattern: '^[a-z0-9_.-]{1,60}$' })),
    of: Type.Enum([...TAX_FIGURES, 'opening', 'closing']),
  },
  make: figureOf,
};

const NO_PAYMENT: Condition = sql`not ${IS_TAX_PAYMENT}`;
const on = (account: number): Condition => sql`j.account = ${account}`;
const IS_TAXED: Condition = sql`j.taxable is not null`;

/** The amount of a line in each column, and the lines that the column counts. */
const COLUMNS: Readonly<Record<string, readonly [RawBuilder<unknown>, readonly Condition[]]>> = {
  output_base: [sql`-j.taxable`, [on(OUTPUT), IS_TAXED]],
  output: [sql`-j.base`, [on(OUTPUT), NO_PAYMENT]],
  input_base: [sql`j.taxable`, [on(INPUT), IS_TAXED]],
  input: [sql`j.base`, [on(INPUT), NO_PAYMENT]],
  payable: [sql`-j.base`, [NO_PAYMENT]],
  paid: [sql`j.base`, [IS_TAX_PAYMENT]],
};

function figureOf({ person, known, figure }: FigureQuery): Made {
  const { of = '', key, group, percentage, from } = figure;
  const seen = [ON_TAX, ...outletConditions(person, figure['outlet_fk'], sql`j.outlet_fk`)];
  const by = ['document', 'month'] as const;
  if (of === 'opening' || of === 'closing') {
    // Payments of tax have no percentage.
    if (key !== undefined || percentage !== undefined) throw notAFigure();
    if (of === 'closing') {
      const total = (name: string) => ({ ...figure, of: name });
      return sumOf('base', [1, total('opening')], [1, total('payable')], [-1, total('paid')]);
    }
    const before = from === undefined ? [sql<boolean>`false`] : inTimes(undefined, shift(from, -1), known);
    return ofLines('journal', 'base', sql`-j.base`, { where: [...seen, ...before], by });
  }
  const [amount, counted] = COLUMNS[of] ?? [];
  if (!amount || !counted) throw notAFigure();
  const where = [
    ...seen,
    ...inTimes(from, figure['as_at'], known),
    ...(percentage === undefined ? [] : [sql<boolean>`j.tax_percent = ${percentage}::numeric`]),
    ...(key === undefined ? [] : [isOfTaxGroup(group, key === NONE ? '' : key)]),
    ...counted,
  ];
  return ofLines('journal', 'base', amount, { where, by });
}
