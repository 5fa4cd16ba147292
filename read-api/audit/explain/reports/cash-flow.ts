/** Figures of the cash flow: directly from the entries that moved cash, indirectly from the changes of all other balances. */
import { sql } from 'kysely';
import { Type } from 'typebox';
import { shift } from '../../../books/account-balances.ts';
import type { ChartAccount } from '../../../books/chart.ts';
import { mustSeeCost } from '../../../http/scope.ts';
import type { Condition } from '../../../lists/list-source.ts';
import { CASH_SECTIONS, CHANGE_SECTIONS, cashFlowRoute, ofCashEntries } from '../../../reports/cash-flow.ts';
import { inTimes, NOT_CLOSING } from '../../../reports/running.ts';
import { cashSection, changeSection, isCash, isGoods } from '../../../reports/sections.ts';
import { outletConditions } from '../../../reports/trial-balance.ts';
import { type ExplainedReport, type FigureQuery, type Made, sumOf } from '../made.ts';
import { notAFigure } from '../not-a-figure.ts';
import { accountsOfRow, linesOn, ROW, row } from './statements.ts';

export const cashFlowExplained: ExplainedReport = {
  route: cashFlowRoute,
  names: { method: Type.Enum(['direct', 'indirect']), row: ROW },
  make: figureOf,
};

function figureOf(requested: FigureQuery): Made {
  const { person, chart, known, figure } = requested;
  mustSeeCost(person);
  const { from, method } = figure;
  const accounts = chart.inOrder.filter((account) => !account.is_heading);
  const cash = accounts.filter(isCash).map(({ account }) => account);
  const outlets = outletConditions(person, figure['outlet_fk']);
  const total = (name: string) => row(figure, `total.${name}`);
  if (figure['row'] === 'total.change_of_cash') {
    const sections =
      method === 'direct'
        ? CASH_SECTIONS.map((name) => `cash_${name}`)
        : CHANGE_SECTIONS.map((name) => `change_${name}`);
    const result = method === 'direct' ? [] : ([[1, total('net_result')]] as const);
    return sumOf('base', ...result, ...sections.map((name) => [1, total(`total_${name}`)] as const));
  }
  if (figure['row'] === 'total.closing_cash') {
    return sumOf('base', [1, total('opening_cash')], [1, total('change_of_cash')]);
  }
  if (figure['row'] === 'total.opening_cash') {
    const times = from === undefined ? [sql<boolean>`false`] : inTimes(undefined, shift(from, -1), known);
    return linesOn(cash, { conditions: [...times, ...outlets], sign: 1 });
  }
  return method === 'direct'
    ? directFigure(requested, accounts, cash, outlets)
    : indirectFigure(requested, accounts, outlets);
}

function directFigure(
  requested: FigureQuery,
  accounts: readonly ChartAccount[],
  cash: readonly number[],
  outlets: readonly Condition[],
): Made {
  const { person, chart, known, figure } = requested;
  const times = inTimes(figure['from'], figure['as_at'], known);
  const entries = ofCashEntries({ person, cash, where: outlets, times });
  const isOpening = sql<boolean>`j.document_kind = 'opening_balance'`;
  const ordinary = [...entries, sql<boolean>`j.document_kind <> 'opening_balance'`];
  const sectionOf = (account: ChartAccount) => cashSection(chart, account);
  const isTotal = figure['row']?.startsWith('total.') ?? false;
  if (figure['row'] === 'account.opening-equity') {
    return linesOn(
      accounts.map(({ account }) => account),
      { conditions: [...entries, isOpening], sign: -1 },
    );
  }
  if (figure['row'] === 'account.goods') {
    return linesOn(
      accounts.filter(isGoods).map(({ account }) => account),
      { conditions: ordinary, sign: -1 },
    );
  }
  if (figure['row'] === 'total.total_cash_opening') {
    return sumOf('base', [1, row(figure, 'account.opening-equity')]);
  }
  // Goods form one row of their own, and are included in the total of their section.
  const members = isTotal ? accounts : accounts.filter((account) => !isGoods(account));
  const found = accountsOfRow(requested, members, sectionOf, 'cash_');
  if (!found) throw notAFigure();
  return linesOn(found.accounts, { conditions: ordinary, sign: -1 });
}

function indirectFigure(
  requested: FigureQuery,
  accounts: readonly ChartAccount[],
  outlets: readonly Condition[],
): Made {
  const { chart, known, figure } = requested;
  const conditions = [...inTimes(figure['from'], figure['as_at'], known), ...outlets, NOT_CLOSING];
  if (figure['row'] === 'total.net_result') {
    const income = accounts.filter(({ statement }) => statement === 'income').map(({ account }) => account);
    return linesOn(income, { conditions, sign: -1 });
  }
  const sheet = accounts.filter((account) => account.statement !== 'income' && !isCash(account));
  const found = accountsOfRow(requested, sheet, (account) => changeSection(chart, account), 'change_');
  if (!found) throw notAFigure();
  return linesOn(found.accounts, { conditions, sign: -1 });
}
