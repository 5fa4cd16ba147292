/** The opening balances: each outlet's assets and debts before the first day of the books. */
import type { Place } from './business.ts';
import { account, printCents } from './cash-accounts.ts';
import { inDinars, type Trade } from './trade.ts';
import { words, written } from './words.ts';

const OPENING = words('Opening stock,', 'الرصيد الافتتاحي،', 'باڵانسی سەرەتایی،');

/** Pieces of each item. */
const IN_WAREHOUSE = 144;
const IN_SHOP = 36;
const SAFE = 30_000_000n;
const BANK = 400_000_000n;
const DOLLAR_CENTS = 1_500_000n;
const BANK_CENTS = 25_000_000n;
const OPENING_RATE = 1_450n;

export async function enterOpening(trade: Trade, financial_year_fk: number): Promise<void> {
  const { clerk, business } = trade;
  for (const place of business.places) {
    const isFirst = place === business.places[0];
    const stock = [
      ...stockOf(trade, place.inventory, IN_SHOP),
      ...(isFirst ? stockOf(trade, business.warehouse, IN_WAREHOUSE) : []),
    ];
    const cashes = moneyOf(trade, place, isFirst);
    const parties = isFirst ? partiesOf(trade) : [];
    const total = [...stock, ...cashes, ...parties].reduce((sum, { dinars }) => sum + dinars, 0n);
    const only = <T extends { readonly dinars: bigint }>(all: readonly T[]) => all.map(({ dinars, ...rest }) => rest);
    const id = await clerk.enter('opening_balances', {
      ...{
        outlet_fk: place.outlet,
        financial_year_fk,
        note: `${written(place.manager, OPENING)} ${place.city[place.manager.user.lang ?? 'en']}`,
      },
      ...{ stock: only(stock), cashes: only(cashes), parties: only(parties) },
      accounts: [{ account: 'capital', amount: `-${total}` }],
    });
    await clerk.act('opening_balances', id, 'finish');
  }
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
