/** Histories of quotations, of sales with a salesman and promotions, and of commissions. */

import { BONUS_LINE } from '../../domain/pricing/totals.ts';
import { salesmanCommission } from '../../domain/sales/commission/salesman-commission.ts';
import { quotation } from '../../domain/sales/orders/quotation.ts';
import { sale } from '../../domain/sales/sale.ts';
import { saleReturn } from '../../domain/sales/sale-return.ts';
import { given } from './given.ts';
import { RECORDS, shop } from './shop.ts';

const place = { outlet_fk: 1, inventory_fk: 1, date: '2026-03-10' };
const lines = [{ item_fk: 11, unit_fk: 2, quantity: '2', bonus_quantity: '1', price: '90000', tax_percent: '5' }];
const priced = { ...place, customer_fk: 7, currency_fk: 1, lines };
const quoted = { ...priced, expire_date: '2026-04-10', delivery_charge: '2', reference_number: 'Q' };
const back = { type: 'return_to_draft', reason: 'entered twice' } as const;

const promoted = {
  ...priced,
  payment_type: 'on_account' as const,
  salesman_fk: 2,
  discount: { type: 'percent' as const, value: '10' },
  promotions: [{ promotion_fk: 2 }, { promotion_fk: 3 }],
  lines: [...lines, { item_fk: 12, unit_fk: 1, quantity: '0', bonus_quantity: '2', price: '0', promotion_fk: 1 }],
};
const sold = given(sale).after([
  { type: 'draft', input: promoted, quotation_fk: 4 },
  { type: 'change', input: { ...promoted, note: 'x' } },
  { type: 'complete' },
]);
const batch = (move_line_id: number, batch_number: string, quantity: string) => ({
  ...{ move_line_id, batch_number, expire_date: '2027-01-31', quantity },
});
/** Goods of two batches that are brought to the customer in parts. */
const awaiting = given(
  sale,
  given(sale)
    .after([
      {
        type: 'enter',
        input: { ...priced, payment_type: 'on_account', received_type: 'brought', customer_address: 'Citadel 1' },
      },
    ])
    .events.map((event) =>
      event.type === 'sale.completed'
        ? {
            ...event,
            data: {
              ...event.data,
              batches: [batch(1, 'B7', '20'), batch(1, 'B8', '4'), batch(1 + BONUS_LINE, 'B8', '12')],
            },
          }
        : event,
    ),
).after([
  { type: 'deliver', input: { date: '2026-03-11', lines: [{ line_id: 1, quantity: '1' }] } },
  {
    type: 'deliver',
    input: {
      ...{ date: '2026-03-12', time: '09:00', driver_fk: 3 },
      lines: [{ line_id: 1, quantity: '22', item_fk: 11, unit_fk: 1 }],
    },
  },
  {
    type: 'return_undelivered',
    of: {
      ...{ sale_return_fk: 4, inventory_fk: 1, date: '2026-03-13', time: '10:00:00', isBrought: false },
      lines: [{ line_id: 1, quantity: '12', of_batches: [] }],
    },
  },
  { type: 'take_back_return', sale_return_fk: 4 },
  back,
]);
const inCash = { payment_type: 'cash' as const, account_fk: 3 };
const returned = { ...place, sale_fk: 1, customer_fk: 7, payment_type: 'on_account' as const };

const earned = { outlet_fk: 1, salesman_fk: 2, to_date: '2026-03-31', date: '2026-03-31' };
export const measured = {
  position: '90',
  previous: { id: 6, to_date: '2026-02-28' },
  sources: [
    { source: 'sale-1', sales: '2600000', discounts: '100000', cost: '900000' },
    { source: 'sale_return-4', sales: '-50000', discounts: '-5000', cost: '-20000' },
  ],
};

export const SELLING = {
  sale: [sold, awaiting],
  sale_return: [
    given(saleReturn).after(
      [
        { type: 'draft', input: { ...returned, lines: [{ sale_line_id: 1, quantity: '1' }] } },
        { type: 'change', input: { ...returned, note: 'x', lines: [{ sale_line_id: 1, quantity: '1' }] } },
        { type: 'complete' },
      ],
      shop({ documents: { 'sale-1': sold.state() } }),
    ),
    // Goods that the customer brought, though others of the sale are not delivered yet.
    given(saleReturn).after(
      [
        {
          type: 'enter',
          input: { ...returned, came_from: 'customer', lines: [{ sale_line_id: 1, quantity: '1' }] },
        },
      ],
      shop({ documents: { 'sale-1': sold.state() } }),
    ),
    // Cash in dinars after another return of the same sale, with which it is rounded together.
    given(saleReturn).after(
      [
        { type: 'draft', input: { ...returned, ...inCash, lines: [{ sale_line_id: 1, quantity: '1' }] } },
        { type: 'complete' },
      ],
      shop({
        documents: { 'sale-1': sold.state() },
        levels: { 'returned:sale-1:1': '1', 'returned:sale-1:refunded': '85000', 'returned:sale-1:rounding': '-50' },
      }),
    ),
  ],
  quotation: [
    given(quotation).after([{ type: 'draft', input: quoted }, { type: 'discard' }]),
    given(quotation).after(
      [
        { type: 'draft', input: quoted },
        { type: 'change', input: { ...quoted, note: 'x' } },
        { type: 'complete' },
        back,
        { type: 'complete' },
        { type: 'convert_to_sale', input: { payment_type: 'on_account' } },
        { type: 'reopen', sale_fk: 30 },
      ],
      { ...shop(), newIds: { sale: 30 } },
    ),
  ],
  salesman_commission: [
    given(salesmanCommission).after([{ type: 'draft', input: earned }, { type: 'discard' }], {
      ...shop(),
      queryResult: measured,
    }),
    given(salesmanCommission).after(
      [
        { type: 'draft', input: earned },
        { type: 'change', input: { ...earned, note: 'x' } },
        { type: 'approve' },
        { type: 'pay_out', input: { date: '2026-04-02', account_fk: 3 } },
        { type: 'reverse', reason: 'paid twice' },
      ],
      { ...shop(), queryResult: measured },
    ),
    // With quotas by month, after a commission of another outlet.
    given(salesmanCommission).after([{ type: 'draft', input: earned }, { type: 'approve' }], {
      ...shop({ records: { 'salesman-2': { ...RECORDS['salesman-2'], quota_period: 'month' } } }),
      queryResult: {
        ...measured,
        sources: measured.sources.map((source) => ({ ...source, month: '2026-03-01' })),
        earlier: [{ id: 6, to_date: '2026-03-10', basis: '500000', amount: '5000', periods: null, last: null }],
      },
    }),
  ],
};
