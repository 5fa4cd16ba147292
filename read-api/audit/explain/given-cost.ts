/** What sets the value of goods that bring their cost along: the line they come back from, or the goods they are made of. */
import { type Static, Type } from 'typebox';
import { checked } from '../../../domain/schemas/checked.schema.ts';
import { allocate } from '../../../domain/values/fixed-point.ts';
import {
  type Money,
  magnitude,
  money,
  negate,
  printMoney,
  subtract,
  toMoney,
  ZERO,
} from '../../../domain/values/money.ts';
import { printQuantity, type Quantity, quantity, toQuantity } from '../../../domain/values/quantity.ts';
import type { Snapshot } from '../../database/reader.ts';
import { fetchNames } from '../../lists/names.ts';
import type { StoredMovement } from './stored-movement.ts';

const Text = () => Type.Union([Type.String(), Type.Null()]);

/** What the line moved, what it cost, and how much of it such movements took before. */
export const CostOfLineSchema = Type.Object({ quantity: Type.String(), value: Type.String(), before: Type.String() });

export const MadeOfSchema = Type.Object({
  /** The goods that went in, as known at the position. */
  inputs: Type.Array(Type.Object({ item_name: Text(), quantity: Type.String(), value: Type.String() })),
  /** What the document itself adds: labour, a fee. */
  costs: Type.String(),
  /** The inputs and the costs. */
  total: Type.String(),
  /** All goods that came out: shares are by largest remainder, so that they add up to the total. */
  shares: Type.Array(
    Type.Object({
      item_name: Text(),
      /** Its part of the weights of all, in the smallest whole numbers. */
      weight: Type.String(),
      value: Type.String(),
      is_own: Type.Boolean(),
    }),
  ),
});

export interface LineCost {
  readonly quantity: Quantity;
  readonly value: Money;
  readonly before: Quantity;
}

/**
 * Undefined unless the goods are valued like those of a line that is earlier in the order of effect. A line that was
 * taken back and entered again counts once.
 */
export async function lineCost(
  snapshot: Snapshot,
  movement: StoredMovement,
  knownAt: string,
): Promise<LineCost | undefined> {
  const { valued, like_document, like_line, like_after, item, effective_at: at, move_position, move_line } = movement;
  if (item === null || valued !== 'like' || like_document === null || like_line === null) return undefined;
  const line = await snapshot
    .selectFrom('read.stock_line')
    .select(({ fn }) => [fn.sum<string | null>('quantity').as('quantity'), fn.sum<string | null>('value').as('value')])
    .where('item_fk', '=', item)
    .where('document', '=', like_document)
    .where('kind', '<>', 'share')
    .where('move_line', '=', Number(like_line))
    .where('position', '<=', knownAt)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('effective_at', 'move_position', 'move_line'), '<', tuple(at, move_position, Number(move_line))),
    )
    .executeTakeFirstOrThrow();
  const whole = quantity(line.quantity ?? '0');
  if (whole === 0n) return undefined;
  return { quantity: toQuantity(whole), value: money(line.value ?? '0'), before: quantity(like_after ?? '0') };
}

export const shownLine = ({ quantity: whole, value, before }: LineCost): Static<typeof CostOfLineSchema> => ({
  quantity: printQuantity(toQuantity(whole < 0n ? -whole : whole)),
  value: printMoney(magnitude(value)),
  before: printQuantity(before),
});

/** The column `inputs`: which lines went in, what the document added, and the weights of all goods that came out. */
const storedInputs = checked(
  'the inputs of a movement',
  Type.Object({
    of: Type.Array(Type.Integer()),
    plus: Type.String(),
    weights: Type.Array(Type.String()),
    part: Type.Integer(),
  }),
);

/** Goods that were made, and their share of what went in. */
export interface Made {
  readonly total: Money;
  readonly weight: bigint;
  readonly weights: bigint;
  readonly value: Money;
  readonly shown: Static<typeof MadeOfSchema>;
}

/** Undefined unless the goods are made of others. */
export async function madeOf(snapshot: Snapshot, movement: StoredMovement, knownAt: string): Promise<Made | undefined> {
  if (movement.inputs === null) return undefined;
  const { of, plus, weights, part: own } = storedInputs.parse(movement.inputs);
  const rows = await snapshot
    .selectFrom('read.stock_line')
    .select(({ fn }) => [
      'move_line',
      'item_fk',
      fn.min('inputs').as('inputs'),
      fn.sum<string>('quantity').as('quantity'),
      fn.sum<string>('value').as('value'),
    ])
    .where('document', '=', movement.document)
    .where('move_position', '=', movement.move_position)
    .where('position', '<=', knownAt)
    .where('kind', '<>', 'share')
    .groupBy(['move_line', 'item_fk'])
    .orderBy('move_line')
    .execute();
  const nameOf = await fetchNames(
    snapshot,
    rows.map(({ item_fk }) => `item-${item_fk}`),
  );
  const inputs = rows.filter(({ move_line: line }) => of.includes(Number(line)));
  const total = inputs.reduce((sum, { value }) => subtract(sum, money(value)), money(plus));
  const given = weights.map(BigInt);
  const divisor = given.reduce(greatestCommon, 0n) || 1n;
  const smallest = given.map((weight) => weight / divisor);
  const parts = allocate(total, smallest).map(toMoney);
  const itemOf = new Map(rows.map((row) => [row.inputs && storedInputs.parse(row.inputs).part, row.item_fk]));
  return {
    total,
    weight: smallest[own] ?? 0n,
    weights: smallest.reduce((sum, weight) => sum + weight, 0n),
    value: parts[own] ?? ZERO,
    shown: {
      inputs: inputs.map(({ item_fk, quantity: count, value }) => ({
        item_name: nameOf('item', item_fk),
        quantity: printQuantity(toQuantity(-quantity(count))),
        value: printMoney(negate(money(value))),
      })),
      costs: plus,
      total: printMoney(total),
      shares: smallest.map((weight, part) => ({
        item_name: nameOf('item', itemOf.get(part) ?? null),
        weight: String(weight),
        value: printMoney(parts[part] ?? ZERO),
        is_own: part === own,
      })),
    },
  };
}

const greatestCommon = (a: bigint, b: bigint): bigint => (b === 0n ? a : greatestCommon(b, a % b));
