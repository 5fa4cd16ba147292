import { describe, expect, it } from 'vitest';
import { scannedBatch } from '../../domain/batches/scanned-batch.ts';

const BOTH = { has_batch_number: true, has_expire: true };
const batch = (batch_number: string | null, expire_date: string | null) => ({ batch_number, expire_date });
const ON_HAND = [batch('A1', '2027-01-31'), batch('A1', '2027-06-30'), batch('B2', null), batch(null, '2027-03-31')];
const scanned = (code: { batch?: string; expires?: string }, item: Partial<typeof BOTH> = BOTH) =>
  scannedBatch(code as never, { has_batch_number: false, has_expire: false, ...item }, ON_HAND);

describe('the batch of a scanned code', () => {
  it('is the one on hand with the number and the day', () => {
    expect(scanned({ batch: 'a1', expires: '2027-06-30' })).toEqual(batch('A1', '2027-06-30'));
  });

  it('is the first one of the number when the day differs or the code has none', () => {
    expect(scanned({ batch: 'A1', expires: '2029-01-01' })).toEqual(batch('A1', '2027-01-31'));
    expect(scanned({ batch: 'A1' })).toEqual(batch('A1', '2027-01-31'));
    expect(scanned({ batch: 'B2' })).toEqual(batch('B2', null));
  });

  it('is the one of the day when the code has no number', () => {
    expect(scanned({ expires: '2027-03-31' })).toEqual(batch(null, '2027-03-31'));
  });

  it('is what the code says when none is on hand, as far as the goods have it', () => {
    expect(scanned({ batch: 'C3', expires: '2028-01-01' })).toEqual(batch('C3', '2028-01-01'));
    expect(scanned({ batch: 'C3', expires: '2028-01-01' }, { has_expire: true })).toEqual(batch(null, '2028-01-01'));
    expect(scanned({ batch: 'C3' }, { has_expire: true })).toBeUndefined();
  });

  it('is none for a code without a batch, and for goods without batches', () => {
    expect(scanned({})).toBeUndefined();
    expect(scanned({ batch: 'A1', expires: '2027-01-31' }, {})).toBeUndefined();
  });
});
