/** Documents with one amount in the system currency that is split into lines: dividends, payrolls, depreciation. */

import type { Facts } from '../deciding/facts.ts';
import { systemCurrency } from './document-rules.ts';

/** The data that their events store. */
export interface SharedAmount<Line> {
  readonly outlet_fk: number;
  readonly date: string;
  readonly currency_fk: number;
  readonly system_currency_fk: number;
  readonly amount: string;
  readonly reference_number: string | null;
  readonly note: string | null;
  readonly lines: readonly Line[];
}

interface Entered {
  readonly outlet_fk: number;
  readonly date: string;
  readonly reference_number?: string | null;
  readonly note?: string | null;
}

/** `amount` is the sum of the lines. */
export function sharedAmount<Line>(
  { outlet_fk, date, reference_number = null, note = null }: Entered,
  amount: string,
  lines: readonly Line[],
  facts: Facts,
): SharedAmount<Line> {
  const system = systemCurrency(facts);
  return { outlet_fk, date, currency_fk: system, system_currency_fk: system, amount, reference_number, note, lines };
}
