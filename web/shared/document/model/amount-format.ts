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
