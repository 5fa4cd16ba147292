/** The value of a movement by the rule that its explanation names, computed from what is shown beside the rule, and from nothing else. */
import { allocate, divideRounded } from '../../domain/values/fixed-point.ts';
import { money } from '../../domain/values/money.ts';
import { QUANTITY_ONE, quantity } from '../../domain/values/quantity.ts';
import type { Cost } from '../../read-api/audit/explain/cost.ts';
import type { Term } from '../../read-api/audit/explain/reckoning.ts';

/** Every note that the rule of a line of cost may have. */
export const COST_NOTES = [
  'at_average',
  'at_cost_of_line',
  'goods_cost',
  'oldest_first',
  'remainder',
  'shared_value',
] as const;

/** The share of a line, so that all shares add up exactly to the line. */
const shareOf = (value: bigint, of: bigint, from: bigint, to: bigint): bigint =>
  divideRounded(value * to, of) - divideRounded(value * from, of);

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

/** Throws for a rule that needs more than the page. */
export function computed(note: string, cost: Cost): bigint {
  const { now, terms, came_with } = cost;
  const [held, worth, moved] = [quantity(now.quantity_before), money(now.value_before), quantity(now.quantity)];
  const left = held + moved;
  switch (note) {
    case 'at_cost_of_line': {
      const line = shown(cost.cost_of_line, note);
      const from = magnitude(quantity(line.before));
      const share = shareOf(money(line.value), quantity(line.quantity), from, from + magnitude(moved));
      return brought(cost, moved < 0n ? -share : share);
    }
    case 'shared_value': {
      const { inputs, costs, total, shares } = shown(cost.made_of, note);
      const sum = inputs.reduce<bigint>((all, { value }) => all + money(value), money(costs));
      if (sum !== money(total)) throw new Error(`what went in adds up to ${sum}, and not to ${total}`);
      const parts = allocate(
        sum,
        shares.map(({ weight }) => BigInt(weight)),
      );
      if (shares.some(({ value }, index) => money(value) !== parts[index])) throw new Error('a share is another one');
      return brought(cost, parts[shares.findIndex(({ is_own }) => is_own)] ?? 0n);
    }
    case 'remainder':
      return brought(cost, termOf([...came_with, ...terms], 'document'));
    case 'goods_cost':
    case 'oldest_first':
      return left === 0n ? -worth : held > 0n ? -ofLayers(note, cost, -moved) : elsewhere(cost, moved);
    case 'at_average':
      if (cost.valued === 'carried') return carried(cost);
      if (moved <= 0n && left === 0n) return -worth;
      if (moved < 0n) return held > 0n || worth !== 0n ? divideRounded(worth * moved, held) : elsewhere(cost, moved);
      return brought(cost, held > 0n ? divideRounded(worth * moved, held) : elsewhere(cost, moved));
    default:
      throw new Error(`no rule is called ${note}`);
  }
}

function shown<Value>(value: Value | null, note: string): Value {
  if (value === null) throw new Error(`${note} without what it needs`);
  return value;
}

function termOf(terms: readonly Term[], of: Term['of']): bigint {
  const term = terms.find((each) => each.of === of);
  if (!term) throw new Error(`no term of ${of}`);
  return money(term.value);
}

/** The value that goods brought along, on a stock that may be below zero. */
function brought({ now }: Cost, given: bigint): bigint {
  const [held, worth, moved] = [quantity(now.quantity_before), money(now.value_before), quantity(now.quantity)];
  const left = held + moved;
  if (moved <= 0n) return left === 0n || worth + given < 0n ? -worth : given;
  if (held >= 0n) return given;
  if (left > 0n) return divideRounded(given * left, moved) - worth;
  return left === 0n ? -worth : divideRounded(worth * left, held) - worth;
}

/** What goods cost where none are on hand: an entered cost, the last average or the last purchase; else nothing. */
function elsewhere({ terms, came_with }: Cost, moved: bigint): bigint {
  const last = [...came_with, ...terms].find(({ of }) => /^(last_|unit_cost)/.test(of));
  if (!last) return 0n;
  const by = last.of === 'unit_cost' ? QUANTITY_ONE : quantity(last.by ?? '');
  return divideRounded(money(last.value) * moved, by);
}

function ofLayers(note: string, { layers, valued_by }: Cost, count: bigint): bigint {
  const all = shown(layers, note);
  const isFirst = (layer: (typeof all)[number]) =>
    note === 'goods_cost' && layer.of?.document === shown(valued_by, note).document;
  let left = count;
  let cost = 0n;
  for (const layer of [...all.filter(isFirst), ...all.filter((each) => !isFirst(each))]) {
    const held = quantity(layer.quantity);
    const taken = left < held ? left : held;
    cost += divideRounded(money(layer.value) * taken, held);
    left -= taken;
  }
  const newest = all.at(-1);
  return newest ? cost + divideRounded(money(newest.value) * left, quantity(newest.quantity)) : cost;
}

/** A foreign balance on either side of an account. */
function carried({ now, terms }: Cost): bigint {
  const [held, worth, moved] = [quantity(now.quantity_before), money(now.value_before), quantity(now.quantity)];
  const left = held + moved;
  if (left === 0n) return -worth;
  if (held === 0n || held > 0n === moved > 0n) return termOf(terms, 'document');
  if (held > 0n === left > 0n) return divideRounded(worth * moved, held);
  return divideRounded(termOf(terms, 'document') * left, moved) - worth;
}

/** What is wrong with the terms of an explanation; undefined where they are value × times ÷ by and add up to the value. */
export function wrongTerms({ terms, came_with, now }: Cost): string | undefined {
  for (const { of, value, times, by, result } of [...terms, ...came_with]) {
    const exact = times === null || by === null ? money(value) * 1n : undefined;
    const [count, whole] = [quantity(times ?? '1'), quantity(by ?? '1')];
    // Shares of what went in are by largest remainder: less than one unit of the last place beside the quotient.
    const off = magnitude(money(result) * whole - money(value) * count);
    const isLess = of === 'line_before' ? magnitude(money(result) * whole + money(value) * count) : off;
    if (exact === undefined ? isLess >= magnitude(whole) : magnitude(money(result)) !== magnitude(exact)) {
      return `${of}: ${value} × ${times} ÷ ${by} is not ${result}`;
    }
  }
  const sum = (all: readonly Term[]) => all.reduce((total, { result }) => total + money(result), 0n);
  if (sum(terms) !== money(now.value)) return `the terms add up to ${sum(terms)}, and not to ${now.value}`;
  const given = terms.find(({ of }) => of === 'came_with');
  return given && sum(came_with) !== money(given.value) ? `it came with ${given.value}` : undefined;
}
