/**
 * How the value of a movement comes from what is shown beside it: each term is value × times ÷ by, and the terms add up
 * to the value. A page that shows them can be calculated again with pen and paper; a test does so for every rule.
 */
import { type Static, Type } from 'typebox';
import { divideRounded } from '../../../domain/values/fixed-point.ts';
import { type Money, money, negate, printMoney, toMoney, ZERO } from '../../../domain/values/money.ts';
import { printQuantity, QUANTITY_ONE, toQuantity } from '../../../domain/values/quantity.ts';
import type { LineCost, Made } from './given-cost.ts';
import { DocumentOrNone, type HeldLayer } from './layers.ts';
import type { StoredMovement } from './stored-movement.ts';

export const TermSchema = Type.Object({
  /** What it is of: `audit:cost.term.<of>` in the language tables of the screens. */
  of: Type.Enum([
    'on_hand',
    'layer',
    'newest_layer',
    'line',
    'line_before',
    'went_in',
    'document',
    'unit_cost',
    'last_average',
    'last_purchase',
    'came_with',
    'worth_before',
  ]),
  /** The document of a layer. */
  document: DocumentOrNone,
  value: Type.String(),
  /** Null when the value is taken whole. */
  times: Type.Union([Type.String(), Type.Null()]),
  by: Type.Union([Type.String(), Type.Null()]),
  /** Signed: what it adds to the value of the movement. */
  result: Type.String(),
});
export type Term = Static<typeof TermSchema>;

export interface Reckoned {
  readonly movement: StoredMovement;
  readonly quantity: bigint;
  /** Before the movement, of all inventories that share its average. */
  readonly held: bigint;
  readonly worth: Money;
  readonly line: LineCost | undefined;
  readonly made: Made | undefined;
  /** Undefined unless goods leave first in, first out. */
  readonly layers: readonly HeldLayer[] | undefined;
  /** The cost to use when nothing is on hand: the last average, else the last purchase. */
  readonly last: LastCost | undefined;
}

export interface LastCost {
  readonly by: 'average' | 'purchase';
  readonly quantity: bigint;
  readonly value: Money;
}

export interface Reckoning {
  /** How the value came about that the goods brought along, where it is not the value of the movement itself. */
  readonly came_with: Term[];
  readonly terms: Term[];
}

export function reckoning(of: Reckoned): Reckoning {
  const { movement, quantity, held, worth } = of;
  const left = held + quantity;
  if (movement.valued === 'entered') return only(document(of));
  if (movement.valued === 'carried') return carried(of);
  const given = givenTerms(of);
  if (given === undefined) return { came_with: [], terms: issued(of) };
  const value = total(given);
  const filled = (...terms: Term[]): Reckoning => ({ came_with: given, terms });
  if (quantity <= 0n) {
    if (left === 0n) return filled(whole('worth_before', negate(worth)));
    if (left < 0n) return filled(...(quantity === 0n ? [] : issued(of)));
    return worth + value < 0n ? filled(whole('worth_before', negate(worth))) : { came_with: [], terms: given };
  }
  if (held >= 0n) return { came_with: [], terms: given };
  const before = whole('worth_before', negate(worth));
  if (left > 0n) return filled(term('came_with', value, left, quantity), before);
  return left === 0n ? filled(before) : filled(term('on_hand', worth, left, held), before);
}

const only = (...terms: Term[]): Reckoning => ({ came_with: [], terms });
const document = ({ movement }: Reckoned): Term => whole('document', money(movement.posted ?? '0'));

/** A foreign balance on either side of an account. */
function carried(of: Reckoned): Reckoning {
  const { quantity, held, worth } = of;
  const left = held + quantity;
  const before = whole('worth_before', negate(worth));
  if (left === 0n) return only(before);
  if (held === 0n || held > 0n === quantity > 0n) return only(document(of));
  if (held > 0n === left > 0n) return only(term('on_hand', worth, quantity, held));
  return only(term('document', money(of.movement.posted ?? '0'), left, quantity), before);
}

/** Undefined for goods that leave at the average, or by their layers. */
function givenTerms(of: Reckoned): Term[] | undefined {
  const { movement, quantity, held, worth, line, made } = of;
  if (movement.valued === 'fact') return [document(of)];
  if (made) {
    const result = made.value;
    return [
      { ...term('went_in', made.total, 0n, 1n), ...ratio(made.weight, made.weights), result: printMoney(result) },
    ];
  }
  if (line) {
    const first = term('line', line.value, line.before + quantity, line.quantity);
    if (line.before === 0n) return [first];
    const { result, ...before } = term('line_before', line.value, line.before, line.quantity);
    return [first, { ...before, result: printMoney(negate(money(result))) }];
  }
  if (quantity < 0n) return undefined;
  if (held > 0n) return [term('on_hand', worth, quantity, held)];
  const { unit_cost } = movement;
  if (unit_cost !== null) return [term('unit_cost', money(unit_cost), quantity, QUANTITY_ONE)];
  return lastCost(of, quantity);
}

function issued(of: Reckoned): Term[] {
  const { quantity, held, worth, layers } = of;
  if (held + quantity === 0n) return [whole('worth_before', negate(worth))];
  if (layers && held > 0n) return ofLayers(of, layers);
  if (held !== 0n && (held > 0n || worth !== 0n)) return [term('on_hand', worth, quantity, held)];
  return lastCost(of, quantity);
}

/** Those of the document that the goods go back to first, then the oldest; what is beyond them costs as the newest. */
function ofLayers({ movement, quantity }: Reckoned, layers: readonly HeldLayer[]): Term[] {
  const isOwn = ({ stream }: HeldLayer) => movement.valued === 'average' && stream === movement.like_document;
  const terms: Term[] = [];
  let left = -quantity;
  for (const layer of [...layers.filter(isOwn), ...layers.filter((each) => !isOwn(each))]) {
    if (left <= 0n) break;
    const taken = left < layer.quantity ? left : layer.quantity;
    terms.push({ ...term('layer', layer.value, -taken, layer.quantity), document: layer.shown.of });
    left -= taken;
  }
  const newest = layers.at(-1);
  if (left > 0n && newest) {
    terms.push({ ...term('newest_layer', newest.value, -left, newest.quantity), document: newest.shown.of });
  }
  return terms;
}

const lastCost = ({ last }: Reckoned, quantity: bigint): Term[] =>
  last ? [term(`last_${last.by}`, last.value, quantity, last.quantity)] : [];

function term(of: Term['of'], value: Money, times: bigint, by: bigint): Term {
  const result = printMoney(toMoney(divideRounded(value * times, by)));
  const [count, whole] = [toQuantity(times), toQuantity(by)].map(printQuantity);
  return { of, document: null, value: printMoney(value), times: count ?? null, by: whole ?? null, result };
}

function whole(of: Term['of'], value: Money): Term {
  return { of, document: null, value: printMoney(value), times: null, by: null, result: printMoney(value) };
}

const ratio = (times: bigint, by: bigint) => ({ times: String(times), by: String(by) });

export const total = (terms: readonly Term[]): Money =>
  terms.reduce((sum, { result }) => toMoney(sum + money(result)), ZERO);
