/** For each kind of document a history with every event, and one for records: their shapes are stored in `golden`. */
import { cashTransfer } from '../../domain/cash/cash-transfer.ts';
import { expense } from '../../domain/cash/expense.ts';
import { income } from '../../domain/cash/income.ts';
import { CUSTOMER_SIDE, SUPPLIER_SIDE } from '../../domain/debts/transaction-side.ts';
import type { DomainEvent } from '../../domain/deciding/event.ts';
import { generalJournal } from '../../domain/ledger/general-journal.ts';
import { openingBalance } from '../../domain/ledger/opening-balance.ts';
import { recalculation } from '../../domain/ledger/recalculation.ts';
import { revaluation } from '../../domain/ledger/revaluation.ts';
import { yearClose } from '../../domain/ledger/year-close.ts';
import { transactionDecider } from '../../domain/parties/transaction.ts';
import { purchase } from '../../domain/purchasing/purchase.ts';
import { purchaseOrder } from '../../domain/purchasing/purchase-order.ts';
import { purchaseReturn } from '../../domain/purchasing/purchase-return.ts';
import { recordDecider } from '../../domain/records/record-decider.ts';
import { records } from '../../domain/registry/records.ts';
import { sale } from '../../domain/sales/sale.ts';
import { saleReturn } from '../../domain/sales/sale-return.ts';
import { directAdjustment } from '../../domain/stock/direct-adjustment.ts';
import { given } from './given.ts';
import { CLAIMS } from './histories-claims.ts';
import { EQUITY } from './histories-equity.ts';
import { FREE } from './histories-free.ts';
import { GOODS } from './histories-goods.ts';
import { LANDED } from './histories-landed.ts';
import { ONLINE } from './histories-online.ts';
import { OPENING } from './histories-opening.ts';
import { PAID } from './histories-paid.ts';
import { RECORDS } from './histories-records.ts';
import { SELLING } from './histories-selling.ts';
import { SETTLED } from './histories-settled.ts';
import { STOCK } from './histories-stock.ts';
import { TILL } from './histories-till.ts';
import { openItem, shop } from './shop.ts';

type Histories = Readonly<Record<string, readonly (readonly DomainEvent[])[]>>;

const place = { outlet_fk: 1, inventory_fk: 1, date: '2026-03-10' };
const dollar = { currency_fk: 2, rate_fk: 4 };
const cash = { payment_type: 'cash', account_fk: 5 } as const;
const owed = { payment_type: 'on_account', supplier_fk: 9 } as const;
const priced = { item_fk: 11, unit_fk: 2, quantity: '2', bonus_quantity: '1', price: '90', tax_percent: '5' };
const percent = { type: 'percent', value: '10' } as const;
const back = { type: 'return_to_draft', reason: 'entered twice' } as const;

const saleInput = {
  ...place,
  ...dollar,
  ...cash,
  customer_fk: 7,
  discount: percent,
  delivery_charge: '2',
  costs: [{ cost_type: 'transport' as const, amount: '3', ...dollar, rate: '1490', ...owed }],
  lines: [{ ...priced, discount: percent, note: 'red' }],
};
const purchaseInput = {
  ...place,
  ...dollar,
  ...owed,
  discount: percent,
  costs: [{ cost_type: 'freight' as const, amount: '3', ...dollar, ...cash }],
  lines: [{ ...priced, tax_fk: 1, expire_date: '2027-01-31' }],
};
/** Thirds of its amounts are no whole dinars. */
const inDinar = {
  ...{ ...purchaseInput, currency_fk: 1, rate_fk: null, discount: null, costs: [] },
  lines: [{ ...priced, quantity: '3', bonus_quantity: null, price: '1111', tax_fk: 1 }],
};
const byHand = {
  cost_id: 2,
  cost_type: 'customs' as const,
  amount: '900',
  currency_fk: 1,
  ...owed,
  share_by: 'hand' as const,
  shares: [{ line_id: 1, amount: '900' }],
};
const money = { outlet_fk: 1, date: '2026-03-10', ...dollar, amount: '30', account_fk: 5 };
const open = shop({
  openItems: [openItem('sale-1', '20', '1470'), { ...openItem('sale-2', '20', '1475'), outlet: 2 }],
});

const sales = [
  given(sale).after([{ type: 'draft', input: saleInput }, { type: 'discard' }]),
  given(sale).after([
    { type: 'draft', input: saleInput },
    { type: 'change', input: { ...saleInput, note: 'x' } },
    { type: 'complete' },
    { type: 'deliver', input: { lines: [{ line_id: 1, quantity: '1' }] } },
    { type: 'close' },
    { type: 'open', reason: 'more to deliver' },
    back,
  ]),
];
const sold = given(sale)
  .after([{ type: 'draft', input: saleInput }, { type: 'complete' }])
  .state();
const returnInput = { ...place, ...cash, sale_fk: 1, customer_fk: 7, lines: [{ sale_line_id: 1, quantity: '1' }] };
const returns = [
  [{ type: 'discard' }],
  [{ type: 'change', input: { ...returnInput, note: 'x' } }, { type: 'complete' }, back],
] as const;

const bought = given(purchase)
  .after([{ type: 'enter', input: purchaseInput, receive: true }])
  .state();
const unbilled = given(purchase).after([
  { type: 'enter', input: purchaseInput, receive: false },
  { type: 'receive', input: { date: '2026-03-12', billed: false } },
]);
const purchaseReturnInput = {
  ...place,
  ...owed,
  purchase_fk: 1,
  currency_fk: 2,
  lines: [{ purchase_line_id: 1, quantity: '1', bonus_quantity: '1' }],
};
const orderInput = {
  ...place,
  ...dollar,
  supplier_fk: 9,
  received_date: '2026-03-25',
  discount: percent,
  lines: [{ item_fk: 11, unit_fk: 2, quantity: '2', price: '90', tax_fk: 1 }],
};
const made = {
  purchase_fk: 1,
  outlet_fk: place.outlet_fk,
  supplier_fk: 9,
  date: '2026-03-12',
  time: null,
  lines: [{ order_line_id: 1, item_fk: 11, base_quantity: '24' }],
  open: { date: '2026-03-12', amount: '180', rate: '1500', advances: [{ date: '2026-03-11', amount: '50' }] },
};
const orders = [
  given(purchaseOrder).after([{ type: 'draft', input: orderInput }, { type: 'discard' }]),
  given(purchaseOrder).after([
    { type: 'draft', input: orderInput },
    { type: 'change', input: { ...orderInput, note: 'x' } },
    { type: 'bill' },
    back,
    { type: 'bill' },
    { type: 'pay', input: { payment_id: 1, amount: '50', account_fk: 5, date: '2026-03-11' } },
    { type: 'purchase', made },
    { type: 'take_back_purchase', purchase_fk: 1 },
    { type: 'reverse_payment', payment_id: 1, reason: 'bounced' },
    { type: 'close' },
  ]),
  // Dinars for an order in dollars, and dollars for one in dinars.
  given(purchaseOrder).after([
    { type: 'enter', input: orderInput },
    { type: 'bill' },
    { type: 'pay', input: { payment_id: 1, amount: '50', account_fk: 3, date: '2026-03-11' } },
    { type: 'reverse_payment', payment_id: 1, reason: 'bounced', date: '2026-03-20' },
  ]),
  given(purchaseOrder).after([
    { type: 'enter', input: { ...orderInput, currency_fk: 1, rate_fk: null } },
    { type: 'bill' },
    { type: 'pay', input: { payment_id: 1, amount: '150000', account_fk: 5, rate: '1500', date: '2026-03-11' } },
  ]),
];
/** What is owed on the purchase of its own day and of the day of a later cost. */
const openOnBothDays = {
  'open:supplier-9:2:2026-03-10:purchase-1': '45.5',
  'open:supplier-9:2:2026-03-20:purchase-1': '20',
};

const purchaseReturns = [
  [{ type: 'discard' }],
  [{ type: 'change', input: { ...purchaseReturnInput, note: 'x' } }, { type: 'complete' }, back],
] as const;

const BOUNCED = { date: '2026-03-20' };
const transactions = <Kind extends string>(
  side: Parameters<typeof transactionDecider<Kind>>[0],
  input: object,
  on: object = {},
) =>
  given(transactionDecider(side)).after(
    [
      { type: 'complete', input: { ...money, ...input } as never },
      { type: 'unallocate', allocation_id: 0 },
      { type: 'allocate', input: { allocation_id: 1 } },
      { type: 'reverse', reason: 'bounced', ...on },
    ],
    { ...open, ownId: 1, openItems: [...open.openItems, openItem(`${side.kind}-1`, '-30')] },
  );

/** Through a bank account that takes a fee. */
const BANK_FEE = { account_fk: 18, bank_fee: '1.5', expense_type_fk: 1 };

const expenseInput = { ...money, ...cash, expense_type_fk: 1 };
const incomeInput = { ...money, ...cash, income_type_fk: 1 };
const journalInput = {
  outlet_fk: 1,
  date: '2026-03-10',
  lines: [
    { account: 190000004, debit: '30', ...dollar },
    { account: 2110, credit: '44400', currency_fk: 1, supplier_fk: 8 },
  ],
};
/** Person 2 pays what they owe, in cash. */
const staffJournalInput = {
  outlet_fk: 1,
  date: '2026-03-10',
  lines: [
    { account: 111000003, debit: '3000', currency_fk: 1 },
    { account: 1240, credit: '3000', currency_fk: 1, user_fk: 2 },
  ],
};
const opening = {
  outlet_fk: 1,
  financial_year_fk: 1,
  cashes: [{ account_fk: 5, amount: '10', rate: '1480' }],
  parties: [{ customer_fk: 7, currency_fk: 2, rate: '1480', amount: '-10' }],
  stock: [{ inventory_fk: 1, item_fk: 11, unit_fk: 2, quantity: '2', value: '500' }],
  accounts: [{ account: 'capital' as const, amount: '-500' }],
};
const staffOpening = {
  ...{ outlet_fk: 1, financial_year_fk: 1 },
  parties: [{ user_fk: 2, currency_fk: 1, amount: '3000' }],
  accounts: [{ account: 'capital' as const, amount: '-3000' }],
};
const brand = recordDecider(records.find((record) => record.kind === 'brand') as (typeof records)[number]);

const eventsOf = (histories: readonly { readonly events: readonly DomainEvent[] }[]) =>
  histories.map((history) => history.events);

const revalued = { outlet_fk: 1, date: '2026-12-31', rate_fk: 4 };
const foreign = {
  position: '17',
  balances: [{ account: 1210, party: 'customer-7', currency_fk: 2, foreign_amount: '40', base: '59200' }],
};
const digests = { trial_balance: 'd1', stock: 'd2', subledgers: 'd3' };
const closedBooks = {
  position: '40',
  rules: { posting: 'r1', costing: 'r2', read_models: 'r3' },
  digests,
  balances: [{ account: 4100, outlet_fk: 1, currency_fk: 1, base: '-700', foreign_amount: '-700' }],
  previous: { year_close_fk: 1, position: '30', digests },
  differences: [{ account: 4100, outlet_fk: 1, currency_fk: 1, before: '-600', after: '-700' }],
};

/** The line of a purchase of boxes, counted in pieces. */
const pieces = { line_id: 1, item_fk: 11, unit_fk: 1 };

export const HISTORIES: Histories = {
  ...RECORDS,
  sale: eventsOf([...sales, ...SELLING.sale, ...PAID.sale, ...FREE.sale]),
  quotation: eventsOf(SELLING.quotation),
  online_order: eventsOf([...ONLINE.online_order, ...FREE.online_order]),
  salesman_commission: eventsOf(SELLING.salesman_commission),
  drawer: eventsOf(TILL.drawer),
  pos_sale: eventsOf([...TILL.pos_sale, ...FREE.pos_sale]),
  app_settlement: eventsOf(TILL.app_settlement),
  payroll: eventsOf(EQUITY.payroll),
  dividend: eventsOf(EQUITY.dividend),
  remittance: eventsOf(EQUITY.remittance),
  capital_transaction: eventsOf(EQUITY.capital_transaction),
  tax_payment: eventsOf(EQUITY.tax_payment),
  asset_purchase: eventsOf(EQUITY.asset_purchase),
  asset_sale: eventsOf(EQUITY.asset_sale),
  depreciation: eventsOf(EQUITY.depreciation),
  sale_return: eventsOf([
    ...returns.map((commands) =>
      given(saleReturn).after(
        [{ type: 'draft', input: returnInput }, ...commands],
        shop({ documents: { 'sale-1': sold } }),
      ),
    ),
    ...SELLING.sale_return,
    ...FREE.sale_return,
  ]),
  purchase_order: eventsOf(orders),
  purchase_return: eventsOf([
    ...purchaseReturns.map((commands) =>
      given(purchaseReturn).after(
        [{ type: 'draft', input: purchaseReturnInput }, ...commands],
        shop({ documents: { 'purchase-1': bought }, openItems: [openItem('purchase-1', '50', '1490')] }),
      ),
    ),
    given(purchaseReturn).after(
      [{ type: 'enter', input: { ...purchaseReturnInput, date: '2026-03-12' } }],
      shop({ documents: { 'purchase-1': unbilled.state() } }),
    ),
    given(purchaseReturn).after(
      [
        { type: 'enter', input: { ...purchaseReturnInput, credit_awaited: true } },
        {
          type: 'credit',
          input: { date: '2026-03-20', amount: '2', credit_reference: 'CN-7', credit_reason: 'an opened box' },
        },
        { type: 'take_back_credit', reason: 'of another return' },
        { type: 'credit', input: { date: '2026-03-21', goods_came_back: true, credit_reason: 'not theirs' } },
      ],
      shop({ documents: { 'purchase-1': bought }, openItems: [openItem('purchase-1', '50', '1490')] }),
    ),
  ]),
  purchase: eventsOf([
    given(purchase).after([{ type: 'draft', input: purchaseInput }, { type: 'discard' }]),
    given(purchase).after([
      { type: 'draft', input: purchaseInput },
      { type: 'change', input: { ...purchaseInput, note: 'x' } },
      { type: 'complete', receive: false },
      { type: 'receive', input: { date: '2026-03-12', lines: [{ line_id: 1, quantity: '1' }] } },
      { type: 'receive', input: { date: '2026-03-13' } },
      { type: 'apply_cost', input: byHand },
      { type: 'close' },
      { type: 'open', reason: 'more costs' },
      back,
    ]),
    given(purchase).after([
      { type: 'enter', input: purchaseInput, receive: false },
      { type: 'apply_cost', input: byHand },
      { type: 'receive', input: { date: '2026-03-12', lines: [{ line_id: 1, quantity: '1' }] } },
      { type: 'withdraw_cost', cost_id: 2, reason: 'entered twice' },
    ]),
    given(purchase).after([
      { type: 'enter', input: purchaseInput, receive: false },
      { type: 'receive', input: { date: '2026-03-12', billed: false } },
      { type: 'bill', input: { date: '2026-03-13', reference_number: 'B-7' } },
      {
        type: 'modify_sale_price',
        input: {
          round_to: '250',
          prices: [{ item_fk: 11, unit_fk: 2, sale_price: '150000', desired_profit: '15900', profit_rate: null }],
        },
      },
    ]),
    given(purchase).after(
      [
        { type: 'enter', input: { ...purchaseInput, costs: [] }, receive: false },
        { type: 'receive', input: { date: '2026-03-12', lines: [{ line_id: 1, quantity: '1' }] } },
        { type: 'receive', input: { date: '2026-03-13', billed: false } },
        { type: 'bill', input: { date: '2026-03-14', reference_number: 'B-8' } },
        { type: 'apply_cost', input: { ...byHand, ...dollar, amount: '9', shares: [{ line_id: 1, amount: '9' }] } },
      ],
      { ...shop({ levels: openOnBothDays }), ownId: 1 },
    ),
    given(purchase).after(
      [
        { type: 'enter', input: purchaseInput, receive: false },
        { type: 'receive', input: { date: '2026-03-12', billed: false, lines: [{ ...pieces, quantity: '5' }] } },
        { type: 'receive', input: { date: '2026-03-13', lines: [{ ...pieces, quantity: '17' }] } },
        { type: 'bill', input: { date: '2026-03-14' } },
      ],
      { ...shop({ levels: { 'returned_unbilled:purchase-1:base:1': '3' } }), ownId: 1 },
    ),
    given(purchase).after([
      { type: 'enter', input: { ...purchaseInput, costs: [] }, receive: false },
      { type: 'receive', input: { date: '2026-03-12', billed: false } },
      { type: 'bill', input: { date: '2026-03-14', lines: [{ line_id: 1, price: '85.5' }] } },
    ]),
    given(purchase).after(
      [
        { type: 'enter', input: { ...purchaseInput, costs: [] }, receive: true },
        {
          type: 'apply_allowance',
          input: {
            ...{ cost_id: 1, amount: '30.5', currency_fk: 2, payment_type: 'on_account', date: '2026-03-20' },
            ...{ share_by: 'hand', shares: [{ line_id: 1, amount: '30.5' }], reason: 'rebate of the spring' },
          },
        },
        { type: 'withdraw_cost', cost_id: 1, reason: 'not given after all' },
      ],
      { ...shop({ levels: { 'open:supplier-9:2:2026-03-10:purchase-1': '20' } }), ownId: 1 },
    ),
    given(purchase).after(
      [
        {
          type: 'enter',
          input: {
            ...purchaseInput,
            purchase_order_fk: 1,
            lines: purchaseInput.lines.map((line) => ({ ...line, order_line_id: 1 })),
          },
          receive: true,
        },
      ],
      shop({
        documents: {
          'purchase_order-1': given(purchaseOrder)
            .after([{ type: 'enter', input: orderInput }])
            .state(),
        },
      }),
    ),
    unbilled.after([{ type: 'bill', input: { date: '2026-03-13' } }], {
      ...shop({ levels: { 'returned_unbilled:purchase-1:1': '1' } }),
      ownId: 1,
    }),
    given(purchase).after([
      { type: 'enter', input: inDinar, receive: false },
      { type: 'receive', input: { date: '2026-03-12', lines: [{ line_id: 1, quantity: '1' }] } },
      { type: 'receive', input: { date: '2026-03-13', lines: [{ line_id: 1, quantity: '2' }], billed: false } },
      { type: 'bill', input: { date: '2026-03-14', reference_number: 'B-9' } },
    ]),
    ...PAID.purchase,
    ...LANDED.purchase,
  ]),
  landed_cost: eventsOf(LANDED.landed_cost),
  customer_transaction: eventsOf([
    transactions(CUSTOMER_SIDE, { customer_fk: 7, transaction_type: 'receive' }),
    transactions(CUSTOMER_SIDE, { customer_fk: 7, transaction_type: 'receive' }, BOUNCED),
    transactions(CUSTOMER_SIDE, { customer_fk: 7, transaction_type: 'receive', ...BANK_FEE }, BOUNCED),
    ...PAID.customer_transaction,
  ]),
  payment_reminder: eventsOf(PAID.payment_reminder),
  supplier_transaction: eventsOf([
    transactions(SUPPLIER_SIDE, { supplier_fk: 8, transaction_type: 'pay' }),
    transactions(SUPPLIER_SIDE, { supplier_fk: 8, transaction_type: 'pay' }, BOUNCED),
    transactions(SUPPLIER_SIDE, { supplier_fk: 8, transaction_type: 'pay', ...BANK_FEE }),
    ...PAID.supplier_transaction,
  ]),
  settlement: eventsOf(SETTLED.settlement),
  expense: eventsOf([
    given(expense).after([{ type: 'draft', input: expenseInput }, { type: 'discard' }]),
    given(expense).after([
      { type: 'draft', input: expenseInput },
      { type: 'change', input: { ...expenseInput, note: 'x' } },
      { type: 'complete' },
      back,
    ]),
  ]),
  income: eventsOf([
    given(income).after([{ type: 'draft', input: incomeInput }, { type: 'discard' }]),
    given(income).after([
      { type: 'draft', input: incomeInput },
      { type: 'change', input: { ...incomeInput, note: 'x' } },
      { type: 'complete' },
      back,
    ]),
  ]),
  cash_transfer: eventsOf([
    given(cashTransfer).after([
      {
        type: 'complete',
        input: {
          outlet_fk: 1,
          date: '2026-03-10',
          from_account_fk: 5,
          to_account_fk: 3,
          amount: '1000',
          to_amount: '1505000',
        },
      },
      { type: 'reverse', reason: 'entered twice' },
    ]),
    given(cashTransfer).after([
      {
        type: 'complete',
        input: {
          ...{ outlet_fk: 1, date: '2026-03-10', from_account_fk: 18, to_account_fk: 5, amount: '100' },
          ...{ rate_fk: 4, bank_fee: '1.5', expense_type_fk: 1 },
        },
      },
      { type: 'reverse', reason: 'bounced', date: '2026-03-20' },
    ]),
  ]),
  general_journal: eventsOf([
    given(generalJournal).after([{ type: 'draft', input: journalInput }, { type: 'discard' }]),
    given(generalJournal).after([
      { type: 'draft', input: journalInput },
      { type: 'change', input: { ...journalInput, note: 'x' } },
      { type: 'post' },
      { type: 'reverse', reason: 'entered twice' },
    ]),
    given(generalJournal).after([
      { type: 'draft', input: staffJournalInput },
      { type: 'change', input: { ...staffJournalInput, note: 'x' } },
      { type: 'post' },
      { type: 'reverse', reason: 'entered twice' },
    ]),
  ]),
  direct_adjustment: eventsOf([
    given(directAdjustment).after([
      {
        type: 'complete',
        input: { ...place, reason: 'found', lines: [{ item_fk: 11, unit_fk: 1, quantity: '2', unit_cost: '5' }] },
      },
      { type: 'reverse', reason: 'not ours' },
    ]),
  ]),
  opening_balance: eventsOf([
    given(openingBalance).after([{ type: 'draft', input: opening }, { type: 'discard' }]),
    given(openingBalance).after([
      { type: 'draft', input: opening },
      { type: 'change', input: { ...opening, note: 'x' } },
      { type: 'finish' },
      { type: 'reopen', reason: 'a box was forgotten' },
    ]),
    given(openingBalance).after([
      { type: 'draft', input: staffOpening },
      { type: 'change', input: { ...staffOpening, note: 'x' } },
      { type: 'finish' },
    ]),
    ...OPENING.opening_balance,
  ]),
  opening_item: eventsOf(OPENING.opening_item),
  recalculation: eventsOf([
    given(recalculation).after([{ type: 'ask', input: { date: '2026-01-01' } }, { type: 'discard' }]),
    given(recalculation).after([
      { type: 'ask', input: { date: '2026-01-01', item_fk: [11], inventory_fk: [1] } },
      { type: 'commit', plan: { position: '40', digest: 'd1', differences: 2 } },
    ]),
    given(recalculation).after([
      { type: 'ask', input: { date: '2026-01-01', item_fk: [11], inventory_fk: [1] } },
      { type: 'start_commit', plan: { position: '40', digest: 'd1', differences: 2 } },
      { type: 'commit', plan: { position: '40', digest: 'd1', differences: 2 } },
    ]),
    given(recalculation).after([
      { type: 'ask', input: { date: '2026-01-01', average_scope: 'company', cost_method: 'fifo' } },
      { type: 'commit', plan: { position: '40', digest: 'd1', differences: 2 } },
    ]),
  ]),
  revaluation: eventsOf([
    given(revaluation).after([{ type: 'draft', input: revalued }, { type: 'discard' }]),
    given(revaluation).after(
      [
        { type: 'draft', input: revalued },
        { type: 'change', input: { ...revalued, note: 'x' } },
        { type: 'post' },
        { type: 'reverse', reason: 'wrong rate' },
      ],
      { ...shop(), queryResult: foreign },
    ),
  ]),
  year_close: eventsOf([
    given(yearClose).after([
      { type: 'start', input: { financial_year_fk: 1 } },
      { type: 'break_off', reason: 'a draft was left' },
    ]),
    given(yearClose).after([
      { type: 'start', input: { financial_year_fk: 2, previous_year_fk: 1, acknowledged: ['transit'] } },
      { type: 'close', books: closedBooks },
      { type: 'reopen', reason: 'an invoice was forgotten' },
    ]),
  ]),
  ...Object.fromEntries(
    Object.entries({ ...GOODS, ...STOCK, ...CLAIMS }).map(([kind, histories]) => [kind, eventsOf(histories)]),
  ),
  brand: eventsOf([
    given(brand).after([
      { type: 'register', data: { brand_name: 'Nike' } },
      { type: 'amend', changed: { made_in_fk: 217 } },
      { type: 'retire' },
      { type: 'restore' },
    ]),
  ]),
};
