/**
 * The drafts that become of marked batches: returns to their suppliers, disposals, and transfers to another inventory. A
 * document has one inventory, so batches of two inventories are two drafts.
 */
import { divideRounded } from '../../../domain/values/fixed-point.ts';
import { money, printMoney, toMoney } from '../../../domain/values/money.ts';
import { printQuantity, QUANTITY_ONE, quantity, toQuantity } from '../../../domain/values/quantity.ts';
import type { Reads } from '../../shared/api/read.ts';
import type { WantedDraft } from '../../shared/document/use-made-drafts.ts';

export type ExpiringRow = Reads['reports/expired_items']['data'][number];

/** What is made of marked batches: whoever may add one of these may make it here. */
export const DRAFTED = { returns: 'purchase_returns', disposals: 'asset_disposals', moves: 'stock_transfers' } as const;

/** A draft with the rows that it is of: they are unmarked when it is made. */
export interface ExpiryDraft extends WantedDraft {
  readonly rows: readonly ExpiringRow[];
}

export const keyOf = ({ item_fk, inventory_fk, expire_date, batch_number }: ExpiringRow): string =>
  JSON.stringify([item_fk, inventory_fk, expire_date, batch_number]);

/** Goods whose supplier nobody knows are not returned. */
export const mayReturn = ({ supplier_fk, price, base_unit_fk }: ExpiringRow): boolean =>
  supplier_fk !== null && price !== null && base_unit_fk !== null;

export const mayDispose = ({ base_unit_fk }: ExpiringRow): boolean => base_unit_fk !== null;

/** A transfer takes neither expired nor held goods, and none that are there already. */
export const mayMove =
  (to: number) =>
  ({ inventory_fk, state, hold_type, base_unit_fk }: ExpiringRow): boolean =>
    inventory_fk !== to && state !== 'expired' && hold_type === null && base_unit_fk !== null;

/** The rate of today, for debts in a foreign currency. */
interface Money {
  readonly system_currency_fk: number;
  readonly rate_fk: number | null;
}

export function returnDrafts(rows: readonly ExpiringRow[], date: string, money: Money): readonly ExpiryDraft[] {
  const groups = grouped(
    rows.filter(mayReturn),
    ({ inventory_fk, supplier_fk, currency_fk }) => `${inventory_fk} ${supplier_fk} ${currency_fk}`,
  );
  return groups.map(([first, own]) => {
    const currency_fk = first.currency_fk ?? money.system_currency_fk;
    return {
      resource: DRAFTED.returns,
      label: first.supplier_name,
      rows: own,
      body: {
        ...placeOf(first, date),
        supplier_fk: first.supplier_fk,
        currency_fk,
        ...(currency_fk === money.system_currency_fk ? {} : { rate_fk: money.rate_fk }),
        payment_type: 'on_account',
        lines: own.flatMap(pricedLines),
      },
    };
  });
}

/** As *expired* goes what has expired, and nothing else. */
export function disposalDrafts(rows: readonly ExpiringRow[], date: string): readonly ExpiryDraft[] {
  const groups = grouped(rows.filter(mayDispose), ({ inventory_fk, state }) => `${inventory_fk} ${state}`);
  return groups.map(([first, own]) => ({
    resource: DRAFTED.disposals,
    label: first.inventory_name,
    rows: own,
    body: {
      ...placeOf(first, date),
      disposal_type: first.state === 'expired' ? 'expired' : 'destruct',
      lines: own.map(baseLine),
    },
  }));
}

interface Target {
  readonly inventory_fk: number;
  readonly outlet_fk: number;
}

export function transferDrafts(rows: readonly ExpiringRow[], date: string, to: Target): readonly ExpiryDraft[] {
  const groups = grouped(rows.filter(mayMove(to.inventory_fk)), ({ inventory_fk }) => String(inventory_fk));
  return groups.map(([first, own]) => ({
    resource: DRAFTED.moves,
    label: first.inventory_name,
    rows: own,
    body: {
      ...placeOf(first, date),
      to_outlet_fk: to.outlet_fk,
      to_inventory_fk: to.inventory_fk,
      lines: own.map(baseLine),
    },
  }));
}

/** Goods that may still be sold, until their day. */
export const mayDiscount = ({ state, hold_type, base_unit_fk }: ExpiringRow): boolean =>
  state !== 'expired' && hold_type === null && base_unit_fk !== null;

/**
 * A promotion for each batch, until its day: the item for less. It is one of the item, and the batch leaves first because it
 * expires first.
 */
export function promotionDrafts(rows: readonly ExpiringRow[], date: string, percent: string): readonly ExpiryDraft[] {
  return rows.filter(mayDiscount).map((row) => {
    const title = [row.item_name, row.batch_number ?? row.expire_date].filter(Boolean).join(' · ');
    return {
      resource: 'promotions',
      label: title,
      rows: [row],
      page: { path: '/sales/promotions', name: 'sales:promotion' },
      body: {
        title,
        outlet_fk: row.outlet_fk,
        start_date: date,
        end_date: row.expire_date,
        status: 'draft',
        applies: 'each_time',
        items: [{ item_fk: row.item_fk, unit_fk: row.base_unit_fk, quantity: '1' }],
        reward_type: 'get_discount',
        reward_percentage: percent,
      },
    };
  });
}

/** Each group with its first row, in the order of the first rows. */
const grouped = (rows: readonly ExpiringRow[], by: (row: ExpiringRow) => string) =>
  [...Map.groupBy(rows, by).values()].flatMap((own) => {
    const [first] = own;
    return first ? [[first, own] as const] : [];
  });

const placeOf = ({ outlet_fk, inventory_fk }: ExpiringRow, date: string) => ({ outlet_fk, inventory_fk, date });

const batchOf = ({ batch_number, expire_date }: ExpiringRow, count: string) => ({
  batches: [{ batch_number, expire_date, quantity: count }],
});

const baseLine = (row: ExpiringRow) => ({
  item_fk: row.item_fk,
  unit_fk: row.base_unit_fk,
  quantity: row.quantity,
  ...batchOf(row, row.quantity),
});

/** Whole units of the purchase at its price, and what is left of them in base units at their part of it. */
function pricedLines(row: ExpiringRow): readonly object[] {
  const { item_fk, unit_fk, unit_factor, base_unit_fk, price } = row;
  if (unit_factor === null || price === null) return [];
  const [all, factor] = [quantity(row.quantity), quantity(unit_factor)];
  const units = all / factor;
  const [inUnits, rest] = [units * factor, all % factor];
  const line = (unit: number | null, count: bigint, base: bigint, unitPrice: string) => ({
    item_fk,
    unit_fk: unit,
    quantity: printQuantity(toQuantity(count)),
    price: unitPrice,
    ...batchOf(row, printQuantity(toQuantity(base))),
  });
  const pieces = printMoney(toMoney(divideRounded(money(price) * QUANTITY_ONE, factor)));
  return [
    ...(units === 0n ? [] : [line(unit_fk, units * QUANTITY_ONE, inUnits, price)]),
    ...(rest === 0n ? [] : [line(base_unit_fk, rest, rest, pieces)]),
  ];
}
