/** Figures of the trial balance: an account's balance, opening balance, movement in the period, and foreign amounts. */
import { type RawBuilder, sql } from 'kysely';
import { Type } from 'typebox';
import { forbidden } from '../../../../identity/guard.ts';
import { shift } from '../../../books/account-balances.ts';
import { costAccounts } from '../../../books/chart.ts';
import { IdText } from '../../../http/query.schema.ts';
import { seesCost } from '../../../http/scope.ts';
import { whereAll } from '../../../lists/list.ts';
import type { Condition } from '../../../lists/list-source.ts';
import {
  accountsOfBalance,
  balanceRow,
  betweenInTrialBalance,
  INTER_OUTLET,
  withoutBetweenOutlets,
} from '../../../reports/between-outlets.ts';
import { inTimes } from '../../../reports/running.ts';
import { outletConditions, trialBalanceRoute } from '../../../reports/trial-balance.ts';
import { dividedBy, type ExplainedReport, type Figure, type FigureQuery, type Made, ofLines } from '../made.ts';
import { notAFigure } from '../not-a-figure.ts';

const COLUMNS = ['debit', 'credit', 'opening_debit', 'opening_credit', 'movement_debit', 'movement_credit'] as const;

export const trialBalanceExplained: ExplainedReport = {
  route: trialBalanceRoute,
  names: {
    /** Default: all accounts. */
    account: Type.Optional(IdText()),
    currency_fk: Type.Optional(IdText()),
    of: Type.Enum([...COLUMNS, 'foreign']),
  },
  make: figureOf,
};

async function figureOf({ snapshot, person, chart, known, figure }: FigureQuery): Promise<Made> {
  const { from, as_at: asAt, account, currency_fk: currency, of = '' } = figure;
  if ((currency === undefined) === (of === 'foreign')) throw notAFigure();
  const below =
    account === undefined ? chart.inOrder.map((chartAccount) => chartAccount.account) : chart.subtree(Number(account));
  const about = { outlet_fk: figure['outlet_fk'], by: figure['by'], account };
  const whole = await accountsOfBalance({ snapshot, person, below }, about);
  const hidden = new Set(seesCost(person) ? [] : costAccounts(chart));
  if (hidden.has(Number(account))) throw forbidden('items/show_cost');
  const accounts = whole.filter((candidate) => !hidden.has(candidate));
  const shown = await betweenInTrialBalance(snapshot, person, { ...about, from });
  const isApart = shown === 'one_row' && account !== undefined && Number(account) !== INTER_OUTLET;
  const requested = [
    ...outletConditions(person, figure['outlet_fk']),
    ...(shown === 'none' || isApart ? [withoutBetweenOutlets()] : []),
    sql<boolean>`j.account = any(${[...accounts]}::int[])`,
  ];
  const by = { accounts, by: dividedBy(accounts) };
  if (currency !== undefined) {
    const where = [...inTimes(undefined, asAt, known), ...requested, sql<boolean>`j.currency_fk = ${Number(currency)}`];
    return ofLines('journal', 'foreign', sql`j.foreign_amount`, { where, ...by });
  }
  const credit = of.endsWith('credit');
  const amount = credit ? sql`-j.base` : sql`j.base`;
  const standing = { credit, row: shown === 'one_row' ? balanceRow() : sql`j.account` };
  if (of === 'debit' || of === 'credit') {
    const where = onSide(figure, [...inTimes(undefined, asAt, known), ...requested], standing);
    return ofLines('journal', 'base', amount, { where, ...by });
  }
  if (from === undefined) throw notAFigure();
  if (of.startsWith('opening')) {
    const before = shift(from, -1);
    const until = asAt !== undefined && asAt < before ? asAt : before;
    const where = onSide(figure, [...inTimes(undefined, until, known), ...requested], standing);
    return ofLines('journal', 'base', amount, { where, ...by });
  }
  const side = credit ? sql<boolean>`j.base < 0` : sql<boolean>`j.base > 0`;
  return ofLines('journal', 'base', amount, { where: [...inTimes(from, asAt, known), ...requested, side], ...by });
}

interface Standing {
  readonly credit: boolean;
  /** The trial balance row of a line. */
  readonly row: RawBuilder<unknown>;
}

/**
 * A balance is shown on one side, so only rows with a balance on this side count. For a change both sides count,
 * because it may have moved the balance to the other.
 */
function onSide({ since }: Figure, where: readonly Condition[], { credit, row }: Standing): readonly Condition[] {
  if (since !== undefined) return where;
  const sign = sql.lit(credit ? -1 : 1);
  const standing = sql<boolean>`${row} in (
    select ${row} from read.journal_line j ${whereAll(where)} group by 1 having ${sign} * sum(j.base) > 0)`;
  return [...where, standing];
}
