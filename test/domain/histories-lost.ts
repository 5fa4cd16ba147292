/** What happens to goods of a transfer that were lost on their way: written off, and charged to persons afterwards. */
import type { TransitCommand } from '../../domain/stock/transit/transit.ts';
import { shop } from './shop.ts';

/** Facts in which the lost line cost so much when it was sent. */
export const lostFor = (value: string, of: Parameters<typeof shop>[0] = {}) => ({
  ...shop(of),
  queryResult: [{ line_id: 1, value }],
});

/** The charge of the write-off and a later one are taken back, one on its own day and one on another. */
export const lostAndCharged: readonly TransitCommand<never>[] = [
  {
    type: 'receive',
    input: { date: '2026-03-13', lines: [], rest: 'missing', charged_user_fk: 2, charged_amount: '1500' },
  },
  {
    type: 'charge',
    input: { charge_id: 2, charged_user_fk: 3, charged_amount: '2000', date: '2026-03-20', reason: 'he had the key' },
  },
  { type: 'charge', input: { charge_id: 3, charged_user_fk: 2, date: '2026-03-21', reason: 'he had signed' } },
  { type: 'reverse_charge', input: { charge_id: 1, reason: 'it was not he' } },
  { type: 'reverse_charge', input: { charge_id: 2, date: '2026-03-25', reason: 'found at last' } },
];
