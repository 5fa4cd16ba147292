/**
 * What opening balances post when they are finished (docs/accounting.md, section 6), on the day before the first open
 * day: every balance to its own account, and each section against opening equity, which ends at zero.
 */

import { cashKey, type SystemKey } from '../chart/chart.ts';
import { openingBaseAmounts, recordOfOpened } from '../chart/opening-equity.ts';
import { type Movement, type Posting, posting, withBatches } from '../entries/entry.ts';
import type { EntryLine } from '../entries/entry-line.ts';
import { carriedBalances, foreignCash } from '../entries/foreign-cash.ts';
import type { OpenItemChange } from '../entries/open-item.ts';
import type { OpeningBalance, OpeningParty, OpeningStock } from '../ledger/opening-balance-events.ts';
import { effectiveTime } from '../values/effective-date.ts';
import { type Money, money, negate, sum } from '../values/money.ts';
import { inBaseUnits, quantity } from '../values/quantity.ts';
import { rate } from '../values/rate.ts';

/** `document` is the stream, under which receivables and payables are open. */
export function postOpeningBalance(opening: OpeningBalance, document: string): Posting {
  const baseAmount = openingBaseAmounts(opening);
  const cashes = opening.cashes.map((cash, index): EntryLine => {
    const account = { key: cashKey(cash.account_type), of: cash.account_fk };
    return { account, ...carried(opening, cash, money(cash.amount), baseAmount.cashes[index]) };
  });
  const parties = opening.parties.map((party, index) => openedLine(party, opening, baseAmount.parties[index]));
  const stock = opening.stock.map((openingStock, index): EntryLine => {
    const { inventory_fk: inventory, item_fk: item, line_id: line } = openingStock;
    return {
      account: { key: 'inventory', of: inventory },
      item,
      inventory,
      line,
      ...inSystem(opening, baseAmount.stock[index]),
    };
  });
  const accounts = opening.accounts.map((opened, index): EntryLine => {
    const of = recordOfOpened(opened);
    const account = of === undefined ? { key: opened.account } : { key: opened.account, of };
    const { currency_fk, rate: at } = opened;
    const base = baseAmount.accounts[index];
    if (currency_fk === undefined || at === undefined) return { account, ...inSystem(opening, base) };
    return { account, ...carried(opening, { currency_fk, rate: at }, money(opened.amount), base) };
  });
  const sections = [cashes, parties, stock, accounts];
  const equity = sections.map((lines): EntryLine => {
    return { account: { key: 'opening-equity' }, ...inSystem(opening, negate(sum(lines.map((line) => line.base)))) };
  });
  const posted = posting(
    effectiveTime(opening.date, null, 'in'),
    [...sections.flat(), ...equity],
    [
      ...opening.stock.map((openingStock) => goods(opening, openingStock)),
      ...foreignCash(cashes),
      ...carriedBalances(accounts),
    ],
    // What staff owe has no open items.
    opening.parties.filter(({ user_fk }) => user_fk === undefined).map((party) => openedItem(party, opening, document)),
  );
  return withBatches(posted, opening);
}

type Books = Pick<OpeningBalance, 'outlet_fk' | 'system_currency_fk'>;

/** The balance of a party, debit positive. */
export function openedLine(party: OpeningParty, books: Books, base: Money | undefined): EntryLine {
  const foreign = party.supplier_fk === null ? money(party.amount) : negate(money(party.amount));
  return {
    account: { key: accountOf(party) },
    party: partyOf(party),
    ...carried(books, party, foreign, base),
  };
}

function inSystem(opening: Books, base: Money | undefined) {
  const amount = base ?? money('0');
  return {
    outlet: opening.outlet_fk,
    base: amount,
    currency: opening.system_currency_fk,
    foreign: amount,
    rate: undefined,
  };
}

function carried(
  opening: Books,
  of: { readonly currency_fk: number; readonly rate: string | null },
  foreign: Money,
  base: Money | undefined,
) {
  const line = { ...inSystem(opening, base), currency: of.currency_fk, foreign };
  return of.rate === null ? line : { ...line, rate: rate(of.rate) };
}

function partyOf({ customer_fk, supplier_fk, user_fk }: OpeningParty): string {
  if (user_fk !== undefined) return `user-${user_fk}`;
  return supplier_fk === null ? `customer-${customer_fk}` : `supplier-${supplier_fk}`;
}

function accountOf({ supplier_fk, user_fk, amount }: OpeningParty): SystemKey {
  if (user_fk !== undefined) return 'staff-receivable';
  const due = money(amount) >= 0n;
  if (supplier_fk === null) return due ? 'receivable' : 'customer-advances';
  return due ? 'payable' : 'supplier-advances';
}

function goods(opening: OpeningBalance, openingStock: OpeningStock): Movement {
  return {
    line: openingStock.line_id,
    pool: { kind: 'stock', item: openingStock.item_fk, inventory: openingStock.inventory_fk },
    quantity: inBaseUnits(quantity(openingStock.quantity), quantity(openingStock.unit_factor)),
    valued: { by: 'statedCost' },
    posted: money(openingStock.value),
    contra: { key: 'purchase-variance' },
    outlet: opening.outlet_fk,
  };
}

export function openedItem(
  openingParty: OpeningParty,
  { date, outlet_fk: outlet }: Pick<OpeningBalance, 'date' | 'outlet_fk'>,
  document: string,
): OpenItemChange {
  const amount = money(openingParty.amount);
  const item = { party: partyOf(openingParty), currency: openingParty.currency_fk, date, document, outlet, amount };
  const rated = openingParty.rate === null ? item : { ...item, rate: rate(openingParty.rate) };
  if (amount < 0n) return { ...rated, credit: true };
  return openingParty.due_date === undefined ? rated : { ...rated, due: openingParty.due_date };
}
