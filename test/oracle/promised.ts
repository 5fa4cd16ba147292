/** Compares the promotions that a sale stores with those that the promotion records require at its position. */
import type { RecordedEvent } from '../../domain/deciding/event.ts';
import type { PromotionData } from '../../domain/sales/promotion.record.ts';
import type { Sale } from '../../domain/sales/sale-events.ts';
import { baseUnits, coinOf, inCoins, money, total } from './exact.ts';
import { pricedLines } from './sales.ts';

type Log = readonly RecordedEvent[];
type SoldLine = Sale['lines'][number];

/** The fields of a record before a position. */
function recordAt(events: Log, stream: string, position: bigint): object {
  const own = events.filter((event) => event.stream === stream && event.position < position);
  return Object.assign({}, ...own.map(({ data }) => (data as { readonly changed?: object }).changed ?? data)) as object;
}

/** The quantity of a promotion's item in base units, with the units that the item had before the position. */
function needed(events: Log, position: bigint, of: PromotionData['items'][number]): bigint {
  const { item_units: units = [] } = recordAt(events, `item-${of.item_fk}`, position) as {
    readonly item_units?: readonly { readonly unit_fk: number; readonly base_unit_qty: string }[];
  };
  return baseUnits(of.quantity, units.find(({ unit_fk }) => unit_fk === of.unit_fk)?.base_unit_qty ?? '0');
}

const bought = (lines: readonly SoldLine[], item: number): bigint =>
  total(lines.filter((line) => line.item_fk === item).map((line) => baseUnits(line.quantity, line.unit_factor)));

/** How often the conditions of a promotion are met, at most once if it applies once. */
function timesOf(terms: PromotionData, sale: Sale, unitsOf: (of: PromotionData['items'][number]) => bigint): bigint {
  const times = terms.items.map((of) => bought(sale.lines, of.item_fk) / unitsOf(of));
  if (terms.minimum_amount !== null) {
    const spent = total(pricedLines({ ...sale, discount: null, rounded_discount: '0' }).map(({ net }) => net));
    times.push(spent / money(terms.minimum_amount));
  }
  const least = times.reduce((low, each) => (each < low ? each : low));
  return terms.applies === 'once' && least > 1n ? 1n : least;
}

/** Returns the free goods and discounts of a sale that the promotion does not grant. */
function givenBeyond(
  terms: PromotionData,
  sale: Sale,
  own: readonly SoldLine[],
  promised: (item: number) => bigint,
): string[] {
  const isPromised = (discount: Sale['discount']) =>
    discount?.type === 'percent' && money(discount.value) === money(terms.reward_percentage);
  if (terms.reward_type === 'get_free') {
    const given = (item: number) =>
      total(
        own.filter((line) => line.item_fk === item).map((line) => baseUnits(line.bonus_quantity, line.unit_factor)),
      );
    return own.filter(({ item_fk }) => given(item_fk) > promised(item_fk)).map(({ line_id }) => `free on ${line_id}`);
  }
  const wrong = own.filter(({ discount }) => !isPromised(discount)).map(({ line_id }) => `discount on ${line_id}`);
  const isOfAll = terms.reward_type === 'get_discount' && terms.items.length === 0;
  return isOfAll && !isPromised(sale.discount) ? [...wrong, 'discount'] : wrong;
}

/** Returns the stored and the computed promotions of a sale, both in the order of the sale. */
export function promised(events: Log, sale: Sale, position: bigint) {
  const applied = sale.promotions ?? [];
  const said = applied.map(({ promotion_fk, times, amount }) => [promotion_fk, String(times), `${money(amount)}`, []]);
  const is = applied.map(({ promotion_fk }) => {
    const terms = recordAt(events, `promotion-${promotion_fk}`, position) as PromotionData;
    const unitsOf = (of: PromotionData['items'][number]) => needed(events, position, of);
    const times = timesOf(terms, sale, unitsOf);
    const credit = terms.reward_type === 'get_amount' ? money(terms.reward_amount) * times : 0n;
    const own = sale.lines.filter((line) => line.promotion_fk === promotion_fk);
    const rewards = (item: number) =>
      total(terms.reward_items.filter(({ item_fk }) => item_fk === item).map((of) => unitsOf(of) * times));
    const beyond = givenBeyond(terms, sale, own, rewards);
    return [promotion_fk, String(times), `${inCoins(credit, 1n, coinOf(sale.decimals))}`, beyond];
  });
  return [said, is] as const;
}
