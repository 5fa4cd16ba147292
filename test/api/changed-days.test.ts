import { describe, expect, it } from 'vitest';
import { changedDays } from '../../command-api/claims/level-changes.ts';
import { saleTransferDocument } from '../../domain/sales/transfers/sale-transfer.document.ts';
import { saleTransfer } from '../../domain/sales/transfers/sale-transfer.ts';
import { given } from '../domain/given.ts';

const sent = given(saleTransfer).after([
  {
    type: 'enter_sent',
    input: {
      outlet_fk: 1,
      inventory_fk: 1,
      to_outlet_fk: 2,
      to_inventory_fk: 2,
      date: '2026-12-30',
      currency_fk: 1,
      lines: [{ item_fk: 11, unit_fk: 1, quantity: '2', price: '5' }],
    },
  },
]);
const received = sent.after([{ type: 'receive', input: { date: '2027-01-02' } }]);
const booked = ({ state }: typeof sent) => saleTransferDocument.postingsOf(state(), 'sale_transfer-1');

describe('the days that must be open for a command', () => {
  it('are those of its postings, not those of the document’s former postings', () => {
    expect(changedDays([], booked(sent))).toEqual(['2026-12-30']);
    expect(changedDays(booked(sent), booked(received))).toEqual(['2027-01-02']);
  });

  it('are those of all reversed postings', () => {
    expect(changedDays(booked(received), [])).toEqual(['2026-12-30', '2027-01-02']);
    expect(changedDays(booked(received), booked(received))).toEqual([]);
  });
});
