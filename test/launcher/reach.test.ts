/** `npm test -- --changed` runs the tests that a change can affect, not the whole suite. */
import { expect, it } from 'vitest';
import { testFiles, testsReachedBy } from '../../tools/suite/reached-tests.ts';

it('reaches tests that import what changed, over other modules too', () => {
  const reached = testsReachedBy(['domain/values/fixed-point.ts']);
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

it('reaches, of a function of the database, the tests of the store that calls it', () => {
  expect(testsReachedBy(['migrations/functions/claim.apply.sql'])).toContain('test/store-contract/postgres.test.ts');
});

it('reaches the browser tests that open a screen of the changed area', () => {
  expect(testsReachedBy(['web/catalogue/items.tsx'])).toContain('test/browser/catalogue.all.test.ts');
});

it('leaves out what a change cannot reach', () => {
  const reached = testsReachedBy(['web/catalogue/items.tsx']);
  expect(reached).not.toContain('test/posting/sale.test.ts');
  expect(reached.length).toBeLessThan(testFiles().length / 4);
  // They import a type of the router only.
  expect(testsReachedBy(['domain/sales/sale-rules.ts'])).not.toContain('test/browser/screens.all.test.ts');
});

it('reaches what enters whole businesses only from what makes them', () => {
  const [ofBench, ofYear] = ['test/bench/scenarios.all.test.ts', 'test/audit/whole-year.all.test.ts'];
  const ofReport = testsReachedBy(['read-api/books/account-balances.ts']);
  expect(ofReport).toContain('test/read-api/trial-balance.test.ts');
  for (const test of [ofBench, ofYear]) expect(ofReport).not.toContain(test);
  expect(testsReachedBy(['bench/run.ts'])).toContain(ofBench);
  expect(testsReachedBy([ofYear])).toContain(ofYear);
});
