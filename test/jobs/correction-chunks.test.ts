/** The number of corrections in an append: as many as the limits permit, with linked documents together. */
import { expect, it } from 'vitest';
import { chunksOf, inLinkedOrder } from '../../command-api/closing/commit-corrections.ts';
import type { PlannedCorrection } from '../../command-api/closing/rate-correction.ts';

const LIMITS = { documents: 4, claims: 100, bytes: 100_000 };

function planned(stream: string, documents: readonly string[] = [], claims = 1): PlannedCorrection {
  const event = { type: 'x.rate_corrected', v: 1, data: { documents } };
  const state = { status: 'complete' };
  return {
    stream,
    revision: 0,
    decision: { before: state, after: state, events: [event] },
    claims: Array.from({ length: claims }, () => ({ kind: 'period', day: '2026-01-01', field: 'date' }) as never),
    reads: [],
  };
}
const streams = (chunks: readonly (readonly PlannedCorrection[])[]) =>
  chunks.map((chunk) => chunk.map(({ stream }) => stream));

it('every document is in one chunk, and no chunk is beyond the limits', () => {
  const many = Array.from({ length: 10_000 }, (_, n) => planned(`sale-${n}`, [], 3));
  const chunks = chunksOf(many, { documents: 200, claims: 500, bytes: 100_000 });
  expect(chunks.flat()).toEqual(many);
  expect(Math.max(...chunks.map((chunk) => chunk.length))).toBe(166);
});

it('documents that settle each other, also through others, are in one chunk where they fit', () => {
  const some = [
    planned('sale-1'),
    planned('sale-2'),
    planned('sale-3'),
    planned('sale-4'),
    planned('sale-5'),
    planned('payment-1', ['sale-1', 'sale-4']),
    planned('payment-2', ['sale-4', 'sale-5']),
  ];
  expect(streams(chunksOf(some, { ...LIMITS, documents: 5 }))).toEqual([
    ['sale-1', 'sale-4', 'sale-5', 'payment-1', 'payment-2'],
    ['sale-2', 'sale-3'],
  ]);
  // Five linked documents exceed the limit of four, so they are divided; others begin a new chunk or follow.
  expect(streams(chunksOf(some, LIMITS))).toEqual([
    ['sale-1', 'sale-4', 'sale-5', 'payment-1'],
    ['payment-2', 'sale-2', 'sale-3'],
  ]);
  expect(chunksOf(some, LIMITS).flat()).toEqual(inLinkedOrder(some));
});

it('one that is too large by itself is alone', () => {
  const some = [planned('sale-1'), planned('sale-2', [], 500), planned('sale-3')];
  expect(streams(chunksOf(some, LIMITS))).toEqual([['sale-1'], ['sale-2'], ['sale-3']]);
});
