/** Expenses, incomes, transfers between accounts, and the owners' contributions and withdrawals. */
import { IQD } from '../../domain/values/rate.ts';
import type { Place } from './business.ts';
import type { Day } from './calendar.ts';
import { account, printCents } from './cash-accounts.ts';
import { words, written } from './goods/words.ts';
import { type Act, type Habit, inDinars, type Trade, timeBetween } from './trade.ts';

const MISBOOKED = words('Discount booked as an expense', 'خصم سُجّل مصروفًا', 'داشکاندنێک وەک خەرجی تۆمار کرابوو');
const HEAD_OFFICE = words('Head office', 'المركز الرئيسي', 'نووسینگەی سەرەکی');

/** Stays in a safe when the rest goes to the bank. */
const KEPT = 20_000_000n;

export const spending: Habit = (trade, day) => {
  if (day.isFriday) return [];
  const { chance, business, clerk, cashAccounts } = trade;
  return business.places.flatMap((place): Act[] => {
    if (!chance.inHundred(30)) return [];
    const time = timeBetween(chance, 10, 16);
    const spend = async () => {
      const amount = BigInt(chance.between(4, 60)) * 2_500n;
      const body = {
        outlet_fk: place.outlet,
        date: day.date,
        time,
        expense_type_fk: chance.pick(business.expenseTypes),
        amount: String(amount),
        ...inDinars,
        payment_type: 'cash',
        account_fk: place.safe,
        status: 'complete',
      };
      await clerk.enter('expenses', body, place.manager);
      cashAccounts.add(account(place.safe), -amount);
    };
    return [{ time, run: spend }];
  });
};

/** Rent of shelves and sale of scrap; electricity on account, paid with the suppliers' debts. */
export const monthly: Habit = (trade, day) => {
  const { business, clerk, cashAccounts } = trade;
  const [head] = business.places;
  if (day.dayOfMonth !== 12) return [];
  const earn = async () => {
    const body = {
      outlet_fk: head.outlet,
      date: day.date,
      time: '12:10',
      income_type_fk: business.incomeTypes[0],
      amount: '350000',
      ...inDinars,
      payment_type: 'cash',
      account_fk: head.safe,
      status: 'complete',
    };
    await clerk.enter('incomes', body, head.manager);
    cashAccounts.add(account(head.safe), 350_000n);
  };
  const bill = async () => {
    const body = {
      outlet_fk: head.outlet,
      date: day.date,
      time: '12:15',
      expense_type_fk: business.expenseTypes[0],
      amount: '420000',
      ...inDinars,
      payment_type: 'on_account',
      supplier_fk: business.carrier,
      status: 'complete',
    };
    await clerk.enter('expenses', body, business.accountant);
  };
  const reclassify = async () => {
    const line = (code: number, side: 'debit' | 'credit') => ({ account: code, [side]: '25000', currency_fk: IQD });
    const body = {
      outlet_fk: head.outlet,
      date: day.date,
      time: '12:20',
      note: written(business.accountant, MISBOOKED),
      lines: [line(4120, 'debit'), line(4200, 'credit')],
      status: 'posted',
    };
    await clerk.enter('general_journals', body, business.accountant);
  };
  return [
    { time: '12:10', run: earn },
    { time: '12:15', run: bill },
    { time: '12:20', run: reclassify },
  ];
};

/**
 * Each week the surplus of the safes goes to the bank; dollars are exchanged; Baghdad sends its money by remittance.
 */
export const banking: Habit = (trade, day) => {
  if (day.number % 7 !== 6) return [];
  return [
    ...trade.business.places.map((place, number): Act => {
      const time = `21:0${number}`;
      return { time, run: () => bringToBank(trade, place, day, time) };
    }),
    { time: '21:40', run: () => buyDollars(trade, day) },
  ];
};

/** Goods from abroad are paid in dollars, bought with the shops' takings. */
const DOLLAR_CENTS_KEPT = 8_000_000n;
const DINARS_KEPT = 60_000_000n;

async function buyDollars({ business, clerk, cashAccounts, rate }: Trade, { date }: Day): Promise<void> {
  const wanted = DOLLAR_CENTS_KEPT - cashAccounts.of(account(business.dollarBank));
  const spare = cashAccounts.of(account(business.bank)) - DINARS_KEPT;
  if (wanted <= 0n || spare <= 0n) return;
  const affordable = (spare / BigInt(rate.rate)) * 100n;
  const cents = ((wanted < affordable ? wanted : affordable) / 10_000n) * 10_000n;
  if (cents <= 0n) return;
  const dinars = (cents / 100n) * BigInt(rate.rate);
  await clerk.enter(
    'cash_transactions',
    {
      outlet_fk: business.places[0].outlet,
      date,
      time: '21:40',
      from_account_fk: business.bank,
      to_account_fk: business.dollarBank,
      amount: String(dinars),
      to_amount: printCents(cents),
    },
    business.accountant,
  );
  cashAccounts.add(account(business.bank), -dinars);
  cashAccounts.add(account(business.dollarBank), cents);
}

async function bringToBank(trade: Trade, place: Place, day: Day, time: string): Promise<void> {
  const { business, clerk, cashAccounts, rate } = trade;
  const over = ((cashAccounts.of(account(place.safe)) - KEPT) / 250_000n) * 250_000n;
  const placed = { outlet_fk: place.outlet, date: day.date, time };
  if (over > 0n && place.name === 'Baghdad') {
    const sent = { ...placed, account_fk: place.safe, remittance_account_fk: business.remittance };
    const fee = { fee: '10000', expense_type_fk: business.expenseTypes[5] };
    const id = await clerk.enter(
      'remittances',
      { ...sent, ...fee, amount: String(over), receiver: written(place.manager, HEAD_OFFICE) },
      place.manager,
    );
    await clerk.act('remittances', id, 'approve', {}, business.places[0].manager);
    const paid = { date: day.date, time: '21:30', account_fk: business.bank };
    await clerk.act('remittances', id, 'pay_out', paid, business.accountant);
    cashAccounts.add(account(place.safe), -over - 10_000n);
    cashAccounts.add(account(business.bank), over);
  } else if (over > 0n) {
    const body = { ...placed, from_account_fk: place.safe, to_account_fk: business.bank, amount: String(over) };
    await clerk.enter('cash_transactions', body, place.manager);
    cashAccounts.add(account(place.safe), -over);
    cashAccounts.add(account(business.bank), over);
  }
  const cents = ((cashAccounts.of(account(place.dollars)) - 1_000_000n) / 10_000n) * 10_000n;
  if (cents <= 0n) return;
  const dinars = (cents / 100n) * BigInt(rate.inRate);
  const changed = {
    ...placed,
    from_account_fk: place.dollars,
    to_account_fk: place.safe,
    amount: printCents(cents),
    to_amount: String(dinars),
  };
  await clerk.enter('cash_transactions', changed, place.manager);
  cashAccounts.add(account(place.dollars), -cents);
  cashAccounts.add(account(place.safe), dinars);
}

/** The owners contribute once, withdraw once, and receive a part of the profit. */
export const owning: Habit = ({ business, clerk, cashAccounts }, day) => {
  const [head] = business.places;
  const moved = (transaction_type: string, amount: string, time: string) => ({
    outlet_fk: head.outlet,
    stockholder_fk: business.stockholders[0],
    transaction_type,
    date: day.date,
    time,
    amount,
    ...inDinars,
    account_fk: business.bank,
  });
  const put = async () => {
    await clerk.enter('capital_transactions', moved('contribution', '50000000', '10:10'), business.accountant);
    cashAccounts.add(account(business.bank), 50_000_000n);
  };
  const take = async () => {
    await clerk.enter('capital_transactions', moved('withdrawal', '5000000', '10:10'), business.accountant);
    cashAccounts.add(account(business.bank), -5_000_000n);
  };
  const distribute = async () => {
    const lines = business.stockholders.map((stockholder_fk) => ({ stockholder_fk }));
    const body = { outlet_fk: head.outlet, date: day.date, amount: '8000000', lines };
    const id = await clerk.enter('dividends', body, business.accountant);
    await clerk.act('dividends', id, 'approve', {}, head.manager);
    const paid = { date: day.date, time: '10:30', account_fk: business.bank };
    await clerk.act('dividends', id, 'pay_out', paid, business.accountant);
    cashAccounts.add(account(business.bank), -8_000_000n);
  };
  if (day.number === 6) return [{ time: '10:10', run: put }];
  if (day.number === 75) return [{ time: '10:10', run: take }];
  return day.number === 120 ? [{ time: '10:20', run: distribute }] : [];
};
