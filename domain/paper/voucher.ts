import { amounts, days, type Paper, type PaperColumn, type PaperTable, texts } from './paper.ts';
import { AT_RATE, REFERENCED } from './usual-facts.ts';

/** Vouchers: one amount, the party or purpose, and the receiver. */
export const voucher = (name: string, facts: readonly PaperColumn[], more: Partial<Paper> = {}): readonly Paper[] => [
  {
    name,
    facts: [...facts, ...AT_RATE, ...REFERENCED],
    totals: 'amount',
    signatures: ['issued_by', 'received_by'],
    ...more,
  },
];

/** The documents that a payment settles. */
export const ALLOCATIONS: PaperTable = {
  of: 'allocations',
  columns: [
    ...texts('document_number'),
    ...days('date'),
    ...amounts('amount'),
    ...texts('currency_fk'),
    ...amounts('used'),
  ],
};
