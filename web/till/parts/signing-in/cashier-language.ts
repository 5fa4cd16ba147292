/** The language of the cashier: at every sign-in, with and without a network, and after the page is loaded again. */
import { useEffect } from 'react';
import { adoptProfile } from '../../../shared/language/language.ts';
import type { CashierSession } from '../../device/cashiers.ts';

/** Without a cashier the till speaks the language of the device. */
export const speakTo = (session: CashierSession | undefined): Promise<void> =>
  adoptProfile({ lang: session?.cashier.language ?? null, theme: null });

export function useCashierLanguage(session: CashierSession | undefined): void {
  const lang = session?.cashier.language ?? null;
  const cashier = session?.cashier.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sign-in of another cashier may have changed it.
  useEffect(() => {
    void adoptProfile({ lang, theme: null });
  }, [lang, cashier]);
}
