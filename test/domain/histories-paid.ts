/**
 * Histories of payments that are entered with a document, of payments that replace others, and of allocations with
 * rounding.
 */

import { CUSTOMER_SIDE, SUPPLIER_SIDE } from '../../domain/debts/transaction-side.ts';
import { paymentReminder } from '../../domain/parties/payment-reminder.ts';
import { transactionDecider } from '../../domain/parties/transaction.ts';
import { purchase } from '../../domain/purchasing/purchase.ts';
import { sale } from '../../domain/sales/sale.ts';
import { given } from './given.ts';
import { openItem, shop } from './shop.ts';

const place = { outlet_fk: 1, inventory_fk: 1, date: '2026-03-10', currency_fk: 2, rate_fk: 4 } as const;
const lines = [{ item_fk: 11, unit_fk: 2, quantity: '2', price: '90' }];
const inDinars = [{ item_fk: 11, unit_fk: 2, quantity: '2', price: '74000' }];
const back = { type: 'return_to_draft', reason: 'entered twice' } as const;
const part = { payment_type: 'on_account', paid_now: '50', paid_account_fk: 5, paid_rate: '1485' } as const;
/** The bank takes a dollar and a half of it. */
const throughBank = { paid_account_fk: 18, paid_bank_fee: '1.5', paid_expense_type_fk: 1 };
const sold = { ...place, ...part, customer_fk: 7, lines };
const bought = { ...place, ...part, supplier_fk: 9, lines };
/** For dinars, which are not what the rate gives; and in dinars for dollars. */
const forDinars = { ...place, payment_type: 'cash', account_fk: 3, money_amount: '266000', lines } as const;
const forDollars = {
  ...place,
  currency_fk: 1,
  rate_fk: null,
  payment_type: 'cash',
  account_fk: 5,
  paid_rate: '1480',
} as const;
const freightForDollars = {
  cost_type: 'freight',
  payment_type: 'cash',
  amount: '3000',
  currency_fk: 1,
  account_fk: 5,
  paid_rate: '1500',
} as const;
const money = { outlet_fk: 1, date: '2026-03-10', currency_fk: 2, rate_fk: 4, amount: '30', account_fk: 5 };
const openItems = [openItem('sale-1', '20.004', '1470'), openItem('sale-2', '20', '1475')];

/** A payment of a debt with a fraction, and one that replaces it; the command of the second reverses the first. */
function replaced<Kind extends string>(side: Parameters<typeof transactionDecider<Kind>>[0], input: object) {
  const decider = transactionDecider(side);
  const first = given(decider).after(
    [{ type: 'complete', input: { ...money, ...input } as never }],
    shop({ openItems }),
  );
  const known = shop({ openItems, documents: { [`${side.kind}-1`]: first.state() } });
  const anew = { ...money, ...input, amount: '40', replaces_fk: 1, reason: 'another amount' };
  return [
    first.after([{ type: 'reverse', reason: 'another amount', replaced_by_fk: 2 }]),
    given(decider).after([{ type: 'complete', input: anew as never }], known),
  ];
}

const reminder = {
  outlet_fk: 1,
  customer_fk: 7,
  date: '2026-03-10',
  letter_language: 'ckb',
} as const;

export const PAID = {
  payment_reminder: [
    given(paymentReminder).after(
      [
        { type: 'complete', input: { ...reminder, documents: [{ document: 'sale-1' }] } },
        { type: 'reverse', reason: 'not given' },
      ],
      shop({
        openItems: [{ ...openItem('sale-1', '20', null, '2026-01-05'), currency: 2 }],
        documents: { 'sale-1': { status: 'complete' } },
        levels: { 'reminded:customer-7:sale-1': '1' },
      }),
    ),
  ],
  sale: [
    given(sale).after([{ type: 'draft', input: sold }, { type: 'complete' }, back], {
      ...shop(),
      newIds: { customer_transaction: 12 },
    }),
    given(sale).after([{ type: 'draft', input: forDinars }, { type: 'complete' }, back]),
    given(sale).after([{ type: 'enter', input: { ...sold, ...throughBank } }], {
      ...shop(),
      newIds: { customer_transaction: 12 },
    }),
  ],
  purchase: [
    given(purchase).after([{ type: 'enter', receive: true, input: { ...forDollars, lines: inDinars } }, back]),
    ...[forDinars, { ...forDollars, lines: inDinars }].map((paid) =>
      given(purchase).after([
        { type: 'enter', receive: false, input: { ...paid, supplier_fk: 9, costs: [freightForDollars] } },
        { type: 'receive', input: { date: '2026-03-12', lines: [{ line_id: 1, quantity: '1' }] } },
        { type: 'close' },
        { type: 'open', reason: 'the rest comes' },
        { type: 'receive', input: { date: '2026-03-13' } },
        back,
      ]),
    ),
    given(purchase).after([{ type: 'draft', input: bought }, { type: 'complete', receive: true }, back], {
      ...shop(),
      newIds: { supplier_transaction: 12 },
    }),
  ],
  customer_transaction: replaced(CUSTOMER_SIDE, { customer_fk: 7, transaction_type: 'receive' }),
  supplier_transaction: replaced(SUPPLIER_SIDE, { supplier_fk: 9, transaction_type: 'pay' }),
};
