/** Which movements bring their value with them, and which take the average. */
import { expect, it } from 'vitest';
import { isGiven } from '../../domain/costing/valuation.ts';

it('the value comes with goods that come in, and with those that leave at a stated cost or that of others', () => {
  const isWith = (by: string, quantity: bigint) => isGiven({ valued: { by }, quantity } as never);
  const all = ['average', 'count', 'statedCost', 'sameCostAs', 'fromComponents'];
  expect(all.filter((by) => isWith(by, 1n))).toEqual(all);
  expect(all.filter((by) => isWith(by, 0n))).toEqual(all);
  expect(all.filter((by) => isWith(by, -1n))).toEqual(['statedCost', 'sameCostAs', 'fromComponents']);
});
