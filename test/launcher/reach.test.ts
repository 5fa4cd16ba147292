/** `npm test -- --changed` runs what a change can reach, and not the whole suite for each. */
import { expect, it } from 'vitest';
import { suiteTests, testsReachedBy } from '../../launcher/test-reach.ts';

it('reaches tests that import what changed, over other modules too', () => {
  const reached = testsReachedBy(['domain/kernel/fixed-point.ts']);
  for (const test of [
    'test/domain/kernel.property.test.ts',
    'test/posting/sale.test.ts',
    'test/costing/moving-average.test.ts',
  ]) {
    expect(reached).toContain(test);
  }
});

it('reaches tests that are called as what changed is, where only a registry joins the two', () => {
  expect(testsReachedBy(['domain/sales/sale-rules.ts'])).toContain('test/api/sales.test.ts');
  expect(testsReachedBy(['domain/sales/sale-return-rules.ts'])).toContain('test/posting/sale-return.test.ts');
});

it('reaches the browser tests that open a screen of the changed area', () => {
  expect(testsReachedBy(['web/catalogue/items.tsx'])).toContain('test/browser/catalogue.test.ts');
});

it('leaves out what a change cannot reach', () => {
  const reached = testsReachedBy(['web/catalogue/items.tsx']);
  expect(reached).not.toContain('test/posting/sale.test.ts');
  expect(reached.length).toBeLessThan(suiteTests().length / 4);
});
