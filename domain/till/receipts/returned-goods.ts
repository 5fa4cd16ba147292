/** Goods returned without a receipt: an actor with the permission enters the paid prices and the ways of refunding. */

import type { Facts } from '../../deciding/facts.ts';
import { checkPlace, decimalsOf, known, systemCurrency } from '../../documents/document-rules.ts';
import { freeGoodsBySetting } from '../../pricing/free-goods.ts';
import { enteredLines } from '../../sales/returned-lines.ts';
import { Issues, permissionMissing } from '../../values/refusal.ts';
import { WITHOUT_RECEIPT } from '../till-limits.ts';
import { checkPaidBack, momentOf, placeOf, totalOf } from './part-refund.ts';
import type { PosSaleInput } from './pos-sale.schema.ts';
import type { PosReturn, RefundedLine } from './pos-sale-events.ts';
import { drawerOf, paymentFacts } from './pos-sale-rules.ts';

export function returnedGoods(input: PosSaleInput, facts: Facts): PosReturn {
  const issues = new Issues();
  // The setting is for cashiers of tills; in the office the permission decides.
  if (!facts.actor.can(WITHOUT_RECEIPT)) {
    const { field, message, params } = permissionMissing(WITHOUT_RECEIPT);
    issues.add(field, message, { ...params });
  }
  checkPlace(input, facts, issues);
  known(facts, issues, 'customer_fk', 'customer', input.customer_fk);
  const drawer = drawerOf(input.drawer_fk, input.outlet_fk, facts, issues);
  if (drawer && drawer.status !== 'open') issues.add('drawer_fk', 'drawer_is_not_open');
  if (input.lines.length === 0) issues.add('lines', 'at_least_one_line');
  const lines = linesOf(input, facts, issues);
  const payments = (input.payments ?? []).map((payment, index) =>
    paymentFacts(payment, `payments.${index}.`, drawer, facts, issues),
  );
  const place = placeOf(input, facts);
  checkPaidBack(totalOf(lines), { ...place, payments }, place.customer_fk, { facts, issues });
  if (!input.note) issues.add('note', 'required');
  issues.throwIfAny();
  const { drawer_fk, note } = input;
  const payment = { payments, reason: note ?? '', is_late: false, rounding_step: null };
  const free = freeGoodsBySetting(lines, facts);
  return { ...place, ...free, drawer_fk, ...momentOf(input, facts), lines, ...payment };
}

function linesOf(input: PosSaleInput, facts: Facts, issues: Issues): readonly RefundedLine[] {
  const priced = input.lines.map(({ price, promotion_fk: _, ...line }) => (price == null ? line : { ...line, price }));
  const entered = { date: input.date, discount: input.discount ?? null, ...decimalsOf(systemCurrency(facts), facts) };
  return enteredLines(priced, entered, facts, issues).map(
    ({ line_id, item_fk, item_type, unit_fk, unit_factor, quantity, bonus_quantity, price, ...line }) => ({
      line_id,
      item_fk,
      item_type,
      unit_fk,
      unit_factor,
      quantity,
      bonus_quantity,
      price,
      gross_amount: line.gross_amount,
      discount_amount: line.discount_amount,
      tax_amount: line.tax_amount,
      ...(line.batches === undefined ? {} : { batches: line.batches }),
    }),
  );
}
