/** The cash accounts for opening a drawer: for each currency one of the till, and one for the source of the float. */
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
