/** The worked examples of docs/accounting.md by name: documents as people enter them, decided and posted by Daftar. */
import { cashTransfer } from '../../domain/cash/cash-transfer.ts';
import { expense } from '../../domain/cash/expense.ts';
import { remittance } from '../../domain/cash/remittance.ts';
import { CUSTOMER_SIDE, SUPPLIER_SIDE } from '../../domain/debts/transaction-side.ts';
import { capitalTransaction } from '../../domain/equity/capital-transaction.ts';
import { generalJournal } from '../../domain/ledger/general-journal.ts';
import { openingBalance } from '../../domain/ledger/opening-balance.ts';
import { revaluation } from '../../domain/ledger/revaluation.ts';
import type { ClosingBalance } from '../../domain/ledger/year-close.ts';
import { settlement } from '../../domain/parties/settlement.ts';
import { transactionDecider } from '../../domain/parties/transaction.ts';
import { payroll } from '../../domain/people/payroll.ts';
import { postYearClose } from '../../domain/posting/year-close.ts';
import type { SaleInput } from '../../domain/sales/sale.schema.ts';
import { sale } from '../../domain/sales/sale.ts';
import { saleReturn } from '../../domain/sales/sale-return.ts';
import { appSettlement } from '../../domain/till/app-settlement.ts';
import { drawer } from '../../domain/till/drawer.ts';
import { posSale } from '../../domain/till/receipts/pos-sale.ts';
import { given } from '../domain/given.ts';
import { BY_PERSON } from '../domain/histories-equity.ts';
import { receiptInput, tillOwed, withDrawer } from '../domain/histories-till.ts';
import { openItem, shop } from '../domain/shop.ts';
import { ASSET_EXAMPLES } from './accounting-examples-assets.ts';
import { GOODS_EXAMPLES } from './accounting-examples-goods.ts';
import { VALUE_EXAMPLES } from './accounting-examples-values.ts';
import { ExampleBooks } from './example-books.ts';
import { bought, PLACE, withFreight } from './example-documents.ts';

const soldInput: SaleInput = {
  ...PLACE,
  customer_fk: 7,
  date: '2026-03-05',
  payment_type: 'on_account',
  discount: { type: 'amount', value: '3500' },
  delivery_charge: '1600',
  lines: [
    {
      ...{ item_fk: 11, unit_fk: 1, quantity: '3', price: '10000', tax_percent: '5' },
      discount: { type: 'percent', value: '5' },
    },
    { item_fk: 12, unit_fk: 1, quantity: '2', price: '7500', tax_percent: '5' },
  ],
};
const driver = { cost_type: 'transport' as const, amount: '1000', currency_fk: 1 };
const sold = (input: SaleInput) => given(sale).after([{ type: 'draft', input }, { type: 'complete' }]);

/** Ten of item 11 at 6,000 and ten of item 12 at 5,000. */
const OF_STOCK = bought('10', '6000', '2026-03-01');
function stocked(): ExampleBooks {
  const books = new ExampleBooks();
  books.before('purchase-1', OF_STOCK);
  books.before('purchase-2', bought('10', '5000', '2026-03-01', 12));
  return books;
}

function saleForCash(): ExampleBooks {
  const books = stocked();
  const costs = [{ ...driver, payment_type: 'cash' as const, account_fk: 20 }];
  const done = sold({ ...soldInput, payment_type: 'cash', account_fk: 3, costs });
  books.post('sale-1', done);
  return books;
}

/** In the closed year the piece comes back in the next one. */
function partReturn(isClosed = false): ExampleBooks {
  const books = stocked();
  const whole = sold(soldInput);
  books.post('sale-1', whole);
  const documents = { 'sale-1': whole.state() };
  const input = {
    ...{ outlet_fk: 1, inventory_fk: 1, sale_fk: 1, customer_fk: 7, date: isClosed ? '2026-04-05' : '2026-03-12' },
    payment_type: 'on_account' as const,
    lines: [{ sale_line_id: 1, quantity: '1' }],
  };
  const back = given(saleReturn).after(
    [{ type: 'draft', input }, { type: 'complete' }],
    shop({ documents, openItems: [openItem('sale-1', '43600', null, '2026-03-05')] }),
  );
  if (isClosed) books.closeYear();
  books.post('sale_return-1', back);
  return isClosed ? withFreight(books, OF_STOCK, '1000') : books;
}

const inDollars = { outlet_fk: 1, currency_fk: 2, account_fk: 5 };
const received = (amount: string, rate: string, date: string, open: string) =>
  given(transactionDecider(CUSTOMER_SIDE)).after(
    [
      {
        type: 'complete',
        input: {
          ...inDollars,
          customer_fk: 7,
          transaction_type: 'receive',
          date,
          rate,
          amount,
          allocations: [{ document: 'sale-1', amount }],
        },
      },
    ],
    shop({ openItems: [openItem('sale-1', open, '1480')] }),
  );

function paidLater(): ExampleBooks {
  const books = new ExampleBooks();
  const done = sold({
    ...{ ...PLACE, customer_fk: 7, date: '2026-03-01', currency_fk: 2, rate_fk: 4, payment_type: 'on_account' },
    lines: [{ item_fk: 13, unit_fk: 1, quantity: '1', price: '100' }],
  });
  books.post('sale-1', done);
  books.post('customer_transaction-1', received('60', '1500', '2026-03-10', '100'));
  books.post('customer_transaction-2', received('40', '1490', '2026-03-18', '40'));
  return books;
}

function paidInDinars(): ExampleBooks {
  const books = new ExampleBooks();
  const done = sold({
    ...{ ...PLACE, customer_fk: 7, date: '2026-03-01', currency_fk: 2, rate_fk: 4, payment_type: 'on_account' },
    lines: [{ item_fk: 13, unit_fk: 1, quantity: '1', price: '100' }],
  });
  books.post('sale-1', done);
  const dinars = { outlet_fk: 1, customer_fk: 7, transaction_type: 'receive', currency_fk: 1, account_fk: 3 } as const;
  const input = { ...dinars, date: '2026-03-10', amount: '150000', settle_rate: '1500' };
  const open = shop({ openItems: [{ ...openItem('sale-1', '100', '1480'), currency: 2 }] });
  books.post(
    'customer_transaction-1',
    given(transactionDecider(CUSTOMER_SIDE)).after([{ type: 'complete', input }], open),
  );
  return books;
}

function cashInDinars(): ExampleBooks {
  const books = new ExampleBooks();
  const done = sold({
    ...{ ...PLACE, date: '2026-03-01', currency_fk: 2, rate_fk: 4, payment_type: 'cash', account_fk: 3 },
    ...{ paid_rate: '1500', lines: [{ item_fk: 13, unit_fk: 1, quantity: '1', price: '20' }] },
  });
  books.post('sale-1', done);
  return books;
}

function bankFees(): ExampleBooks {
  const books = new ExampleBooks();
  const fee = { bank_fee: '1000', expense_type_fk: 1 };
  const moved = { outlet_fk: 1, date: '2026-03-10', currency_fk: 1, amount: '100000', account_fk: 22, ...fee };
  const received = { ...moved, customer_fk: 7, transaction_type: 'receive' as const };
  const paid = { ...moved, supplier_fk: 8, transaction_type: 'pay' as const };
  const sale = shop({ openItems: [openItem('sale-1', '100000')] });
  const purchase = shop({ openItems: [openItem('purchase-1', '100000')] });
  const received1 = given(transactionDecider(CUSTOMER_SIDE)).after([{ type: 'complete', input: received }], sale);
  books.post('customer_transaction-1', received1);
  const paid1 = given(transactionDecider(SUPPLIER_SIDE)).after([{ type: 'complete', input: paid }], purchase);
  books.post('supplier_transaction-1', paid1);
  const between = { outlet_fk: 1, date: '2026-03-10', from_account_fk: 22, to_account_fk: 3, amount: '100000', ...fee };
  books.post('cash_transfer-1', given(cashTransfer).after([{ type: 'complete', input: between }]));
  return books;
}

function writtenOffAndSetOff(): ExampleBooks {
  const books = new ExampleBooks();
  const done = sold({
    ...{ ...PLACE, customer_fk: 7, date: '2026-03-01', currency_fk: 2, rate_fk: 4, payment_type: 'on_account' },
    lines: [{ item_fk: 13, unit_fk: 1, quantity: '1', price: '100' }],
  });
  books.post('sale-1', done);
  const settle = (amount: string, open: string, contra: object) => {
    const ofCustomer = { ...openItem('sale-1', open, '1480'), currency: 2, party: 'customer-7' };
    const ofSupplier = { ...openItem('purchase-1', '70', '1490'), currency: 2, party: 'supplier-8' };
    const input = {
      ...{ outlet_fk: 1, date: '2026-03-10', customer_fk: 7, settled_as: 'debt' as const, currency_fk: 2, rate_fk: 4 },
      ...{ amount, reason: 'agreed', ...contra },
    };
    return given(settlement).after([{ type: 'complete', input }], shop({ openItems: [ofCustomer, ofSupplier] }));
  };
  books.post('settlement-1', settle('40', '100', { account: 610_000_001 }));
  books.post('settlement-2', settle('60', '60', { to_supplier_fk: 8 }));
  return books;
}

function receipts(): ExampleBooks {
  const books = new ExampleBooks();
  books.before('purchase-1', bought('10', '6000', '2026-03-01'));
  const enter = (change: object) =>
    given(posSale).after([{ type: 'enter', input: { ...receiptInput, ...change } }], withDrawer);
  books.post('pos_sale-1', enter({}));
  const dollars = [{ method: 'cash', amount: '30', account_fk: 21 }];
  books.post('pos_sale-2', enter({ time: '11:00', payments: dollars }));
  const settled = { outlet_fk: 1, date: '2026-03-12', amount: '10000', fee: '100', expense_type_fk: 1, account_fk: 22 };
  const paid = given(appSettlement).after([{ type: 'complete', input: settled }]);
  books.post('app_settlement-1', paid);
  return books;
}

/**
 * A drawer with a float of 50,000 and 450,000 in the books, of which 50,000 remain for the next day. `before` is the
 * amount that remained the day before.
 */
function drawerOf(date: string, counted: string, before: string, known = shop({ levels: { 'cash:20': '450000' } })) {
  const account = { account_fk: 20, safe_account_fk: 3, float_amount: '50000' };
  const opened = given(drawer).after(
    [{ type: 'open', input: { outlet_fk: 1, date, time: '08:00', accounts: [account] } }],
    shop({ levels: { 'cash:20': before } }),
  );
  return opened.after(
    [
      { type: 'count', input: { date, time: '20:00', accounts: [{ account_fk: 20, counted_amount: counted }] } },
      {
        type: 'close',
        input: {
          ...{ date, time: '20:05', accounts: [{ account_fk: 20, left_amount: '50000' }] },
          difference_reason: 'wrong change',
        },
      },
    ],
    known,
  );
}

function drawers(): ExampleBooks {
  const books = new ExampleBooks();
  books.post('drawer-1', drawerOf('2026-03-10', '447000', '0'));
  books.post('drawer-2', drawerOf('2026-03-11', '451000', '50000'));
  return books;
}

/** The cashier owes a shortage, and repays it out of their salary. */
function owedShortage(): ExampleBooks {
  const books = new ExampleBooks();
  books.post('drawer-1', drawerOf('2026-03-10', '447000', '0', tillOwed({ 'cash:20': '450000' })));
  const input = {
    ...{ outlet_fk: 1, from_date: '2026-03-01', to_date: '2026-03-31', date: '2026-03-31' },
    lines: [{ user_fk: 2, base_salary: '500000', repayment: '3000' }],
  };
  const paid = { date: '2026-04-02', account_fk: 3 };
  const salary = given(payroll).after([
    { type: 'draft', input },
    { type: 'approve' },
    { type: 'pay_out', input: paid },
  ]);
  books.post('payroll-1', salary);
  return books;
}

function paidByPerson(): ExampleBooks {
  const books = new ExampleBooks();
  books.post('payroll-1', given(payroll).after(BY_PERSON));
  return books;
}

/** Dollars in the safe, contributed by an owner. */
function withDollars(rate: string, amount = '1000'): ExampleBooks {
  const books = new ExampleBooks();
  const input = {
    ...{ ...inDollars, amount, rate, stockholder_fk: 1, date: '2026-03-01' },
    transaction_type: 'contribution' as const,
  };
  const done = given(capitalTransaction).after([{ type: 'complete', input }]);
  books.before('capital_transaction-1', done);
  return books;
}

function dollarsSold(): ExampleBooks {
  const books = withDollars('1480');
  const input = {
    ...{ outlet_fk: 1, date: '2026-03-10', from_account_fk: 5, to_account_fk: 3 },
    ...{ amount: '1000', to_amount: '1505000' },
  };
  books.post('cash_transfer-1', given(cashTransfer).after([{ type: 'complete', input }]));
  return books;
}

function supplierPaid(): ExampleBooks {
  const books = withDollars('1500');
  const input = {
    ...{ ...inDollars, supplier_fk: 8, transaction_type: 'pay' as const, date: '2026-03-15' },
    ...{ rate: '1495', amount: '200', allocations: [{ document: 'purchase-1', amount: '200' }] },
  };
  const paid = given(transactionDecider(SUPPLIER_SIDE)).after(
    [{ type: 'complete', input }],
    shop({ openItems: [openItem('purchase-1', '200', '1490')] }),
  );
  books.post('supplier_transaction-1', paid);
  return books;
}

function expenses(): ExampleBooks {
  const books = withDollars('1480');
  const spent = (input: object) => {
    const base = { outlet_fk: 1, expense_type_fk: 1, date: '2026-03-10' };
    const dinars = { currency_fk: 1, amount: '75000', payment_type: 'on_account' as const, supplier_fk: 9 };
    return given(expense).after([{ type: 'draft', input: { ...base, ...dinars, ...input } }, { type: 'complete' }]);
  };
  books.post('expense-1', spent({}));
  const dollars = { currency_fk: 2, rate_fk: 4, amount: '50', payment_type: 'cash', supplier_fk: null, account_fk: 5 };
  books.post('expense-2', spent(dollars));
  return books;
}

function remitted(): ExampleBooks {
  const books = withDollars('1480');
  const input = {
    ...{ outlet_fk: 1, date: '2026-03-10', account_fk: 5, remittance_account_fk: 17, amount: '100', fee: '2' },
    ...{ expense_type_fk: 1, rate_fk: 4 },
  };
  const sent = given(remittance).after([{ type: 'draft', input }, { type: 'approve' }]);
  books.post('remittance-1', sent);
  const delivered = { type: 'pay_out', input: { date: '2026-03-14', account_fk: 18 } } as const;
  books.post('remittance-1', sent.after([delivered]));
  return books;
}

function revalued(): ExampleBooks {
  const books = new ExampleBooks();
  const balances = [
    { account: 111000005, party: null, currency_fk: 2, foreign_amount: '10', base: '14500' },
    { account: 1210, party: 'customer-7', currency_fk: 2, foreign_amount: '40', base: '58400' },
    { account: 2110, party: 'supplier-8', currency_fk: 2, foreign_amount: '-20', base: '-29000' },
  ];
  const input = { outlet_fk: 1, date: '2026-03-31', rate_fk: 4 };
  const facts = { ...shop(), queryResult: { position: '17', balances } };
  books.post('revaluation-1', given(revaluation).after([{ type: 'draft', input }, { type: 'post' }], facts));
  return books;
}

function loan(): ExampleBooks {
  const books = new ExampleBooks();
  const post = (name: string, date: string, side: 'debit' | 'credit', [amount, rate]: readonly [string, string]) => {
    const other = side === 'debit' ? 'credit' : 'debit';
    const dinars = String(Number(amount) * Number(rate));
    const lines = [
      { account: 290000004, [side]: amount, currency_fk: 2, rate },
      { account: 111000003, [other]: dinars, currency_fk: 1 },
    ];
    const input = { outlet_fk: 1, date, lines };
    books.post(name, given(generalJournal).after([{ type: 'draft', input }, { type: 'post' }]));
  };
  post('general_journal-1', '2026-03-01', 'credit', ['10000', '1500']);
  post('general_journal-2', '2026-03-10', 'debit', ['2000', '1520']);
  post('general_journal-3', '2026-03-20', 'debit', ['8000', '1544']);
  return books;
}

function opened(): ExampleBooks {
  const books = new ExampleBooks();
  const input = {
    ...{ outlet_fk: 1, financial_year_fk: 1 },
    cashes: [
      { account_fk: 3, amount: '100000' },
      { account_fk: 5, amount: '50', rate: '1480' },
    ],
    parties: [
      { customer_fk: 7, currency_fk: 2, rate: '1480', amount: '10' },
      { supplier_fk: 8, currency_fk: 1, amount: '40000' },
    ],
    stock: [{ inventory_fk: 1, item_fk: 11, unit_fk: 1, quantity: '24', value: '24000' }],
    accounts: [{ account: 'capital' as const, amount: '-172800' }],
  };
  const done = given(openingBalance).after([{ type: 'draft', input }, { type: 'finish' }]);
  books.post('opening_balance-1', done);
  return books;
}

function yearClosed(): ExampleBooks {
  const books = new ExampleBooks();
  const balance = (account: number, base: string): ClosingBalance => {
    return { account, outlet_fk: 1, currency_fk: 1, base, foreign_amount: base };
  };
  const balances = [
    ...[balance(4100, '-4500000'), balance(4120, '50000'), balance(4500, '-1600')],
    ...[balance(5100, '2800000'), balance(610000001, '600000'), balance(6400, '-400')],
  ];
  const close = {
    ...{ financial_year_fk: 1, previous_year_fk: null, start_date: '2026-01-01', date: '2026-12-31' },
    ...{ system_currency_fk: 1, acknowledged: [], note: null },
  };
  const found = {
    ...{ position: '1', rules: { posting: '', costing: '', read_models: '' }, previous: null, differences: [] },
    digests: { trial_balance: '', stock: '', subledgers: '' },
  };
  books.figures('year_close-1', balances, postYearClose({ close, books: { ...found, balances } }));
  return books;
}

export const EXAMPLES: Readonly<Record<string, (isClosed?: boolean) => ExampleBooks>> = {
  'a sale for cash': saleForCash,
  'a part of a sale comes back': partReturn,
  'two receipts of the till': receipts,
  'two drawers': drawers,
  'a shortage that the cashier owes': owedShortage,
  'a payroll that is paid and corrected by person': paidByPerson,
  ...GOODS_EXAMPLES,
  ...VALUE_EXAMPLES,
  ...ASSET_EXAMPLES,
  'a sale in dollars paid later': paidLater,
  'a cash sale in dollars paid in dinars': cashInDinars,
  'a sale in dollars paid in dinars': paidInDinars,
  'a bank takes a fee': bankFees,
  'a bad debt, and a set-off': writtenOffAndSetOff,
  'dollars are exchanged': dollarsSold,
  'a supplier is paid in dollars': supplierPaid,
  'two expenses': expenses,
  'a remittance': remitted,
  'a loan in dollars': loan,
  'a revaluation': revalued,
  'opening balances': opened,
  'the close of a year': yearClosed,
};
