/** What a document posted, as its tab shows it. */
import { expect, it } from 'vitest';
import { readEffect } from '../../../web/shared/document/model/effect-reading.ts';

it('adds up the lines of one account on one day, and keeps days and sides apart', () => {
  const line = (effective_date: string, account: number, debit: string, credit: string) => ({
    ...{ effective_date, account, account_key: 'cash', account_record: 'Safe' },
    debit,
    credit,
  });
  const entry = [
    line('2026-03-10', 1, '5', '0'),
    line('2026-03-10', 1, '7', '0'),
    line('2026-03-10', 1, '0', '1'),
    line('2026-03-20', 1, '2', '0'),
  ];
  const shown = readEffect({ entry }).entry.map(({ date, debit, credit }) => `${date} ${debit} ${credit}`);
  expect(shown).toEqual(['2026-03-10 12 0', '2026-03-10 0 1', '2026-03-20 2 0']);
  expect(readEffect({ preview: { journal: entry } }).entry).toHaveLength(3);
});
