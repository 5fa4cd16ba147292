import type { Facts } from '../../domain/deciding/facts.ts';
import { type Movement, momentOf, type Posting } from '../../domain/entries/entry.ts';
import { nameIn } from '../../domain/records/record-name.ts';
import { allocate, divideRounded, parseFixed } from '../../domain/values/fixed-point.ts';
import type { Language } from '../../domain/values/language.ts';
import { MONEY_SCALE, type Money, printMoney, toMoney } from '../../domain/values/money.ts';
import { printQuantity, QUANTITY_ONE, QUANTITY_SCALE, toQuantity } from '../../domain/values/quantity.ts';
import type { ClaimStore } from '../../event-store/port.ts';
import type { AggregateRegistry } from '../aggregates/aggregate-types.ts';

/** Returns the present average cost of one base unit of (item, inventory), as a decimal string. */
export type AverageCosts = (
  pools: readonly { readonly item: number; readonly inventory: number }[],
) => Promise<ReadonlyMap<string, string>>;

export interface PreviewMovement {
  readonly item_fk: number;
  readonly item_name: string | null;
  readonly inventory_fk: number;
  readonly quantity: string;
  /** At the present average cost; null when there is none, and for users who may not see costs. */
  readonly estimated_cost: string | null;
}

/** The postings with the differences of their counts: the counted quantity less the stock just before. */
export async function withDifferences(
  postings: readonly Posting[],
  store: Pick<ClaimStore, 'levelsBefore'>,
): Promise<readonly Posting[]> {
  const counts = postings.flatMap((posting) =>
    posting.movements.flatMap((movement) => {
      const { pool, valued } = movement;
      if (pool.kind !== 'stock' || valued.by !== 'count') return [];
      return [
        { movement, real: valued.real, key: `stock:${pool.item}:${pool.inventory}`, at: momentOf(posting, movement) },
      ];
    }),
  );
  if (counts.length === 0) return postings;
  const before = await store.levelsBefore(counts);
  const difference = new Map(
    counts.map(({ movement, real }, index) => {
      const level = parseFixed(before[index] ?? '0', QUANTITY_SCALE) ?? 0n;
      return [movement, toQuantity(real - level)] as const;
    }),
  );
  return postings.map((posting) => ({
    ...posting,
    movements: posting.movements.map((movement) => ({
      ...movement,
      quantity: difference.get(movement) ?? movement.quantity,
    })),
  }));
}

export async function previewMovements(
  postings: readonly Posting[],
  { averages, kinds }: { readonly averages: AverageCosts; readonly kinds: AggregateRegistry },
  facts: Facts,
  language: Language,
): Promise<PreviewMovement[]> {
  const pools = postings.flatMap(({ movements }) =>
    movements.flatMap(({ pool }) => (pool.kind === 'stock' ? [pool] : [])),
  );
  const seesCost = facts.actor.can('items/show_cost');
  const known = pools.length === 0 || !seesCost ? new Map<string, string>() : await averages(pools);
  return postings.flatMap(({ movements }) => {
    const costs = new Map<number, Money>();
    return movements.flatMap((movement): PreviewMovement[] => {
      const { pool, line, quantity } = movement;
      if (pool.kind !== 'stock') return [];
      const cost = estimate(movement, known.get(`${pool.item}:${pool.inventory}`), costs);
      if (cost !== undefined) costs.set(line, cost);
      return [
        {
          item_fk: pool.item,
          item_name: recordName(kinds, facts, 'item', pool.item, language),
          inventory_fk: pool.inventory,
          quantity: printQuantity(quantity),
          estimated_cost: cost === undefined || !seesCost ? null : printMoney(cost),
        },
      ];
    });
  });
}

/**
 * Receipts have a given value, and goods made from others the value of their inputs (`costs`, by line); issues are
 * estimated at the present average.
 */
function estimate(
  { valued, posted, quantity }: Movement,
  average: string | undefined,
  costs: ReadonlyMap<number, Money>,
): Money | undefined {
  if (valued.by === 'statedCost') return posted;
  if (valued.by === 'fromComponents') {
    const inputs = valued.of.map((line) => costs.get(line));
    if (inputs.some((cost) => cost === undefined)) return undefined;
    // A reversal posts the same amounts with inverted signs.
    const plus = quantity < 0n ? -valued.plus : valued.plus;
    const total = inputs.reduce<bigint>((sum, cost) => sum - (cost ?? 0n), plus);
    const share = allocate(total, valued.weights)[valued.part];
    return share === undefined ? undefined : toMoney(share);
  }
  const unit = average === undefined ? undefined : parseFixed(average, MONEY_SCALE);
  return unit === undefined ? undefined : toMoney(divideRounded(unit * quantity, QUANTITY_ONE));
}

/** Null for a record that the decision did not load. */
export function recordName(
  kinds: AggregateRegistry,
  facts: Facts,
  kind: string,
  id: number,
  language: Language,
): string | null {
  const declared = kinds.get(kind);
  const record = facts.record(kind, id);
  return declared?.is === 'record' && record ? nameIn(declared.declaration, record.data, language) : null;
}
