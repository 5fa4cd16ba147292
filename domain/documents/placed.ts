/** Place, number series and refusals of the documents whose state carries their data. */

import { membersOf } from '../values/members.ts';
import type { Placed } from './document-rules.ts';

type Entered = { readonly status: 'none' } | { readonly status: string; readonly data: Placed };

/** The outlet and day by which a number's series is chosen; zero and empty for a state without data. */
export const series = (state: Entered) =>
  'data' in state
    ? { outlet: state.data.outlet_fk, date: openedOnOf(state.data) ?? state.data.date }
    : { outlet: 0, date: '' };

/** What was there before the books begin is numbered on the day on which it is opened. */
function openedOnOf(data: object): string | undefined {
  const { opened_on } = membersOf(data);
  return typeof opened_on === 'string' ? opened_on : undefined;
}

/** Undefined for a state without data. */
export function place(state: Entered): { readonly outlet: number; readonly inventory?: number } | undefined {
  if (!('data' in state)) return undefined;
  const { outlet_fk: outlet, inventory_fk } = state.data;
  return typeof inventory_fk === 'number' ? { outlet, inventory: inventory_fk } : { outlet };
}

/** Message keys of reversals that take goods back from stock, or money out of an account. */
export const REVERSAL_REFUSALS = { stock: 'protected', cash: 'no_enough_balance' };
