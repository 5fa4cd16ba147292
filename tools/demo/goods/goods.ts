/** The 1,200 items of the demonstration, and their properties for planning its trade. */
import type { Commands } from '../../../command-api/commands/open-commands.ts';
import type { Chance } from '../chance.ts';
import type { Clerk } from '../clerk.ts';
import type { Progress } from '../progress.ts';
import { caseCode, pieceCode } from '../tills/codes.ts';
import { BRANDS, CATEGORIES, type GoodsKind, OF_A_BRAND, SIZES } from './goods-words.ts';
import { pictureOf } from './item-pictures.ts';
import { namesOf, type Words } from './words.ts';

export interface Goods {
  readonly item: number;
  /** Pieces, and boxes of `perBox` pieces. */
  readonly unit: number;
  readonly box: number;
  readonly perBox: number;
  /** Dinars for each piece: cost and price. */
  readonly cost: bigint;
  readonly price: bigint;
  /** Relative demand. */
  readonly weight: number;
}

/** Created at the first start. */
const PIECE = 1;
const BOX = 2;
const PER_BOX = 12;
/** The cost of a size relative to the smallest, in tenths. */
const SIZE_COST: readonly bigint[] = [10n, 18n, 34n, 62n];
/** Prices are multiples of the smallest note. */
const NOTE = 250n;

export interface Range {
  readonly goods: readonly Goods[];
  /** Ids of the categories, and of the kinds of goods in them. */
  readonly categories: readonly number[];
  readonly kinds: readonly number[];
}

/** Places in the range of all brands, which `goodsAt` is given. */
const PLACES = 1_200n;

/** The neighbouring goods from this place of the full range on. A range of fewer brands has goods of the same kind there. */
export function goodsAt(goods: readonly Goods[], place: number, count = 1): readonly Goods[] {
  const first = Number((BigInt(place) * BigInt(goods.length)) / PLACES);
  return goods.slice(first, first + count);
}

/** `brandsCount` from 1 to the number of `BRANDS`. */
export async function registerGoods(
  commands: Pick<Commands, 'uploads'>,
  clerk: Clerk,
  chance: Chance,
  brandsCount = BRANDS.length,
  progress?: Pick<Progress, 'registered'>,
): Promise<Range> {
  const ranges = BRANDS.slice(0, brandsCount);
  const brands: number[] = [];
  for (const { madeIn, ...brand } of ranges) {
    brands.push(await clerk.enter('brands', { ...namesOf('brand_name', brand), made_in_fk: madeIn }));
  }
  const goods: Goods[] = [];
  const categories: number[] = [];
  const kinds: number[] = [];
  for (const [order, category] of CATEGORIES.entries()) {
    const top = await clerk.enter('categories', {
      ...namesOf('category_name', category),
      category_code: String((order + 1) * 100),
    });
    categories.push(top);
    for (const [place, kind] of category.kinds.entries()) {
      const category_fk = await clerk.enter('categories', {
        ...namesOf('category_name', kind),
        category_code: String((order + 1) * 100 + place + 1),
        parent_fk: top,
      });
      kinds.push(category_fk);
      const types = await typesOf(clerk, kind, category_fk);
      const images = [await pictureOf(commands, kind.en, order * category.kinds.length + place)];
      for (const [size, name] of SIZES[kind.sizes].entries()) {
        for (const [number, brand] of ranges.entries()) {
          const type = types.length > 0 ? { sub_category_fk: types[number % types.length] } : {};
          const about = { category_fk, ...type, brand_fk: brands[number], images };
          goods.push(await registerOne(clerk, chance, { kind, brand, size, name, about, number: goods.length }));
          progress?.registered(goods.length, ranges.length * OF_A_BRAND);
        }
      }
    }
  }
  return { goods, categories, kinds };
}

async function typesOf(clerk: Clerk, { types = [] }: GoodsKind, parent_fk: number): Promise<number[]> {
  const entered: number[] = [];
  for (const type of types) {
    entered.push(await clerk.enter('categories', { ...namesOf('category_name', type), parent_fk }));
  }
  return entered;
}

interface One {
  readonly kind: GoodsKind;
  readonly brand: Words;
  readonly size: number;
  readonly name: string;
  readonly about: object;
  readonly number: number;
}

async function registerOne(clerk: Clerk, chance: Chance, of: One): Promise<Goods> {
  const { kind, brand, size, name, about, number } = of;
  const percent = BigInt(chance.between(85, 130));
  const cost = toNote((BigInt(kind.cost) * 100n * (SIZE_COST[size] ?? 10n) * percent) / 1000n);
  const price = toNote((cost * BigInt(chance.between(118, 145))) / 100n) + NOTE;
  const named = (language: keyof Words) => `${kind[language]} ${brand[language]} ${name}`;
  const unit = (unit_fk: number, pieces: number, sale_price: bigint, code: string) => ({
    unit_fk,
    base_unit_qty: String(pieces),
    is_base: pieces === 1,
    is_default: pieces === 1,
    sale_price: String(sale_price),
    barcodes: [code],
  });
  const item = await clerk.enter('items', {
    item_name: named('en'),
    item_name_ar: named('ar'),
    item_name_ckb: named('ckb'),
    item_code: `G-${String(number + 1).padStart(4, '0')}`,
    ...about,
    item_units: [
      unit(PIECE, 1, price, pieceCode(number)),
      unit(BOX, PER_BOX, toNote((price * 115n) / 10n), caseCode(number)),
    ],
    minimum_price: String(cost),
    shortage_alert: '12',
  });
  return {
    item,
    unit: PIECE,
    box: BOX,
    perBox: PER_BOX,
    cost,
    price,
    weight: number % 10 < 3 ? 6 : 1,
  };
}

const toNote = (dinars: bigint): bigint => ((dinars + NOTE / 2n) / NOTE || 1n) * NOTE;
