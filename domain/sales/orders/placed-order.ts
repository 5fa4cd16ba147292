/**
 * An order placed by a customer with the application: its defaults from the settings, and its checks
 * (docs/decisions/0084). Every rule has its own message, and all violations are reported at once.
 */

import { notForSale } from '../../batches/issued-batches.ts';
import type { ItemData } from '../../catalogue/item.schema.ts';
import type { Facts } from '../../deciding/facts.ts';
import { known, systemCurrency } from '../../documents/document-rules.ts';
import type { AppSettingData } from '../../mobile/app-setting.record.ts';
import { isOpenAt } from '../../mobile/opening-hours.ts';
import type { PlaceOrderInput } from '../../mobile/placed-order.schema.ts';
import { isShownOnline } from '../../mobile/shown-online.ts';
import { documentTotals } from '../../pricing/totals.ts';
import { amountIn } from '../../values/amount-in.ts';
import { tracksBatches } from '../../values/batch.ts';
import { money, printMoney, subtract } from '../../values/money.ts';
import { inBaseUnits, quantity } from '../../values/quantity.ts';
import { Issues, Refusal } from '../../values/refusal.ts';
import type { OnlineOrder } from './online-order-events.ts';
import { orderedFacts } from './ordered-facts.ts';

/** Throws Refusal. `customer` is the id of the signed-in online customer. */
export function placedFacts(input: PlaceOrderInput, customer: number, facts: Facts): OnlineOrder {
  const settings = facts.record<AppSettingData>('app_setting', 1)?.data;
  const place = placeOf(settings, facts);
  const issues = new Issues();
  checkOpen(settings, facts, issues);
  checkGoods(input, place.inventory_fk, facts, issues);
  issues.throwIfAny();
  const order = orderedFacts(
    {
      ...place,
      online_customer_fk: customer,
      delivery_zone_fk: input.delivery_zone_fk ?? null,
      received_type: input.received_type,
      ...(input.address ? { customer_address: input.address } : {}),
      ...(input.mobile ? { customer_mobile: input.mobile } : {}),
      date: facts.today,
      currency_fk: systemCurrency(facts),
      payment_type: 'cash',
      note: input.note ?? null,
      lines: input.lines,
    },
    facts,
  );
  checkOrder(order, input, settings, facts, issues);
  issues.throwIfAny();
  return { ...order, is_as_placed: true };
}

/** Throws Refusal when the settings lack the outlet, the inventory or the cash account. */
function placeOf(settings: AppSettingData | undefined, facts: Facts) {
  const { outlet_fk, inventory_fk, account_fk } = settings ?? {};
  const isThere =
    facts.record('outlet', outlet_fk ?? 0)?.active &&
    facts.record('inventory', inventory_fk ?? 0)?.active &&
    facts.record('cash', account_fk ?? 0)?.active;
  if (!outlet_fk || !inventory_fk || !account_fk || !isThere) {
    throw new Refusal('validation', [{ field: '', message: 'shop_not_set_up' }]);
  }
  return { outlet_fk, inventory_fk, account_fk };
}

function checkOpen(settings: AppSettingData | undefined, facts: Facts, issues: Issues): void {
  if (settings?.takes_orders === false) issues.add('', 'shop_takes_no_orders');
  if (settings && !isOpenAt(settings, facts.now)) {
    const { opens_at, closes_at } = settings;
    issues.add('', 'shop_is_closed', { clock: String(opens_at).slice(0, 5), said: String(closes_at).slice(0, 5) });
  }
}

/** Items that the application does not show cannot be ordered, nor items that are out of stock online. */
function checkGoods({ lines }: PlaceOrderInput, inventory: number, facts: Facts, issues: Issues): void {
  const wanted = new Map<number, bigint>();
  lines.forEach(({ item_fk, unit_fk, quantity: count }, index) => {
    const field = `lines.${index}.item_fk`;
    if (quantity(count) <= 0n) issues.add(`lines.${index}.quantity`, 'greater_than', { value: '0' });
    const item = known<ItemData>(facts, issues, field, 'item', item_fk)?.data;
    if (!item) return;
    if (!isShownOnline(item, (id) => facts.record('category', id)?.data)) {
      issues.add(field, 'item_not_online');
      return;
    }
    const unit = item.item_units.find((itemUnit) => itemUnit.unit_fk === unit_fk);
    if (!unit || item.item_type === 'service') return;
    const all = (wanted.get(item_fk) ?? 0n) + inBaseUnits(quantity(count), quantity(unit.base_unit_qty));
    wanted.set(item_fk, all);
    const onHand = quantity(facts.level(`stock:${item_fk}:${inventory}`));
    const found = tracksBatches(item) ? facts.batchesOnHand?.(item_fk, inventory) : undefined;
    const left = onHand - (found ? notForSale(found, facts) : 0n) - all;
    if (left < quantity(item.out_of_stock_minimum ?? '0')) issues.add(`lines.${index}.quantity`, 'not_in_stock_online');
  });
}

/** The tax percentage of the item today. */
function checkOrder(
  order: OnlineOrder,
  { expected_total }: PlaceOrderInput,
  settings: AppSettingData | undefined,
  facts: Facts,
  issues: Issues,
): void {
  const { total, delivery, rounding } = documentTotals(order);
  const goods = subtract(subtract(total, delivery), rounding);
  const shown = (amount: string) => amountIn(amount, order.currency_fk, facts);
  const least = settings?.minimum_order_amount ?? null;
  if (least !== null && goods < money(least)) {
    issues.add('lines', 'below_minimum_order', { amount: shown(printMoney(goods)), value: shown(least) });
  }
  if (order.received_type === 'brought' && !order.customer_address) issues.add('address', 'required');
  if (expected_total && money(expected_total) !== total) {
    issues.add('expected_total', 'order_costs_otherwise', { value: shown(printMoney(total)) });
  }
}

/** The stock levels against which the goods of the order are checked. */
export const stockLevels = (lines: unknown): readonly string[] =>
  Array.isArray(lines) ? [...new Set(lines.map(({ item_fk }: { item_fk: number }) => `stock:${item_fk}:`))] : [];
