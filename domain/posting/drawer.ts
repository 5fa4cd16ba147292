/**
 * What a drawer posts (docs/accounting.md, section 2, "Drawer").
 *
 * When it is opened:
 *   debit  drawer             the float of each currency, less what is there already (`carried_amount`)
 *   credit safe
 * Pay-in:
 *   debit  drawer
 *   credit safe
 * Pay-out:
 *   debit  the expense type
 *   credit drawer
 * When it is closed:
 *   debit  cash over or short     the shortage against the books (an overage is credited)
 *   credit drawer
 *     or   debit  staff receivable     what the cashier owes of it, by the setting (`owed_amount`)
 *   debit  safe                   the counted amount, less the amount that remains
 *   credit drawer
 *
 * A pay-in or pay-out from before the closing that arrives later: the closing already posted it as over or short, so
 * cash over or short and the drawer receive opposite lines.
 *
 * Reversing the closing posts the same with inverted signs.
 */

import { type AccountRef, cashKey } from '../chart/chart.ts';
import { inSystemCurrency, type Movement, type Posting, posting, reversed } from '../entries/entry.ts';
import type { EntryLine } from '../entries/entry-line.ts';
import { foreignCash } from '../entries/foreign-cash.ts';
import { lateCash } from '../entries/late-cash.ts';
import type { ClosedAccount, Closing, Drawer, DrawerAccount, PayIn, Payout } from '../till/drawer-events.ts';
import { effectiveTime } from '../values/effective-date.ts';
import { type Money, money, negate, subtract } from '../values/money.ts';
import { rate } from '../values/rate.ts';

/** Offset of the line numbers of payout movements, so that they differ from those of the opening. */
const PAYOUT_STEP = 1_000;
const CLOSING = 500_000;
const CLOSING_STEP = 1_000;
const TAKEN_BACK = 500;

export function postDrawerOpened(drawer: Drawer): Posting {
  const lines = drawer.accounts.flatMap((account) =>
    between(account, drawer, fromSafe(account), drawerOf(account), safeOf(account)),
  );
  return posting(effectiveTime(drawer.date, drawer.time, 'in'), lines, foreignCash(lines));
}

const fromSafe = ({ float_amount, carried_amount = '0' }: DrawerAccount): Money =>
  subtract(money(float_amount), money(carried_amount));

/** Its movements share the number range of payouts. */
export function postPayIn(payIn: PayIn): Posting {
  const { account, payin_id } = payIn;
  return moved(payIn, between(account, payIn, money(payIn.amount), drawerOf(account), safeOf(account)), payin_id);
}

export function postPayout(payout: Payout): Posting {
  const { account, payout_id } = payout;
  const expense: AccountRef = { key: 'expense-type', of: payout.expense_type_fk };
  return moved(payout, between(account, payout, money(payout.amount), expense, drawerOf(account)), payout_id);
}

function moved(of: PayIn | Payout, lines: readonly EntryLine[], id: number): Posting {
  const { key, of: own } = drawerOf(of.account);
  const inDrawer = lines.filter(({ account }) => account.key === key && account.of === own);
  const all = [...lines, ...(of.is_late ? lateCash(inDrawer, of) : [])];
  return posting(effectiveTime(of.date, of.time, 'out'), all, foreignCash(all, id * PAYOUT_STEP));
}

export function postDrawerClosed(closing: Closing): Posting {
  const lines = closing.accounts.flatMap((account) => closed(account, closing));
  const first = CLOSING + closing.closing * CLOSING_STEP;
  return posting(effectiveTime(closing.date, closing.time, 'out'), lines, foreignCash(lines, first));
}

/** `document` is the stream of the drawer: foreign money returns at the cost at which it left. */
export function postDrawerUnclosed({ taken_back }: { readonly taken_back: Closing }, document: string): Posting {
  const back = reversed(postDrawerClosed(taken_back));
  const movements = back.movements.map(
    (movement): Movement => ({
      ...movement,
      line: movement.line + TAKEN_BACK,
      valued: { by: 'sameCostAs', document, line: movement.line },
    }),
  );
  return posting(back.effective, back.lines, movements, back.openItems);
}

function closed(account: ClosedAccount, closing: Closing): EntryLine[] {
  const counted = money(account.counted_amount);
  const short = subtract(money(account.expected_amount), counted);
  const toSafe = subtract(counted, money(account.left_amount));
  return [
    ...between(account, closing, short, OVER_SHORT, drawerOf(account)).flatMap((line) =>
      line.account.key === OVER_SHORT.key ? overOrShort(line, account, closing) : [line],
    ),
    ...between(account, closing, toSafe, safeOf(account), drawerOf(account)),
  ];
}

const OVER_SHORT: AccountRef = { key: 'cash-over-short' };

/** What the cashier owes is in the system currency; a difference of its rounding remains in cash over or short. */
function overOrShort(line: EntryLine, { owed_amount }: ClosedAccount, closing: Closing): EntryLine[] {
  if (owed_amount === undefined || closing.user_fk === undefined) return [line];
  const inSystem = (account: AccountRef, base: Money): EntryLine => {
    const { outlet } = line;
    return { account, outlet, base, currency: closing.system_currency_fk, foreign: base, rate: undefined };
  };
  const owed = money(owed_amount);
  const receivable = { ...inSystem({ key: 'staff-receivable' }, owed), party: `user-${closing.user_fk}` };
  return [receivable, inSystem(OVER_SHORT, subtract(line.base, owed))];
}

const drawerOf = ({ account_type, account_fk }: DrawerAccount): AccountRef => ({
  key: cashKey(account_type),
  of: account_fk,
});
const safeOf = ({ safe_account_type, safe_account_fk }: DrawerAccount): AccountRef => ({
  key: cashKey(safe_account_type),
  of: safe_account_fk,
});

interface Place {
  readonly outlet_fk: number;
  readonly system_currency_fk: number;
}

/** `amount` is in the currency of the drawer's account; a negative amount exchanges the sides. */
function between(of: DrawerAccount, at: Place, amount: Money, debit: AccountRef, credit: AccountRef): EntryLine[] {
  const outlet = at.outlet_fk;
  return inSystemCurrency(
    [
      { outlet, account: debit, amount },
      { outlet, account: credit, amount: negate(amount) },
    ],
    { currency: of.currency_fk, system: at.system_currency_fk, rate: of.rate === null ? undefined : rate(of.rate) },
  );
}
