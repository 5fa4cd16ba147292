/**
 * The goods that a driver carries for confirmed orders, by order and in all. Batches are those that the lines name, or
 * the ones that would be issued if the orders were delivered now in their order: first expired, first out. A sale of
 * the same goods before the delivery may change these.
 */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { issueOrder } from '../../domain/batches/issued-batches.ts';
import { type IssueOrder, OnHandBatches } from '../../domain/batches/on-hand-batches.ts';
import type { PaperLine } from '../../domain/paper/paper.schema.ts';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import {
  type BatchOnHand,
  type BatchQuantity,
  batchesOf,
  isNamed,
  mergedBatches,
  sumOfBatches,
} from '../../domain/values/batch.ts';
import { type Members, objectsOf } from '../../domain/values/members.ts';
import { inBaseUnits, printQuantity, type Quantity, quantity, toQuantity } from '../../domain/values/quantity.ts';
import { ofItems } from '../batches/called-batches.ts';
import type { Snapshot } from '../database/reader.ts';
import { shopToday } from '../http/today.ts';
import { InUnits, withUnits } from '../lists/in-units.ts';
import { fetchNames } from '../lists/names.ts';
import { batchLevels } from './batch-levels.ts';

const Text = () => Nullable(Type.String());

export const CarriedGoods = Type.Object({
  item_fk: Type.Integer(),
  item_name: Text(),
  unit_fk: Type.Integer(),
  unit_name: Text(),
  /** In the unit of the lines, bonus goods included. */
  quantity: Type.String(),
  /** In base units; empty for goods that have no batches. */
  batches: Type.Array(
    Type.Object({ batch_number: Text(), expire_date: Text(), quantity: Type.String(), in_units: InUnits() }),
  ),
});

/** The data of an order. */
type Order = Members;

interface Carried {
  readonly item_fk: number;
  readonly unit_fk: number;
  readonly quantity: string;
  readonly batches: readonly BatchQuantity[];
}

export type NamedGoods = Static<typeof CarriedGoods>;

/** Of each order in the given order, and of all of them together. */
export async function carriedGoods(
  snapshot: Snapshot,
  orders: readonly Order[],
): Promise<{ readonly ofOrders: readonly NamedGoods[][]; readonly inAll: readonly NamedGoods[] }> {
  const onHand = await onHandBatches(snapshot, orders);
  const issued = await orderOfToday(snapshot);
  // Named batches are assigned before suggested ones, as when an order is delivered.
  const lines = orders.map((order) => objectsOf(order['lines']).map((line) => new CarriedLine(order, line)));
  for (const line of lines.flat()) line.takeNamed(onHand);
  const ofOrders = lines.map((own) => summed(own.map((line) => line.carried(onHand, issued))));
  const inAll = summed(ofOrders.flat());
  const nameOf = await fetchNames(
    snapshot,
    inAll.flatMap(({ item_fk, unit_fk }) => [`item-${item_fk}`, `unit-${unit_fk}`]),
  );
  const all = [...ofOrders.flat(), ...inAll].flatMap((goods) =>
    goods.batches.map((batch) => ({ goods, batch, item_fk: goods.item_fk, quantity: batch.quantity })),
  );
  const told = Map.groupBy(await withUnits(snapshot, all, (held) => held), ({ goods }) => goods);
  const named = (goods: Carried): NamedGoods => ({
    ...goods,
    item_name: nameOf('item', goods.item_fk),
    unit_name: nameOf('unit', goods.unit_fk),
    batches: (told.get(goods) ?? []).map(({ batch, in_units }) => ({ ...batch, in_units })),
  });
  return { ofOrders: ofOrders.map((own) => own.map(named)), inAll: inAll.map(named) };
}

/** As the rows of a paper's table. */
export const printedGoods = (goods: readonly NamedGoods[]): PaperLine[] =>
  goods.map(({ item_name, unit_name, quantity: count, batches }) => ({
    item_fk: item_name,
    unit_fk: unit_name,
    quantity: count,
    batches: batches.length === 0 ? null : JSON.stringify(batches),
  }));

class CarriedLine {
  readonly #pool: { readonly item: number; readonly inventory: number };
  readonly #unit: number;
  readonly #count: Quantity;
  readonly #baseCount: Quantity;
  readonly #named: readonly BatchQuantity[];

  constructor(order: Order, line: Members) {
    this.#pool = { item: Number(line['item_fk']), inventory: Number(order['inventory_fk']) };
    this.#unit = Number(line['unit_fk']);
    this.#count = toQuantity(quantity(String(line['quantity'])) + quantity(String(line['bonus_quantity'] ?? '0')));
    this.#baseCount = inBaseUnits(this.#count, quantity(String(line['unit_factor'] ?? '1')));
    this.#named = batchesOf(line);
  }

  takeNamed(onHand: OnHandBatches): void {
    for (const batch of this.#named) onHand.take(this.#pool, batch, quantity(batch.quantity));
  }

  carried(onHand: OnHandBatches, issued: IssueOrder): Carried {
    const common = { item_fk: this.#pool.item, unit_fk: this.#unit, quantity: printQuantity(this.#count) };
    if (this.#named.length > 0) return { ...common, batches: this.#named.filter(isNamed) };
    const { parts } = onHand.firstOut(this.#pool, this.#baseCount, issued);
    return {
      ...common,
      batches: parts.map(([{ batch_number, expire_date }, count]) => ({
        batch_number,
        expire_date,
        quantity: printQuantity(toQuantity(count)),
      })),
    };
  }
}

/** One row for each item and unit. */
const summed = (goods: readonly Carried[]): Carried[] =>
  [...Map.groupBy(goods, ({ item_fk, unit_fk }) => `${item_fk}:${unit_fk}`).values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const sum = same.reduce((total, { quantity: count }) => total + quantity(count), 0n);
    const batches = mergedBatches(same.flatMap((one) => one.batches));
    return [{ ...first, quantity: printQuantity(toQuantity(sum)), batches }];
  });

async function onHandBatches(snapshot: Snapshot, orders: readonly Order[]): Promise<OnHandBatches> {
  const items = orders.flatMap(({ lines }) => objectsOf(lines).map(({ item_fk }) => Number(item_fk)));
  const inventories = orders.map(({ inventory_fk }) => Number(inventory_fk));
  const goods = [ofItems([...new Set(items)]), sql<boolean>`j.inventory_fk = any(${[...new Set(inventories)]}::int[])`];
  const { rows } = await sql<BatchOnHand & { item_fk: number; inventory_fk: number }>`
    select b.item_fk, b.inventory_fk, b.batch_number, b.expire_date,
      trim_scale(b.quantity)::text as quantity, b.is_held
    from (${batchLevels({ times: [], goods })}) b`.execute(snapshot);
  return new OnHandBatches({
    record: () => undefined,
    batchesOnHand: (item, inventory) => {
      const all = rows.filter(({ item_fk, inventory_fk }) => item_fk === item && inventory_fk === inventory);
      return { batches: all.filter(isNamed), onHand: printQuantity(toQuantity(sumOfBatches(all))) };
    },
  });
}

/** As when the orders are delivered today. */
async function orderOfToday(snapshot: Snapshot): Promise<IssueOrder> {
  const [settings] = await snapshot
    .selectFrom('read.record')
    .select('data')
    .where('kind', '=', 'system_setting')
    .where('id', '=', 1)
    .execute();
  const today = await shopToday(snapshot);
  return issueOrder('saleable', { day: today, sellsExpired: settings?.data['sell_expired'] === true });
}
