import { describe, expect, it } from 'vitest';
import { chainFindings, type StoredEntry } from '../../domain/till/chain-findings.ts';
import { NO_ENTRY } from '../../domain/till/device-entry.ts';

const entry = (
  sequence: number,
  previous = sequence === 1 ? NO_ENTRY : `h${sequence - 1}`,
  more = {},
): StoredEntry => ({
  ...{ enrolment: 'e', sequence, previous, hash: `h${sequence}`, document: `sale-${sequence}` },
  ...more,
});
const found = (entries: readonly StoredEntry[], from = 1, to = 9) => chainFindings(entries, { from, to });

describe('the entries of a device', () => {
  it('without a problem are each after the one before, in whatever order they came', () => {
    expect(found([entry(2), entry(1), entry(3)])).toEqual([]);
  });

  it('that are missing are a gap, before the first one too', () => {
    expect(found([entry(1), entry(4, 'h3')])).toEqual([{ kind: 'gap', from: 2, to: 3, documents: ['sale-4'] }]);
    expect(found([entry(2, 'h1')])).toEqual([{ kind: 'gap', from: 1, to: 1, documents: ['sale-2'] }]);
  });

  it('that have one number are double', () => {
    expect(found([entry(1), entry(2), entry(2, 'h1', { document: 'sale-7' })])).toEqual([
      { kind: 'double', from: 2, to: 2, documents: ['sale-2', 'sale-7'] },
    ]);
  });

  it('that do not name the one before are changed', () => {
    expect(found([entry(1), entry(2, 'other'), entry(3)])).toEqual([
      { kind: 'changed', from: 2, to: 2, documents: ['sale-2'] },
    ]);
    expect(found([entry(1, 'other')])).toMatchObject([{ kind: 'changed', from: 1 }]);
  });

  it('are looked at between two numbers, both included', () => {
    const wrong = [entry(1), entry(2, 'x'), entry(3, 'x'), entry(4, 'x'), entry(5, 'x')];
    expect(found(wrong, 3, 4).map(({ from }) => from)).toEqual([3, 4]);
  });
});
