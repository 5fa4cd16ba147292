/**
 * What a refund of parts of a receipt posts, in its own period (docs/accounting.md, section 2, "POS sale"):
 *
 *   debit  sales returns, credit sales discounts, debit output tax    shares of the paid amounts of the lines
 *   credit drawer, app clearing, receivable                           by the ways of refunding
 *   debit or credit rounding                                          the part that cannot be paid out
 *   debit  inventory, credit cost of goods sold                       at the recorded cost of the lines
 *   credit cash over or short, debit drawer                           when it arrived after its drawer was closed
 *
 * Goods returned without a receipt post the same, at the present average; a credit to a customer is an advance.
 */

import type { AccountRef } from '../chart/chart.ts';
import type { DocumentLine, Movement, Posting } from '../entries/entry.ts';
import { inSystemCurrency, posting, withBatches } from '../entries/entry.ts';
import type { EntryLine } from '../entries/entry-line.ts';
import { turned } from '../entries/entry-line.ts';
import { foreignCash } from '../entries/foreign-cash.ts';
import { lateCash } from '../entries/late-cash.ts';
import type { OpenItemChange } from '../entries/open-item.ts';
import { returnedLines } from '../entries/returned-lines.ts';
import { freeGoodsAccount } from '../entries/sold-lines.ts';
import { BONUS_LINE } from '../pricing/totals.ts';
import type { PartRefund, PosReturn } from '../till/receipts/pos-sale-events.ts';
import { effectiveTime } from '../values/effective-date.ts';
import { type Money, money, negate, sum, ZERO } from '../values/money.ts';
import { inBaseUnits, NO_QUANTITY, quantity } from '../values/quantity.ts';
import { isCash, paidLine, roundingLine } from './pos-sale.ts';

/**
 * Offset of the line numbers of each partial refund, so that they differ from those of the receipt, of its full refund
 * and of earlier partial refunds.
 */
const PARTS = 20_000_000;
const PART_STEP = 200_000;

export function postPartRefund(refund: PartRefund, document: string): Posting {
  const first = PARTS + refund.refund_id * PART_STEP;
  const lines = entryLines(refund, 'receivable');
  const open: Omit<OpenItemChange, 'amount' | 'party'> = {
    outlet: refund.outlet_fk,
    currency: refund.system_currency_fk,
    date: refund.sale_date,
    document,
  };
  const posted = posting(
    effectiveTime(refund.date, refund.time, 'in'),
    lines,
    [...goodsBack(refund, first, (line) => ({ by: 'sameCostAs', document, line })), ...foreignCash(lines, first)],
    credited(refund, open),
  );
  return withBatches(posted, refund);
}

export function postPosReturn(returned: PosReturn, document: string): Posting {
  const lines = entryLines(returned, 'customer-advances');
  const open = {
    outlet: returned.outlet_fk,
    currency: returned.system_currency_fk,
    date: returned.date,
    document,
    credit: true,
  } as const;
  const posted = posting(
    effectiveTime(returned.date, returned.time, 'in'),
    lines,
    [...goodsBack(returned, 0, () => ({ by: 'average' })), ...foreignCash(lines)],
    credited(returned, open),
  );
  return withBatches(posted, returned);
}

type Returned = PartRefund | PosReturn;

function entryLines(of: Returned, owed: 'receivable' | 'customer-advances'): EntryLine[] {
  const paid = of.payments.map((payment) => turned(paidLine(payment, of)));
  const back = paid.map((line) => (line.account.key === 'receivable' ? { ...line, account: { key: owed } } : line));
  const all = [...goodsLines(of), ...back];
  const late = of.is_late ? lateCash(back.filter(isCash), of) : [];
  return [...all, ...roundingLine(of, all), ...late];
}

/** The amounts are already in the system currency. */
function goodsLines(of: Returned): EntryLine[] {
  const outlet = of.outlet_fk;
  const lines = returnedLines(outlet, of.lines);
  const total = negate(sum(lines.map(({ amount }) => amount)));
  const balance: DocumentLine = { outlet, account: { key: 'rounding' }, amount: total };
  const currency = { currency: of.currency_fk, system: of.system_currency_fk, rate: undefined };
  return inSystemCurrency([...lines, balance], currency).filter(({ account }) => account.key !== 'rounding');
}

function goodsBack(of: Returned, first: number, valued: (line: number) => Movement['valued']): Movement[] {
  const back = (line: Returned['lines'][number], count: string, contra: AccountRef, from: number): Movement[] => {
    if (quantity(count) === NO_QUANTITY) return [];
    const pool = { kind: 'stock', item: line.item_fk, inventory: of.inventory_fk } as const;
    const at = line.line_id + from;
    return [
      {
        line: first + at,
        pool,
        contra,
        outlet: of.outlet_fk,
        quantity: inBaseUnits(quantity(count), quantity(line.unit_factor)),
        valued: valued(at),
        posted: ZERO,
      },
    ];
  };
  return of.lines
    .filter(({ item_type }) => item_type === 'goods')
    .flatMap((line) => [
      ...back(line, line.quantity, { key: 'cost-of-goods-sold' }, 0),
      ...back(line, line.bonus_quantity ?? '0', freeGoodsAccount(of), BONUS_LINE),
    ]);
}

function credited(of: Returned, open: Omit<OpenItemChange, 'amount' | 'party'>): OpenItemChange[] {
  const amounts = of.payments.filter(({ method }) => method === 'credit').map(({ amount }) => money(amount));
  const amount: Money = negate(sum(amounts));
  return amount === 0n ? [] : [{ ...open, party: `customer-${of.customer_fk}`, amount }];
}
