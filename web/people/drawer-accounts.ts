/**
 * The money of a drawer is an account of its outlet, beside the safe that its float comes from. An outlet with one cash
 * account a currency could open no drawer: its first till gets one more for each of them.
 */
import { v4 as uuid } from 'uuid';
import { command } from '../shared/api/command.ts';
import { fetchAll, type Row } from '../shared/api/list.ts';

const CASH = 1;

/** The currencies in which the outlet has cash, and no second account for a drawer of its own. */
export function currenciesWithoutDrawer(accounts: readonly Row[], outlet: number): readonly number[] {
  const usable = accounts.filter(
    ({ cash_type, is_active, outlet_fk }) =>
      cash_type === CASH &&
      is_active !== false &&
      (outlet_fk === outlet || outlet_fk === null || outlet_fk === undefined),
  );
  const currencies = [...new Set(usable.map(({ currency_fk }) => Number(currency_fk)))];
  return currencies.filter((currency) => {
    const all = usable.filter(({ currency_fk }) => currency_fk === currency);
    return all.length < 2 || !all.some(({ outlet_fk }) => outlet_fk === outlet);
  });
}

/** `nameOf`: the name of the account, which no other account has. */
export async function makeDrawerAccounts(outlet: number, nameOf: (currency: string) => string): Promise<void> {
  const { data } = await fetchAll('cashes', {});
  for (const currency_fk of currenciesWithoutDrawer(data, outlet)) {
    const symbol = String(data.find((row) => row['currency_fk'] === currency_fk)?.['currency_name'] ?? currency_fk);
    const account = { account_name: nameOf(symbol), cash_type: CASH, currency_fk, outlet_fk: outlet };
    await command('cashes', { body: account, idempotencyKey: uuid() });
  }
}
