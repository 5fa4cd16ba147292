/** What the two shops of the simulated day sell, as a price list on the wall says it. Amounts are whole dinars. */

export type GoodsName =
  | 'tea'
  | 'rice'
  | 'soap'
  | 'coffee'
  | 'charger'
  | 'juice'
  | 'cup'
  | 'shampoo'
  | 'nuts'
  | 'meat'
  | 'cheese'
  | 'medicine';

export interface Article {
  readonly name: string;
  /** For a piece, or for a kilogram of weighed goods. */
  readonly price: bigint;
  /** Of an imported article: its price in cents, at the rate of the day. */
  readonly cents?: bigint;
  /** Paid to the mill for each of them. */
  readonly cost: bigint;
  /** In hundredths of a percent. */
  readonly tax?: bigint;
  /** As it is printed on a piece; the number at the scale of weighed goods. */
  readonly code: string;
  /** A case with so many pieces, its price and its own code. */
  readonly box?: { readonly pieces: bigint; readonly price: bigint; readonly code: string };
  readonly scale?: 'weight' | 'price';
}

/** Dinars for a dollar. */
export const RATE = 1480n;

export const GOODS: Readonly<Record<GoodsName, Article>> = {
  tea: {
    ...{ name: 'Black tea', price: 1_000n, cost: 600n, code: '8690504000013' },
    box: { pieces: 12n, price: 11_000n, code: '18690504000010' },
  },
  rice: { name: 'Rice 1 kg', price: 2_250n, cost: 1_500n, code: '6260001000013' },
  soap: { name: 'Soap', price: 1_785n, cost: 1_100n, tax: 500n, code: '4006381333931' },
  coffee: { name: 'Coffee', price: 6_750n, cost: 5_000n, tax: 750n, code: '5000112000016' },
  charger: { name: 'Charger', price: 5_550n, cents: 375n, cost: 4_000n, code: '6934177700002' },
  juice: { name: 'Juice', price: 750n, cost: 500n, code: '6281007000017' },
  cup: { name: 'Cup', price: 500n, cost: 300n, code: '8901030000010' },
  shampoo: { name: 'Shampoo', price: 4_350n, cost: 3_000n, code: '8710447000016' },
  nuts: { name: 'Nuts of the shop', price: 3_250n, cost: 2_000n, code: '2900000000018' },
  meat: { name: 'Meat', price: 14_500n, cost: 11_000n, code: '00101', scale: 'weight' },
  cheese: { name: 'Cheese', price: 8_000n, cost: 6_000n, code: '00202', scale: 'price' },
  medicine: { name: 'Paracetamol', price: 1_500n, cost: 1_000n, code: '6211234000017' },
};

export const NAMES = Object.keys(GOODS) as readonly GoodsName[];

/** Of every seven juices one is free; three bags of rice bring a cup; two shampoos or more are an eighth cheaper. */
export const JUICES = 6n;
export const RICE_FOR_A_CUP = 3n;
export const SHAMPOOS = 2n;
/** In hundredths of a percent. */
export const SHAMPOO_OFF = 1_250n;

/** Bought for each outlet, of every article. */
export const BOUGHT = 40_000n;

/** The batches of the medicine, which expire one after the other. */
export const BATCHES = [
  { batch_number: 'PC-1', expire_date: '2026-09-30' },
  { batch_number: 'PC-2', expire_date: '2027-01-31' },
] as const;

/** With their check digit: twelve digits make an EAN-13, thirteen a GTIN-14. */
export function withCheckDigit(digits: string): string {
  const sum = [...digits].toReversed().reduce((all, digit, place) => all + Number(digit) * (place % 2 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** What the scale prints: grams, or dinars. */
export const scaleLabel = (of: 'meat' | 'cheese', value: bigint): string =>
  withCheckDigit(`${of === 'meat' ? '20' : '24'}${GOODS[of].code}${String(value).padStart(5, '0')}`);
