/**
 * What a cost posts that comes after its purchase (docs/decisions/0122). On its own day:
 *
 *   debit  goods received not billed
 *   credit cash or payable            who is paid
 *
 * and at each receipt, as the shares of its goods arise or change:
 *
 *   debit  inventory                  the share, without quantity; below zero it is a credit
 *   credit goods received not billed
 *
 * Costing moves the share of goods that left since to the cost of goods sold. When the receipt is in a closed year, the
 * value counts in costing at the receipt, and everything that it changes on closed days is booked on the first open day.
 */

import { type Posting, posting } from '../entries/entry.ts';
import type { EntryLine } from '../entries/entry-line.ts';
import { foreignCash } from '../entries/foreign-cash.ts';
import { goodsLine } from '../entries/goods-line.ts';
import { inMoneyGiven } from '../entries/money-given.ts';
import { openedBy } from '../entries/open-items.ts';
import type { EnteredCost, ReceiptShare, SharedCost } from '../purchasing/purchase-events.ts';
import { effectiveTime } from '../values/effective-date.ts';
import { add, type Money, money, negate, subtract, sum } from '../values/money.ts';
import { NO_QUANTITY } from '../values/quantity.ts';
import { convert } from '../values/rate.ts';
import {
  APPLIED_FIRST,
  APPLIED_STEP,
  balanced,
  carried,
  carriedDebts,
  dueOfSupplier,
  movementOf,
  owed,
  RECEIPT_STEP,
} from './purchase.ts';

/** Offsets of the line numbers, beyond those of receipts, bills and costs of earlier versions. */
const CASH_FIRST = 500_000;
const CASH_STEP = 1_000;
const FIRST_TURN = 41;

/**
 * `document` is the stream of the purchase, under which the debt is open on the cost's own day. The money of a landed cost
 * is posted by that document (landed-cost.ts).
 */
export function postEnteredCost(entered: EnteredCost, document: string): Posting | undefined {
  if (entered.landed_cost_fk !== undefined) return undefined;
  if (entered.cost.cost_type === 'allowance') return postAllowance(entered, document);
  const { cost, outlet_fk, system_currency_fk: system } = entered;
  const foreign = money(cost.amount);
  const base = convert(foreign, cost.currency_fk, system, carried(cost, system).rate);
  const paid = carriedDebts(entered, entered, [owed(entered, cost, [{ foreign, base }])]);
  const given = inMoneyGiven(cost, system, paid);
  return posting(
    effectiveTime(entered.date, entered.time, 'out'),
    balanced(entered, [waiting(outlet_fk, system, base), ...given]),
    foreignCash(given, CASH_FIRST + cost.cost_id * CASH_STEP),
    openedBy(paid, entered.date, document, [dueOfSupplier(cost, entered.due_date)]),
  );
}

/**
 * An allowance of the supplier is a cost below zero: what is open for the purchase is settled at the rate of its debt,
 * and the rest is a credit with the supplier, or money that came back.
 */
function postAllowance(entered: EnteredCost, document: string): Posting {
  const { cost, outlet_fk, system_currency_fk: system, date, purchase_date = date } = entered;
  const { rate } = carried(cost, system);
  const inBooks = (amount: Money) => convert(amount, cost.currency_fk, system, rate);
  const [open, settled] = [money(entered.open_amount ?? '0'), money(entered.settled_amount ?? '0')];
  const credit = subtract(negate(money(cost.amount)), settled);
  const base = inBooks(money(cost.amount));
  const paid = { ...owed(entered, cost, []), foreign: settled };
  const advance = { account: { key: 'supplier-advances' }, foreign: credit, base: inBooks(credit) } as const;
  const owners: EntryLine[] =
    cost.payment_type === 'on_account'
      ? [
          { ...paid, base: subtract(inBooks(open), inBooks(subtract(open, settled))) },
          { ...paid, ...advance },
        ]
      : [{ ...paid, foreign: negate(money(cost.amount)), base: negate(base) }];
  const payers = inMoneyGiven(cost, system, owners);
  const common = { party: `supplier-${cost.supplier_fk}`, currency: cost.currency_fk, outlet: outlet_fk, document };
  const at = rate === undefined ? {} : { rate };
  return posting(
    effectiveTime(date, entered.time, 'out'),
    balanced(entered, [waiting(outlet_fk, system, base), ...payers]),
    foreignCash(payers, CASH_FIRST + cost.cost_id * CASH_STEP),
    cost.payment_type === 'on_account'
      ? [
          { ...common, date: purchase_date, amount: negate(settled), ...at },
          { ...common, date, amount: negate(credit), credit: true, ...at },
        ]
      : [],
  );
}

/** The account on which a cost waits for its goods, or goods for their cost. */
export function waiting(outlet: number, currency: number, base: Money): EntryLine {
  return { account: { key: 'goods-received-not-billed' }, outlet, base, currency, foreign: base, rate: undefined };
}

export function postSharedCost(shared: SharedCost): Posting {
  const { outlet_fk, system_currency_fk: system, receipt, turn, costs, date, time, receipt_date } = shared;
  const values = costs.flatMap((of) => sharesInBooks(of, system));
  const byLine = [...Map.groupBy(values, ({ line_id }) => line_id)].flatMap(([line_id, own]) => {
    const value = sum(own.map(({ base }) => base));
    return own[0] ? [{ line_id, item_fk: own[0].item_fk, value }] : [];
  });
  const effective = effectiveTime(date, time, 'in');
  const received = effectiveTime(receipt_date, time, 'in');
  const first = receipt * RECEIPT_STEP + APPLIED_FIRST + (FIRST_TURN + turn) * APPLIED_STEP;
  const posted = posting(
    effective,
    [
      ...byLine.map((line) => goodsLine(shared, line, line.value)),
      waiting(outlet_fk, system, negate(sum(byLine.map(({ value }) => value)))),
    ],
    byLine.map((line) => ({
      ...movementOf(shared, { ...line, count: NO_QUANTITY }, line.value),
      line: first + line.line_id,
      ...(received === effective ? {} : { at: received }),
    })),
  );
  return received < effective ? { ...posted, bookedFrom: effective } : posted;
}

/** Each share is the difference of the cost's converted amount after and before it, so that all add up to the whole. */
export function sharesInBooks({ currency_fk, before, shares, ...of }: ReceiptShare, system: number) {
  const { rate } = carried({ currency_fk, ...of }, system);
  const worth = (amount: Money) => convert(amount, currency_fk, system, rate);
  let upTo = money(before);
  return shares.map(({ line_id, item_fk, amount }) => {
    const from = upTo;
    upTo = add(upTo, money(amount));
    return { line_id, item_fk, base: subtract(worth(upTo), worth(from)) };
  });
}
