/**
 * Goods that the shops sell by the kilogram: a scale prints a label with the weight or the price of the package, and the
 * till reads it.
 */
import type { Commands } from '../../../command-api/commands/open-commands.ts';
import { quantityOf, readCode } from '../../../domain/catalogue/scanned-code.ts';
import { defined } from '../../../domain/values/defined.ts';
import { IQD } from '../../../domain/values/rate.ts';
import { account } from '../cash-accounts.ts';
import { Chance } from '../chance.ts';
import type { Clerk } from '../clerk.ts';
import { pictureOf } from '../goods/item-pictures.ts';
import { namesOf, type Words, words } from '../goods/words.ts';
import { at, type GoodsOnScales, type Habit, type WeighedLine } from '../trade.ts';
import { priceLabel, SCALES, scaleNumber, weightLabel } from './codes.ts';

const BY_WEIGHT = words('Sold by weight', 'بالوزن', 'بە کێش');
const KILOGRAM = words('Kilogram', 'كيلوغرام', 'کیلۆگرام');

interface Kind extends Words {
  /** Dinars for a kilogram. */
  readonly cost: bigint;
  readonly price: bigint;
  /** Its scale prints the price of a package. */
  readonly isPriced?: true;
}

const KINDS: readonly Kind[] = [
  { ...words('Walnuts', 'جوز', 'گوێز'), cost: 9_000n, price: 12_000n },
  { ...words('Roasted pistachios', 'فستق محمص', 'فستقی برژاو'), cost: 17_000n, price: 22_000n },
  { ...words('Almonds', 'لوز', 'بادەم'), cost: 12_500n, price: 16_000n },
  { ...words('Dried apricots', 'مشمش مجفف', 'قەیسی وشک'), cost: 7_000n, price: 9_500n },
  { ...words('Raisins', 'زبيب', 'مێوژ'), cost: 4_500n, price: 6_250n },
  { ...words('Green olives', 'زيتون أخضر', 'زەیتوونی سەوز'), cost: 3_500n, price: 5_000n, isPriced: true },
  { ...words('Sheep cheese', 'جبن غنم', 'پەنیری مەڕ'), cost: 8_500n, price: 11_500n, isPriced: true },
  { ...words('Loose tea', 'شاي بالوزن', 'چای کێشراو'), cost: 8_000n, price: 10_750n },
  { ...words('Sesame', 'سمسم', 'کونجی'), cost: 3_750n, price: 5_250n },
  { ...words('Turkish delight', 'حلقوم', 'لوقوم'), cost: 5_500n, price: 7_750n, isPriced: true },
];

/** First number of their pictures, after those of the medicines. */
const PICTURES_FROM = 120;
/** Its own, so that what is weighed changes nothing else of the trade. */
const SEED = 20;
const DAYS_APART = 28;
const KILOGRAMS = 30;
/** How many of a hundred receipts have a package that was weighed. */
const OFTEN = 35;
const GRAMS = { least: 120, most: 1_900 };

interface Weighed extends Kind {
  readonly item: number;
  /** Its number at the scales. */
  readonly scale: string;
}

export class GoodsByWeight implements GoodsOnScales {
  readonly category: number;
  readonly #unit: number;
  readonly #goods: readonly Weighed[];
  readonly #grams = new Map<string, number>();
  readonly #chance = new Chance(SEED);

  constructor(goods: readonly Weighed[], of: { readonly category: number; readonly unit: number }) {
    this.#goods = goods;
    this.category = of.category;
    this.#unit = of.unit;
  }

  /** Four weeks' goods for each shop, paid from its safe. */
  readonly buying: Habit = ({ business, clerk, cashAccounts }, day) => {
    if (day.number % DAYS_APART !== 0) return [];
    return business.places.map((place) => ({
      time: '07:50',
      run: async () => {
        const lines = this.#goods.map(({ item, cost }) => ({
          item_fk: item,
          unit_fk: this.#unit,
          quantity: String(KILOGRAMS),
          price: String(cost),
        }));
        const body = { ...at(place, day, '07:50'), supplier_fk: business.suppliers[0], currency_fk: IQD, lines };
        const paid = { payment_type: 'cash', account_fk: place.safe, status: 'complete' };
        await clerk.enter('purchases', { ...body, ...paid }, place.storekeeper);
        cashAccounts.add(
          account(place.safe),
          -this.#goods.reduce((sum, { cost }) => sum + cost * BigInt(KILOGRAMS), 0n),
        );
        for (const goods of this.#goods) this.#put(place.inventory, goods, KILOGRAMS * 1_000);
      },
    }));
  };

  labelled(inventory: number): WeighedLine | undefined {
    const [isWanted, goods] = [this.#chance.inHundred(OFTEN), this.#chance.pick(this.#goods)];
    const grams = this.#chance.between(GRAMS.least, GRAMS.most);
    if (!isWanted || this.#on(inventory, goods) < grams) return undefined;
    this.#put(inventory, goods, -grams);
    return this.#read(labelOf(goods, grams));
  }

  #read(label: string): WeighedLine {
    const reading = defined(
      readCode(label, SCALES).find(({ of }) => of === 'label'),
      'a label',
    );
    const goods = defined(
      this.#goods.find(({ scale }) => reading.keys.includes(scale)),
      label,
    );
    const price = String(goods.price);
    const quantity = quantityOf(reading, () => price);
    const total = reading.amount === undefined ? priceOf(goods, gramsOf(quantity)) : BigInt(reading.amount);
    return { item_fk: goods.item, unit_fk: this.#unit, quantity, price, total };
  }

  #on(inventory: number, { item }: Weighed): number {
    return this.#grams.get(`${inventory}:${item}`) ?? 0;
  }

  #put(inventory: number, { item }: Weighed, grams: number): void {
    const key = `${inventory}:${item}`;
    this.#grams.set(key, (this.#grams.get(key) ?? 0) + grams);
  }
}

const labelOf = (goods: Weighed, grams: number): string =>
  goods.isPriced ? priceLabel(goods.scale, Number(priceOf(goods, grams))) : weightLabel(goods.scale, grams);

/** `0.512` kilograms. */
const gramsOf = (quantity: string): number => Math.round(Number(quantity) * 1_000);

/** Whole dinars for the weight, a half upwards. */
const priceOf = ({ price }: Kind, grams: number): bigint => (price * BigInt(grams) * 2n + 1_000n) / 2_000n;

export async function registerByWeight(commands: Pick<Commands, 'uploads'>, clerk: Clerk): Promise<GoodsByWeight> {
  const unit = await clerk.enter('units', namesOf('unit_name', KILOGRAM));
  const category = await clerk.enter('categories', { ...namesOf('category_name', BY_WEIGHT), category_code: '1400' });
  const goods: Weighed[] = [];
  for (const [index, kind] of KINDS.entries()) {
    const scale = scaleNumber(index);
    const kilogram = { unit_fk: unit, base_unit_qty: '1', is_base: true, is_default: true, barcodes: [] };
    const item = await clerk.enter('items', {
      ...namesOf('item_name', kind),
      item_code: scale,
      category_fk: category,
      images: [await pictureOf(commands, kind.en, PICTURES_FROM + index)],
      item_units: [{ ...kilogram, sale_price: String(kind.price) }],
    });
    goods.push({ ...kind, item, scale });
  }
  return new GoodsByWeight(goods, { category, unit });
}
