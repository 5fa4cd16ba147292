import { expect, it } from 'vitest';
import { promotionState } from '../../web/sales/promotion-status.tsx';

it('an active promotion has ended after its last day', () => {
  const of = (status: string, end_date: string | null) => promotionState({ status, end_date }, '2026-07-15');
  expect(of('active', '2026-07-15')).toBe('active');
  expect(of('active', '2026-07-14')).toBe('ended');
  expect(of('active', null)).toBe('active');
  expect(of('inactive', '2026-07-14')).toBe('inactive');
  expect(of('draft', '2026-07-14')).toBe('draft');
});
