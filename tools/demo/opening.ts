/**
 * The opening balances: each outlet's assets and debts before the first day of the books, some invoices and a bill that
 * were open, and the trial balance of the program before, which they equal.
 */

import { SYSTEM_ACCOUNTS } from '../../domain/chart/chart.ts';
import { USD } from '../../domain/values/rate.ts';
import type { Place } from './business.ts';
import { account, printCents } from './cash-accounts.ts';
import { words, written } from './goods/words.ts';
import { inDinars, type Trade } from './trade.ts';

const OPENING = words('Opening stock,', 'الرصيد الافتتاحي،', 'باڵانسی سەرەتایی،');

/** Pieces of each item. */
const IN_WAREHOUSE = 144;
const IN_SHOP = 36;
const SAFE = 30_000_000n;
const BANK = 400_000_000n;
const DOLLAR_CENTS = 1_500_000n;
const BANK_CENTS = 25_000_000n;
const OPENING_RATE = 1_450n;

const OLD_ACCOUNTS = {
  stock: { of: SYSTEM_ACCOUNTS.inventory.code, code: '131', ...words('Goods', 'البضاعة', 'کاڵا') },
  safe: { of: SYSTEM_ACCOUNTS.cash.code, code: '181', ...words('Cash', 'الصندوق', 'سندوق') },
  bank: { of: SYSTEM_ACCOUNTS.bank.code, code: '183', ...words('Banks', 'المصارف', 'بانکەکان') },
  customers: { of: SYSTEM_ACCOUNTS.receivable.code, code: '161', ...words('Customers', 'الزبائن', 'کڕیارەکان') },
  suppliers: { of: SYSTEM_ACCOUNTS.payable.code, code: '261', ...words('Suppliers', 'المجهزون', 'دابینکەرەکان') },
  capital: { of: SYSTEM_ACCOUNTS.capital.code, code: '211', ...words('Capital', 'رأس المال', 'سەرمایە') },
} as const;
type OldBalances = Map<keyof typeof OLD_ACCOUNTS, bigint>;

export async function enterOpening(trade: Trade, financial_year_fk: number, year: number): Promise<void> {
  const { clerk, business } = trade;
  const old: OldBalances = new Map();
  const count = (name: keyof typeof OLD_ACCOUNTS, dinars: bigint) => old.set(name, (old.get(name) ?? 0n) + dinars);
  const items = openItemsOf(trade, year);
  for (const place of business.places) {
    const isFirst = place === business.places[0];
    const stock = [
      ...stockOf(trade, place.inventory, IN_SHOP),
      ...(isFirst ? stockOf(trade, business.warehouse, IN_WAREHOUSE) : []),
    ];
    const cashes = moneyOf(trade, place, isFirst);
    const parties = isFirst ? partiesOf(trade) : [];
    // Capital is what is left of assets and debts, the open documents among them.
    const total = [...stock, ...cashes, ...parties, ...(isFirst ? items : [])].reduce(
      (sum, { dinars }) => sum + dinars,
      0n,
    );
    for (const { dinars } of stock) count('stock', dinars);
    for (const { dinars, account_fk } of cashes) {
      count([business.bank, business.dollarBank].includes(account_fk) ? 'bank' : 'safe', dinars);
    }
    for (const { dinars } of parties) count(dinars > 0n ? 'customers' : 'suppliers', dinars);
    count('capital', -total);
    const only = <T extends { readonly dinars: bigint }>(all: readonly T[]) => all.map(({ dinars, ...rest }) => rest);
    const id = await clerk.enter('opening_balances', {
      outlet_fk: place.outlet,
      financial_year_fk,
      note: `${written(place.manager, OPENING)} ${place.city[place.manager.user.lang ?? 'en']}`,
      stock: only(stock),
      cashes: only(cashes),
      parties: only(parties),
      accounts: [{ account: 'capital', amount: `-${total}` }],
    });
    // What the open documents are worth stands on opening equity until they are entered.
    await clerk.act('opening_balances', id, 'finish', isFirst ? { difference_to: 'opening-equity' } : {});
  }
  for (const { dinars, ...item } of items) {
    await clerk.enter('opening_items', { ...item, outlet_fk: business.places[0].outlet });
    count('customer_fk' in item ? 'customers' : 'suppliers', dinars);
  }
  const { manager } = business.places[0];
  for (const [name, balance] of old) {
    const { code, of, ...words } = OLD_ACCOUNTS[name];
    await clerk.enter('old_accounts', {
      old_account_code: code,
      old_account_name: written(manager, words),
      account: of,
      ...(balance > 0n ? { debit: String(balance) } : { credit: String(-balance) }),
    });
  }
}

/** Invoices of the year before that are open, some of them overdue, and a bill in dollars. */
function openItemsOf({ business }: Trade, year: number) {
  const [amounts, cents] = [[450_000n, 1_275_000n, 820_000n, 2_100_000n], 180_000n];
  const invoices = business.customers.slice(12, 16).map((customer_fk, index) => {
    const [amount = 0n] = amounts.slice(index);
    return {
      customer_fk,
      ...inDinars,
      opened_as: 'debt',
      amount: String(amount),
      reference_number: `INV-${1041 + index}`,
      date: `${year - 1}-1${1 + (index % 2)}-${10 + index}`,
      due_date: `${year}-01-${10 + 5 * index}`,
      dinars: amount,
    };
  });
  const bill = {
    supplier_fk: business.suppliers[6],
    currency_fk: USD,
    rate: String(OPENING_RATE),
    opened_as: 'debt',
    amount: printCents(cents),
    reference_number: 'B-7731',
    date: `${year - 1}-12-03`,
    due_date: `${year}-02-03`,
    dinars: -(cents / 100n) * OPENING_RATE,
  };
  return [...invoices, bill];
}

function stockOf({ goods, shelfPlan }: Trade, inventory_fk: number, count: number) {
  return goods.map((one) => {
    shelfPlan.put(inventory_fk, one, count);
    const dinars = one.cost * BigInt(count);
    return {
      inventory_fk,
      item_fk: one.item,
      unit_fk: one.unit,
      quantity: String(count),
      value: String(dinars),
      dinars,
    };
  });
}

function moneyOf({ business, cashAccounts }: Trade, { safe, dollars }: Place, withBanks: boolean) {
  const inDinar = (account_fk: number, dinars: bigint) => {
    cashAccounts.add(account(account_fk), dinars);
    return { account_fk, amount: String(dinars), dinars };
  };
  const inDollar = (account_fk: number, cents: bigint) => {
    cashAccounts.add(account(account_fk), cents);
    const dinars = (cents / 100n) * OPENING_RATE;
    return { account_fk, amount: printCents(cents), rate: String(OPENING_RATE), dinars };
  };
  return [
    inDinar(safe, SAFE),
    inDollar(dollars, DOLLAR_CENTS),
    ...(withBanks ? [inDinar(business.bank, BANK), inDollar(business.dollarBank, BANK_CENTS)] : []),
  ];
}

/** A few old debts of customers, and one to a supplier. */
function partiesOf({ business, chance }: Trade) {
  const owing = business.customers.slice(0, 12).map((customer_fk) => {
    const dinars = BigInt(chance.between(2, 12)) * 100_000n;
    return { customer_fk, ...inDinars, amount: String(dinars), dinars };
  });
  const dinars = -7_500_000n;
  return [...owing, { supplier_fk: business.suppliers[5], ...inDinars, amount: '7500000', dinars }];
}
