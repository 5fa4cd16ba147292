/** Every way in which money is given or owed by one document and taken back afterwards, for tests of all of them alike. */

/** Enters documents and takes their steps: through the API, or through the command pipeline. */
export interface Desk {
  /** Throws when it is refused. */
  enter(kind: string, body: object): Promise<number>;
  /** Throws when it is refused. */
  step(kind: string, id: number, name: string, body: object): Promise<void>;
}

export interface MoneyPlace {
  readonly outlet: number;
  readonly inventory: number;
  /** Of another outlet. */
  readonly elsewhere: { readonly outlet: number; readonly inventory: number };
  readonly item: number;
  readonly unit: number;
  /** Accounts in dinars of the outlet: the money of the documents, another one, and money on its way. */
  readonly cash: number;
  readonly bank: number;
  readonly remittance: number;
  readonly customer: number;
  readonly supplier: number;
  readonly stockholder: number;
  readonly expenseType: number;
  readonly incomeType: number;
  readonly user: number;
}

export interface TakenBack {
  readonly kind: string;
  readonly id: number;
  /** The step that takes it back, and its body without a reason and a day. */
  readonly step: string;
  readonly body: object;
}

export interface MoneyBack {
  readonly name: string;
  /** A day of its own may be named, from which on the money is back. */
  readonly dated: boolean;
  /** The money came into `cash`, so it can be spent before it is taken back. */
  readonly came?: true;
  /** The type of the event that takes it back: on the day of its document, and on a later one. */
  readonly events: readonly [own: string, later?: string];
  /** Enters 5,000 dinars on the day, or what goods cost, and all that is there before. */
  enter(desk: Desk, place: MoneyPlace, date: string): Promise<TakenBack>;
}

const AMOUNT = '5000';
const DINARS = { currency_fk: 1 };
const OWED = { ...DINARS, payment_type: 'on_account' };
const REVERSED = ['reversed', 'reversed_on'] as const;

const goods = ({ item, unit }: MoneyPlace, more: object = {}) => [
  { item_fk: item, unit_fk: unit, quantity: '5', price: '1000', ...more },
];
const stored = ({ outlet, inventory }: MoneyPlace, date: string) => ({
  outlet_fk: outlet,
  inventory_fk: inventory,
  date,
});
const buy = (desk: Desk, place: MoneyPlace, date: string) =>
  desk.enter('purchase', {
    ...{ ...stored(place, date), ...OWED, supplier_fk: place.supplier, lines: goods(place), status: 'complete' },
  });
/** What settles a sale on account. */
async function soldOnAccount(desk: Desk, place: MoneyPlace, date: string) {
  await buy(desk, place, date);
  const sold = {
    ...stored(place, date),
    ...OWED,
    customer_fk: place.customer,
    lines: goods(place),
    status: 'complete',
  };
  return [{ document: `sale-${await desk.enter('sale', sold)}`, amount: AMOUNT }];
}
const reverse = (kind: string, id: number): TakenBack => ({ kind, id, step: 'reverse', body: {} });
const toDraft = (kind: string, id: number): TakenBack => ({ kind, id, step: 'return_to_draft', body: {} });

/** A document that is complete when it is entered, with what its body has beside place, day and amount. */
const atOnce =
  (kind: string, more: (place: MoneyPlace, date: string) => object): MoneyBack['enter'] =>
  async (desk, place, date) =>
    reverse(kind, await desk.enter(kind, { outlet_fk: place.outlet, date, amount: AMOUNT, ...more(place, date) }));

export const MONEY_BACK: readonly MoneyBack[] = [
  {
    ...{ name: 'a payment of a customer', dated: true, came: true, events: REVERSED },
    enter: atOnce('customer_transaction', ({ cash, customer }) => ({
      ...{ ...DINARS, account_fk: cash, customer_fk: customer, transaction_type: 'receive', allocate: 'none' },
    })),
  },
  {
    ...{ name: 'a payment that settles a sale', dated: true, came: true, events: REVERSED },
    enter: async (desk, place, date) => {
      const { customer: customer_fk, cash: account_fk } = place;
      const allocations = await soldOnAccount(desk, place, date);
      const paid = { customer_fk, account_fk, ...DINARS, transaction_type: 'receive', amount: AMOUNT, allocations };
      return reverse(
        'customer_transaction',
        await desk.enter('customer_transaction', { outlet_fk: place.outlet, date, ...paid }),
      );
    },
  },
  {
    ...{ name: 'a payment to a supplier that settles a purchase', dated: true, events: REVERSED },
    enter: async (desk, place, date) => {
      const allocations = [{ document: `purchase-${await buy(desk, place, date)}`, amount: AMOUNT }];
      const { supplier: supplier_fk, cash: account_fk } = place;
      const paid = { supplier_fk, account_fk, ...DINARS, transaction_type: 'pay', amount: AMOUNT, allocations };
      return reverse(
        'supplier_transaction',
        await desk.enter('supplier_transaction', { outlet_fk: place.outlet, date, ...paid }),
      );
    },
  },
  {
    ...{ name: 'a debt that was written off', dated: true, events: REVERSED },
    enter: async (desk, place, date) => {
      const { customer: customer_fk, outlet: outlet_fk, expenseType } = place;
      const written = {
        ...DINARS,
        settled_as: 'debt',
        customer_fk,
        account: 610_000_000 + expenseType,
        reason: 'gone',
      };
      const body = { outlet_fk, date, ...written, amount: AMOUNT, allocations: await soldOnAccount(desk, place, date) };
      return reverse('settlement', await desk.enter('settlement', body));
    },
  },
  {
    ...{ name: 'a transfer between accounts', dated: true, events: REVERSED },
    enter: atOnce('cash_transfer', ({ cash, bank }) => ({ from_account_fk: cash, to_account_fk: bank })),
  },
  {
    ...{ name: 'a contribution of an owner', dated: true, came: true, events: REVERSED },
    enter: atOnce('capital_transaction', ({ cash, stockholder }) => ({
      ...{ ...DINARS, account_fk: cash, stockholder_fk: stockholder, transaction_type: 'contribution' },
    })),
  },
  {
    ...{ name: 'a payment of tax', dated: true, events: REVERSED },
    enter: atOnce('tax_payment', ({ cash }, date) => ({
      ...{ from_date: `${date.slice(0, 7)}-01`, to_date: date, account_fk: cash, above_payable: 'advance' },
    })),
  },
  {
    ...{ name: 'money of the payment app', dated: true, came: true, events: REVERSED },
    enter: atOnce('app_settlement', ({ cash }) => ({ account_fk: cash })),
  },
  {
    ...{ name: 'an advance on an order', dated: true, events: ['payment_reversed', 'payment_reversed'] },
    enter: async (desk, place, date) => {
      const ordered = { ...stored(place, date), ...DINARS, supplier_fk: place.supplier, lines: goods(place) };
      const id = await desk.enter('purchase_order', { ...ordered, status: 'bill' });
      const paid = { payment_id: 1, date, amount: AMOUNT, account_fk: place.cash };
      await desk.step('purchase_order', id, 'pay', paid);
      return { kind: 'purchase_order', id, step: 'reverse_payment', body: { payment_id: 1 } };
    },
  },
  {
    ...{ name: 'a charge for goods lost on their way', dated: true, events: ['charge_reversed', 'charge_reversed'] },
    enter: async (desk, place, date) => {
      await buy(desk, place, date);
      const { outlet: to_outlet_fk, inventory: to_inventory_fk } = place.elsewhere;
      const [{ price: _, ...line } = { price: '' }] = goods(place);
      const sent = { ...stored(place, date), to_outlet_fk, to_inventory_fk, lines: [line], status: 'sent' };
      const id = await desk.enter('stock_transfer', sent);
      await desk.step('stock_transfer', id, 'report_missing', { date });
      const charge = { charge_id: 1, charged_user_fk: place.user, date, reason: 'he drove' };
      await desk.step('stock_transfer', id, 'charge_missing', charge);
      return { kind: 'stock_transfer', id, step: 'reverse_charge', body: { charge_id: 1 } };
    },
  },
  {
    ...{ name: 'a remittance on its way', dated: false, events: ['reversed'] },
    enter: async (desk, { outlet, cash, remittance }, date) => {
      const sent = { outlet_fk: outlet, date, account_fk: cash, remittance_account_fk: remittance, amount: AMOUNT };
      const id = await desk.enter('remittance', sent);
      await desk.step('remittance', id, 'approve', {});
      return reverse('remittance', id);
    },
  },
  {
    ...{ name: 'a remittance that arrived', dated: false, events: ['reversed'] },
    enter: async (desk, { outlet, cash, bank, remittance }, date) => {
      const sent = { outlet_fk: outlet, date, account_fk: cash, remittance_account_fk: remittance, amount: AMOUNT };
      const id = await desk.enter('remittance', sent);
      await desk.step('remittance', id, 'approve', {});
      await desk.step('remittance', id, 'pay_out', { date, account_fk: bank });
      return reverse('remittance', id);
    },
  },
  {
    ...{ name: 'a payroll that was paid', dated: false, events: ['reversed'] },
    enter: async (desk, { outlet, cash, user }, date) => {
      const lines = [{ user_fk: user, base_salary: AMOUNT }];
      const id = await desk.enter('payroll', { outlet_fk: outlet, from_date: date, to_date: date, date, lines });
      await desk.step('payroll', id, 'approve', {});
      await desk.step('payroll', id, 'pay_out', { date, account_fk: cash });
      return reverse('payroll', id);
    },
  },
  {
    ...{ name: 'a dividend that was paid', dated: false, events: ['reversed'] },
    enter: async (desk, { outlet, cash, stockholder }, date) => {
      const lines = [{ stockholder_fk: stockholder, amount: AMOUNT }];
      const id = await desk.enter('dividend', { outlet_fk: outlet, date, amount: AMOUNT, lines });
      await desk.step('dividend', id, 'approve', {});
      await desk.step('dividend', id, 'pay_out', { date, account_fk: cash });
      return reverse('dividend', id);
    },
  },
  {
    ...{ name: 'an expense', dated: false, events: ['returned_to_draft'] },
    enter: async (desk, { outlet, cash, expenseType }, date) => {
      const spent = { outlet_fk: outlet, date, ...DINARS, payment_type: 'cash', account_fk: cash, amount: AMOUNT };
      const body = { ...spent, expense_type_fk: expenseType, status: 'complete' };
      return toDraft('expense', await desk.enter('expense', body));
    },
  },
  {
    ...{ name: 'an income', dated: false, came: true, events: ['returned_to_draft'] },
    enter: async (desk, { outlet, cash, incomeType }, date) => {
      const got = { outlet_fk: outlet, date, ...DINARS, payment_type: 'cash', account_fk: cash, amount: AMOUNT };
      const body = { ...got, income_type_fk: incomeType, status: 'complete' };
      return toDraft('income', await desk.enter('income', body));
    },
  },
];
