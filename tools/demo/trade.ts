/** The shared state of the demonstration's trade. */
import { IQD, USD } from '../../domain/values/rate.ts';
import type { Business, Place } from './business.ts';
import type { Day } from './calendar.ts';
import type { CashAccounts } from './cash-accounts.ts';
import type { Chance } from './chance.ts';
import type { Clerk, Fields } from './clerk.ts';
import type { DemoClock } from './clock.ts';
import type { Goods } from './goods/goods.ts';
import type { ShelfPlan } from './shelf-plan.ts';
import type { Tills } from './tills/till-devices.ts';

export interface Rate {
  readonly id: number;
  /** Dinars for a dollar: the out rate and the in rate. */
  readonly rate: string;
  readonly inRate: string;
}

export interface Trade {
  readonly clerk: Clerk;
  readonly clock: DemoClock;
  readonly chance: Chance;
  readonly business: Business;
  readonly goods: readonly Goods[];
  /** Goods with batches; empty before the last day on which the shops are open (pharmacy.ts). */
  readonly medicines: Goods[];
  /** Goods with serial numbers, likewise (goods/phones.ts). */
  readonly phones: Goods[];
  readonly byWeight: GoodsOnScales;
  readonly shelfPlan: ShelfPlan;
  readonly cashAccounts: CashAccounts;
  readonly tills: Tills;
  /** The current week's rates. */
  rate: Rate;
  /** Waits until the read models have processed all entered events. */
  readonly booksAreThere: () => Promise<void>;
}

/** A line of a receipt for the label of a scale. */
export interface WeighedLine {
  readonly item_fk: number;
  readonly unit_fk: number;
  readonly quantity: string;
  readonly price: string;
  readonly total: bigint;
}

export interface GoodsOnScales {
  /** Of some receipts: the package of a customer, as its label says it; undefined for the others. */
  labelled(inventory: number): WeighedLine | undefined;
}

/** An act at a time of day. */
export interface Act {
  /** `HH:MM` */
  readonly time: string;
  run(): Promise<void>;
}

/** The acts of one habit on a day; on most days none. */
export type Habit = (trade: Trade, day: Day) => readonly Act[];

/** `HH:MM` between two hours of the day. */
export function timeBetween(chance: Chance, fromHour: number, toHour: number): string {
  const minute = chance.between(fromHour * 60, toHour * 60 - 1);
  return `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`;
}

const pad = (number: number): string => String(number).padStart(2, '0');

export const at = (
  { outlet, inventory }: Pick<Place, 'outlet' | 'inventory'>,
  { date }: Day,
  time: string,
): Fields => ({
  outlet_fk: outlet,
  inventory_fk: inventory,
  date,
  time,
});

export const inDinars = { currency_fk: IQD };
/** The in rate applies to payments of customers, the out rate to payments to suppliers. */
export const inDollars = ({ rate }: Trade, side: 'in' | 'out'): Fields => ({
  currency_fk: USD,
  rate_fk: rate.id,
  rate: side === 'in' ? rate.inRate : rate.rate,
});

export interface Sold {
  readonly goods: Goods;
  readonly count: number;
}

/** A line in pieces at the item's price, in dinars. */
export const pieces = ({ goods, count }: Sold): Fields => ({
  item_fk: goods.item,
  unit_fk: goods.unit,
  quantity: String(count),
  price: String(goods.price),
});

export const totalOf = (sold: readonly Sold[]): bigint =>
  sold.reduce((sum, { goods, count }) => sum + goods.price * BigInt(count), 0n);
