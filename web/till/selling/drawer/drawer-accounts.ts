/** The cash accounts for opening a drawer: for each currency one of the till, and one for the source of the float. */
import type { Facts } from '../../../../domain/deciding/facts.ts';
import type { OpenDrawerEntry } from '../../../../domain/till/device-entry.schema.ts';

export interface TillAccount {
  readonly id: number;
  readonly [field: string]: unknown;
}

export interface DrawerChoice {
  readonly currency: number;
  readonly options: readonly TillAccount[];
  /** Null: this currency is not accepted. */
  readonly account: number | null;
  readonly safe: number | null;
  /** Decimal text. */
  readonly float: string;
}

const CASH = 1;

/**
 * Cash accounts of the outlet, or of all outlets; the system currency first. A drawer's account must belong to the
 * outlet.
 */
export function drawerChoices(
  accounts: readonly TillAccount[],
  outlet: number,
  system: number,
): readonly DrawerChoice[] {
  const usable = accounts.filter(
    (account) =>
      account['cash_type'] === CASH &&
      account['is_active'] !== false &&
      (account['outlet_fk'] === outlet || account['outlet_fk'] === null || account['outlet_fk'] === undefined),
  );
  const currencies = [...new Set(usable.map((account) => Number(account['currency_fk'])))];
  return currencies
    .toSorted((a, b) => Number(b === system) - Number(a === system) || a - b)
    .map((currency) => {
      const options = usable.filter((account) => account['currency_fk'] === currency);
      const own = options.filter((account) => account['outlet_fk'] === outlet);
      const account = options.length > 1 ? (own.at(-1) ?? options.at(-1)) : undefined;
      const safe = options.find(({ id }) => id !== account?.id);
      return { currency, options, account: account?.id ?? null, safe: account ? (safe?.id ?? null) : null, float: '' };
    });
}

interface Opening {
  readonly outlet_fk: number;
  /** The system currency. */
  readonly currency_fk: number;
  readonly facts: Pick<Facts, 'rateOn'>;
}

/** The chosen foreign currencies for which no exchange rate is in force on the day. */
export const withoutRate = (
  choices: readonly DrawerChoice[],
  { currency_fk, facts }: Omit<Opening, 'outlet_fk'>,
  day: string,
): readonly number[] =>
  choices.flatMap(({ account, currency }) =>
    account === null || currency === currency_fk || facts.rateOn?.(day) ? [] : [currency],
  );

/** The entry that opens the drawer. Foreign money has the rate that is in force at the moment of the entry. */
export function openingContent(
  choices: readonly DrawerChoice[],
  { outlet_fk, currency_fk, facts }: Opening,
  { date, time }: { readonly date: string; readonly time: string },
): OpenDrawerEntry {
  const rate = facts.rateOn?.(date);
  return {
    kind: 'open_drawer',
    outlet_fk,
    date,
    time,
    note: null,
    accounts: choices.flatMap(({ account, safe, float, currency }) => {
      if (account === null) return [];
      const isOwn = currency === currency_fk;
      return {
        account_fk: account,
        safe_account_fk: safe ?? 0,
        float_amount: float || '0',
        rate_fk: isOwn ? null : (rate?.id ?? null),
        rate: isOwn ? null : (rate?.in_rate ?? null),
      };
    }),
  };
}
