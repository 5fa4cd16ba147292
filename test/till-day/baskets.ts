/** What customers bring to the tills of the simulated day, and what the promotions make of it. */
import { defined } from '../../domain/values/defined.ts';
import type { Chance } from '../../tools/demo/chance.ts';
import { type Cart, type CartLine, withLine } from '../../web/till/selling/cart.ts';
import { type Bought, type Off, WHOLE } from './by-hand.ts';
import { BATCHES, GOODS, type GoodsName, JUICES, RICE_FOR_A_CUP, SHAMPOO_OFF, SHAMPOOS, scaleLabel } from './goods.ts';

export const STEPS = [
  ...['plain', 'weighed', 'gift', 'discount', 'dollars', 'parts', 'medicine', 'typed price', 'exchange', 'aside'],
  ...['app', 'credit', 'parts', 'plain', 'dollars and dinars', 'without receipt', 'boxes', 'gift', 'weighed', 'parts'],
] as const;
export type Step = (typeof STEPS)[number];
/** Every kind of step, and what happens in some of them. */
export const KINDS: readonly string[] = [
  ...new Set(STEPS),
  ...['without the network', 'free goods', 'parts of the other till', 'a gift stays'],
];

/** What the scanner reads, and what the cashier types over. */
export interface Wanted {
  readonly goods: GoodsName;
  readonly isBox?: boolean;
  readonly count: bigint;
  readonly codes: readonly string[];
  readonly price?: bigint;
  readonly off?: Off;
}

/** Millionths as a decimal text. */
export const text = (millionths: bigint): string => {
  const [whole, rest] = [millionths / WHOLE, millionths % WHOLE];
  return rest === 0n ? `${whole}` : `${whole}.${String(rest).padStart(6, '0').replace(/0+$/, '')}`;
};
/** What a customer brings to the till. `isOnline`: a supervisor can be asked for an approval. */
export function basketFor(step: Step, isOnline: boolean, chance: Chance): Wanted[] {
  const some = (from: readonly GoodsName[], lines: number, most: number) =>
    chance.pickSome(from, lines).map((goods) => pieces(goods, BigInt(chance.between(1, most))));
  const usual = ['tea', 'soap', 'coffee', 'charger', 'nuts', 'rice', 'shampoo', 'cup', 'juice'] as const;
  switch (step) {
    case 'weighed':
      return [
        weighed('meat', BigInt(chance.between(80, 4_200))),
        ...some(usual, 1, 3),
        weighed('cheese', BigInt(chance.between(1_000, 30_000))),
      ];
    case 'gift':
      return chance.inHundred(50)
        ? [pieces('juice', BigInt(chance.between(6, 16))), ...some(['tea', 'soap'], 1, 3)]
        : [pieces('rice', BigInt(chance.between(3, 9))), pieces('cup', BigInt(chance.between(1, 4)))];
    case 'medicine':
      return [medicine(BATCHES[chance.between(0, BATCHES.length)], BigInt(chance.between(1, 3))), ...some(usual, 1, 2)];
    case 'boxes':
      return [
        { goods: 'tea', isBox: true, count: 2n * WHOLE, codes: Array(2).fill(GOODS.tea.box?.code) },
        ...some(['soap', 'coffee', 'shampoo'], 2, 3),
      ];
    case 'discount': {
      const [first, ...rest] = some(['soap', 'coffee', 'charger', 'nuts', 'shampoo'], 3, 4);
      const percent = BigInt(isOnline ? chance.pick([250, 500, 1_000, 2_000]) : 250);
      return [{ ...defined(first, 'goods'), off: chance.inHundred(70) ? { percent } : { amount: 35n } }, ...rest];
    }
    case 'typed price': {
      const goods = chance.pick(['soap', 'coffee', 'nuts'] as const);
      const { price } = GOODS[goods];
      const typed = isOnline ? chance.pick([price - 500n, price + 250n]) : price + 250n;
      return [{ ...pieces(goods, BigInt(chance.between(1, 5))), price: typed }, ...some(['tea', 'charger'], 1, 2)];
    }
    default:
      return some(usual, chance.between(1, 4), 4);
  }
}

/** The gifts and discounts of the promotions, as the sign in the shop says them. */
export function earned(wanted: readonly Wanted[], day: string): Bought[] {
  const inForce = day.startsWith('2026-03');
  const countOf = (goods: GoodsName) =>
    wanted.filter((each) => each.goods === goods).reduce((sum, { count }) => sum + count, 0n) / WHOLE;
  return wanted.map(({ codes: _, ...line }) => {
    const all = countOf(line.goods);
    const least = (one: bigint, other: bigint) => (one < other ? one : other);
    const free =
      line.goods === 'juice'
        ? all / (JUICES + 1n)
        : line.goods === 'cup'
          ? least(all, countOf('rice') / RICE_FOR_A_CUP)
          : 0n;
    const isLess = line.goods === 'shampoo' && all >= SHAMPOOS && !line.off;
    if (!inForce) return line;
    const off = isLess ? { percent: SHAMPOO_OFF } : line.off;
    return { ...line, count: line.count - free * WHOLE, free: free * WHOLE, ...(off ? { off } : {}) };
  });
}

const SCANNED_MOST = 4n;

/** Few pieces are scanned one by one; the number of many is typed. */
export const pieces = (goods: GoodsName, count: bigint): Wanted => ({
  ...{ goods, count: count * WHOLE },
  codes: Array(count <= SCANNED_MOST ? Number(count) : 1).fill(GOODS[goods].code),
});

/** Grams of meat, or cheese for so many dinars. */
function weighed(goods: 'meat' | 'cheese', value: bigint): Wanted {
  const count = goods === 'meat' ? value * 1_000n : (value * WHOLE) / GOODS.cheese.price;
  return { goods, count, codes: [scaleLabel(goods, value)] };
}

/** By the DataMatrix on its package, or by the number alone. */
function medicine(batch: (typeof BATCHES)[number] | undefined, count: bigint): Wanted {
  const { code } = GOODS.medicine;
  const day = batch?.expire_date.replaceAll('-', '').slice(2);
  const scanned = batch ? `01${code.padStart(14, '0')}17${day}10${batch.batch_number}` : code;
  return { goods: 'medicine', count: count * WHOLE, codes: Array(Number(count)).fill(scanned) };
}

export const discountText = ({ amount, percent = 0n }: Off): NonNullable<CartLine['discount']> =>
  amount === undefined
    ? { type: 'percent', value: text(percent * 10_000n) }
    : { type: 'amount', value: String(amount) };

/** What the cashier types on the lines. */
export const typedOver =
  (wanted: readonly Wanted[]) =>
  (cart: Cart): Cart =>
    wanted.reduce((changed, { count, price, off }, index) => {
      const line = changed.lines[index];
      if (!line) throw new Error('a scan made no line');
      const change = {
        ...(line.quantity === text(count) ? {} : { quantity: text(count) }),
        ...(price === undefined ? {} : { price: String(price) }),
        ...(off ? { discount: discountText(off) } : {}),
      };
      return Object.keys(change).length === 0 ? changed : withLine(changed, line.line_id, change);
    }, cart);
