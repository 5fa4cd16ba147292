/** The value of one average over several inventories, shared by their quantities. */
import { expect, it } from 'vitest';
import { difference } from '../../domain/costing/differences.ts';
import type { PostedMovement } from '../../domain/costing/movement.ts';
import type { Part } from '../../domain/costing/parts.ts';
import { shareAnew, sharesSince } from '../../domain/costing/sharing.ts';
import { toMoney, ZERO } from '../../domain/values/money.ts';
import { toQuantity } from '../../domain/values/quantity.ts';

const part = (inventory: number, quantity: bigint, value: bigint): Part => {
  return { pool: { kind: 'stock', item: 1, inventory }, outlet: 1, quantity, value };
};
const share = (inventory: number, value: bigint) => ({ inventory, outlet: 1, value: toMoney(value) });
/** The changes, and the values after them. */
const shared = (...parts: readonly Part[]) => [shareAnew(parts), parts.map(({ value }) => value)];

it('changes only the inventories whose value is not their share', () => {
  const parts = [part(1, 1n, 1_000n), part(2, 1n, 500n), part(3, 1n, 1_500n)];
  expect(shared(...parts)).toEqual([
    [share(2, 500n), share(3, -500n)],
    [1_000n, 1_000n, 1_000n],
  ]);
});

it('gives what does not divide to the largest remainder, and of equal ones to the lower number', () => {
  expect(shared(part(2, 1n, 1_000n), part(1, 1n, 0n), part(3, 1n, 0n))[1]).toEqual([333n, 334n, 333n]);
  expect(shared(part(2, 2n, 1_000n), part(1, 1n, 0n))[1]).toEqual([667n, 333n]);
});

it('has one sign for goods that are missing everywhere', () => {
  expect(shared(part(1, -1n, -900n), part(2, -2n, 0n))[1]).toEqual([-300n, -600n]);
});

it('takes the value of an inventory that holds nothing, and leaves shares that are right to a thousandth', () => {
  expect(shared(part(1, 2n, 500n), part(2, 0n, 100n))[1]).toEqual([600n, 0n]);
  expect(shared(part(1, 1n, 1_004n), part(2, 1n, 996n))[0]).toEqual([]);
});

it('leaves the values of quantities that add up to zero where they are, and takes those of inventories that hold nothing', () => {
  expect(shared(part(1, 5n, 1_000n), part(2, -5n, -700n))).toEqual([[], [1_000n, -700n]]);
  expect(shared(part(1, 0n, 100n), part(2, 0n, -100n))[1]).toEqual([0n, 0n]);
  expect(shared(part(1, 6n, 1_300n), part(2, -5n, -700n))[1]).toEqual([3_600n, -3_000n]);
});

it('differs from other shares by inventory, without zeros', () => {
  expect(sharesSince([share(1, 5n), share(2, 7n)], [share(1, 8n), share(2, 7n), share(3, 1n)])).toEqual([
    share(1, 3n),
    share(3, 1n),
  ]);
  expect(sharesSince([share(4, 5n)], [])).toEqual([share(4, -5n)]);
});

it('is in the order of the inventories in the change of a movement', () => {
  const movement = { posted: toMoney(3n) } as PostedMovement;
  const added = {
    quantity: toQuantity(1n),
    value: toMoney(9n),
    variance: ZERO,
    shares: [share(3, 1n), share(1, 2n), share(2, -3n)],
  };
  const change = difference('movement', movement, 1n, added);
  expect(change.shares.map(({ inventory }) => inventory)).toEqual([1, 2, 3]);
  expect([change.cost, difference('restatement', movement, 1n, added).cost]).toEqual([6n, 9n]);
  expect(difference('reversal', movement, 1n, added).cost).toBe(12n);
});
