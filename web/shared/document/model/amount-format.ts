/** The format of a document's amounts: its currency's decimals, and the person's digits. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { read } from '../../api/read.ts';
import { usePreferences } from '../../language/preferences.ts';
import { useMe } from '../../session/session.ts';
import type { NumberFormat } from '../../typing/number-format.ts';
import { type Fields, idOf } from './draft.ts';

export interface CurrencyFormat extends NumberFormat {
  /** Shown once, in the heading of the totals. */
  readonly symbol: string;
}

export function useAmountFormat(header: Fields): CurrencyFormat {
  const { digits } = usePreferences();
  const { decimals, symbol } = useDocumentCurrency(header);
  // An amount with more decimals than its currency is shown in full while it is edited.
  return useMemo(() => ({ decimals: 4, decimalsMin: decimals, digits, symbol }), [decimals, digits, symbol]);
}

/** The format of the amounts of each line: a line with a currency of its own, such as a cost, has the decimals of that one. */
export function useLineFormat(
  columns: readonly { readonly field: string }[],
  look: NumberFormat,
): (line: Fields) => NumberFormat {
  const currencies = useCurrencies();
  const hasOwn = columns.some(({ field }) => field === 'currency_fk');
  // One object for each number of decimals: a row is drawn again when its format is another object.
  const withDecimals = useMemo(() => {
    const formats = new Map<number, NumberFormat>();
    return (decimals: number) => {
      const format = formats.get(decimals) ?? { ...look, decimalsMin: decimals };
      formats.set(decimals, format);
      return format;
    };
  }, [look]);
  return (line) => {
    const currency = hasOwn ? idOf(line, 'currency_fk') : undefined;
    return currency === undefined ? look : withDecimals(currencies(currency).decimals);
  };
}

/** Decimals and symbol of a currency, by its id. */
export function useCurrencies(): (id: number) => { readonly decimals: number; readonly symbol: string } {
  const { system_currency } = useMe();
  const { data } = useQuery({
    queryKey: ['currencies', 'list', 'all'],
    queryFn: async () => (await read('currencies/list')).data,
    staleTime: 5 * 60_000,
    meta: { quiet: true },
  });
  return (id) => {
    if (id === system_currency.currency_id) return system_currency;
    const own = data?.find((row) => row.id === id);
    return { decimals: own?.decimals ?? 2, symbol: own?.symbol ?? '' };
  };
}

/** Decimals and symbol of the document's currency; without one, of the system currency. */
export function useDocumentCurrency(header: Fields): { readonly decimals: number; readonly symbol: string } {
  const { system_currency } = useMe();
  return useCurrencies()(idOf(header, 'currency_fk') ?? system_currency.currency_id);
}
