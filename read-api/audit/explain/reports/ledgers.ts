/** Figures of ledgers: the opening balance, the balance after each line, the closing balance, and the turnover. */
import { type RawBuilder, sql } from 'kysely';
import { Type } from 'typebox';
import { forbidden } from '../../../../identity/guard.ts';
import { shift } from '../../../books/account-balances.ts';
import { costAccounts } from '../../../books/chart.ts';
import { allOf, rowScope, seesCost } from '../../../http/scope.ts';
import type { Condition } from '../../../lists/list-source.ts';
import { accountLedgerRoute } from '../../../reports/account-ledger.ts';
import { accountsOfBalance } from '../../../reports/between-outlets.ts';
import { cashBookRoute, cashOf } from '../../../reports/cash-book.ts';
import { generalLedgerRoute } from '../../../reports/general-ledger.ts';
import { journalConditions, journalRoute } from '../../../reports/journal.ts';
import { inTimes, NOT_CLOSING } from '../../../reports/running.ts';
import { outletConditions } from '../../../reports/trial-balance.ts';
import {
  dividedBy,
  type ExplainedReport,
  type Figure,
  type FigureQuery,
  type Made,
  ofLines,
  type Unit,
} from '../made.ts';
import { notAFigure } from '../not-a-figure.ts';

const LINE = Type.Optional(Type.String({ pattern: '^\\d{1,18}-\\d{1,9}$' }));
const OF_LEDGER = ['opening', 'debit', 'credit', 'closing', 'balance'] as const;

export const ledgersExplained: readonly ExplainedReport[] = [
  {
    route: accountLedgerRoute,
    names: { of: Type.Enum([...OF_LEDGER]), line: LINE },
    make: async ({ snapshot, person, chart, known, figure }) => {
      const { account, outlet_fk } = figure;
      const below = chart.subtree(Number(account));
      const accounts = await accountsOfBalance({ snapshot, person, below }, { account, outlet_fk });
      const hidden = new Set(costAccounts(chart));
      if (!seesCost(person) && accounts.some((candidate) => hidden.has(candidate))) throw forbidden('items/show_cost');
      const earned = figure['without_closing'] === '1' ? [NOT_CLOSING] : [];
      const where = [onAccounts(accounts), ...outletConditions(person, outlet_fk), ...earned];
      return ledgerFigure(figure, { where, known, accounts });
    },
  },
  {
    route: generalLedgerRoute,
    names: {
      of: Type.Enum([...OF_LEDGER]),
      /** Only the account itself, without the accounts below it. */
      own: Type.Optional(Type.Literal('1')),
      line: LINE,
    },
    make: ({ person, chart, known, figure }) => {
      const { account, own } = figure;
      const hidden = new Set(seesCost(person) ? [] : costAccounts(chart));
      const below =
        account === undefined
          ? chart.inOrder.map((chartAccount) => chartAccount.account)
          : chart.subtree(Number(account));
      const accounts = (own ? below.slice(0, 1) : below).filter((candidate) => !hidden.has(candidate));
      const where = [onAccounts(accounts), ...outletConditions(person, figure['outlet_fk'])];
      return ledgerFigure(figure, { where, known, accounts });
    },
  },
  {
    route: journalRoute,
    names: { of: Type.Enum(['debit', 'credit']) },
    make: ({ person, chart, known, figure }) =>
      ofLines('journal', 'base', AMOUNTS[sideOf(figure)], {
        where: [...journalConditions({ person, chart, known, query: figure }), SIDES[sideOf(figure)]],
        by: ['account', 'month'],
      }),
  },
  {
    route: cashBookRoute,
    names: {
      of: Type.Enum([...OF_LEDGER, 'opening_base', 'closing_base', 'balance_base']),
      line: LINE,
    },
    make: cashFigure,
  },
];

const onAccounts = (accounts: readonly number[]): Condition => sql`j.account = any(${[...accounts]}::int[])`;
const AMOUNTS = { debit: sql`j.base`, credit: sql`-j.base` };
const SIDES = { debit: sql<boolean>`j.base > 0`, credit: sql<boolean>`j.base < 0` };

/**
 * Amounts of the cash book are in the account's currency, their base amounts beside them; debit and credit are base
 * amounts.
 */
async function cashFigure({ snapshot, person, known, figure }: FigureQuery): Promise<Made> {
  const scope = rowScope(person, { outlet: sql`r.outlet_fk` });
  const cash = await cashOf(snapshot, Number(figure['account_id']), scope);
  const where = [sql<boolean>`j.account = ${cash.account}`, ...rowScope(person, { outlet: sql`j.outlet_fk` })];
  const of = figure['of'] ?? '';
  const plain = { ...figure, of: of.replace('_base', '') };
  const isBase = of.endsWith('_base') || of === 'debit' || of === 'credit';
  return ledgerFigure(plain, { where, known, ...(isBase ? {} : IN_ITS_CURRENCY) });
}

const IN_ITS_CURRENCY = { unit: 'foreign' as const, amount: sql`j.foreign_amount` };

interface Ledger extends Pick<FigureQuery, 'known'> {
  readonly where: readonly Condition[];
  readonly accounts?: readonly number[];
  readonly unit?: Unit;
  readonly amount?: RawBuilder<unknown>;
}

/** A figure of a running ledger: `opening` and `closing` are balances, `balance` is the balance after a line. */
export function ledgerFigure(figure: Figure, ledger: Ledger): Made {
  const { from, as_at: asAt, of = '', line } = figure;
  const { where, known, accounts, unit = 'base', amount = sql`j.base` } = ledger;
  if ((of === 'balance') !== (line !== undefined)) throw notAFigure();
  const rest = { by: dividedBy(accounts), ...(accounts ? { accounts } : {}) };
  const made = (value: RawBuilder<unknown>, conditions: readonly Condition[]) =>
    ofLines('journal', unit, value, { where: [...conditions, ...where], ...rest });
  if (of === 'opening') {
    return made(amount, from === undefined ? [sql`false`] : inTimes(undefined, shift(from, -1), known));
  }
  if (of === 'debit' || of === 'credit') return made(AMOUNTS[of], [...inTimes(from, asAt, known), SIDES[of]]);
  return made(amount, [...inTimes(undefined, asAt, known), ...(line === undefined ? [] : [untilLine(line)])]);
}

/** In effective order; lines of one moment in the order of recording. */
function untilLine(line: string): Condition {
  const [position = '', number = ''] = line.split('-');
  return sql`(j.effective_at, j.position, j.line_no) <= (
    select o.effective_at, o.position, o.line_no from read.journal_line o
    where ${allOf([sql`o.position = ${position}::bigint`, sql`o.line_no = ${number}::int`])})`;
}

const sideOf = (figure: Figure): 'debit' | 'credit' => (figure['of'] === 'credit' ? 'credit' : 'debit');
