/**
 * Goods that are sold and not delivered stand in the inventory, beside its stock (docs/accounting.md, section 4). A sale
 * that awaits its delivery adds them, a delivery takes them away, and so does a return of goods that were not delivered.
 * No account is debited or credited: the goods are those of the customer from the sale on.
 */
import { type Movement, type Posting, posting } from '../entries/entry.ts';
import type { LeavingGoods } from '../sales/sale-events.ts';
import { type Direction, effectiveTime } from '../values/effective-date.ts';
import { ZERO } from '../values/money.ts';
import { NO_QUANTITY, quantity, toQuantity } from '../values/quantity.ts';

/** The posting of a sale, with its goods as sold and not delivered. */
export function awaitingDelivery(of: Posting): Posting {
  const stays = (movement: Movement): Movement => {
    if (movement.pool.kind !== 'stock' || movement.quantity >= 0n) return movement;
    const batches = movement.batches?.map((part) => ({ ...part, undelivered: toQuantity(-part.quantity) }));
    return { ...movement, undelivered: toQuantity(-movement.quantity), ...(batches ? { batches } : {}) };
  };
  return { ...of, movements: of.movements.map(stays) };
}

interface Leaving {
  readonly date?: string;
  readonly time?: string | null;
  readonly leaves?: LeavingGoods;
}

/** A delivery; undefined when its goods were never counted with the inventory. */
export const postDelivered = (delivery: Leaving): Posting | undefined => postLeaving(delivery, 'out');

/** Goods that were returned before their delivery become stock at the moment at which they leave this quantity. */
export const postReturnedUndelivered = (back: Leaving): Posting | undefined => postLeaving(back, 'in');

function postLeaving({ date, time = null, leaves }: Leaving, direction: Direction): Posting | undefined {
  if (leaves === undefined || date === undefined) return undefined;
  const { outlet_fk: outlet, inventory_fk: inventory } = leaves;
  const movements = leaves.lines.map(
    ({ line_id, item_fk, quantity: count, of_batches }): Movement => ({
      line: line_id,
      pool: { kind: 'stock', item: item_fk, inventory },
      quantity: NO_QUANTITY,
      undelivered: toQuantity(-quantity(count)),
      valued: { by: 'entered' },
      posted: ZERO,
      contra: { key: 'cost-of-goods-sold' },
      outlet,
      ...(of_batches
        ? {
            batches: of_batches.map(({ batch_number, expire_date, quantity: part }) => ({
              batch_number,
              expire_date,
              quantity: NO_QUANTITY,
              undelivered: toQuantity(-quantity(part)),
            })),
          }
        : {}),
    }),
  );
  return posting(effectiveTime(date, time, direction), [], movements);
}
