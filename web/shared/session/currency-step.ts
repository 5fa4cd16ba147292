/** The step that cash and proposed prices are rounded to. */

import { stepOf } from '../../../domain/till/receipts/change.ts';
import { type Money, smallestUnit } from '../../../domain/values/money.ts';
import type { Me } from './session.ts';

/** Decimals of a currency that the session does not describe. */
const USUAL_DECIMALS = 2;

/** The step of the settings for dinars, and the smallest unit of any other currency. */
export function stepIn(
  currency: number,
  { system_settings, currencies }: Pick<Me, 'system_settings' | 'currencies'>,
): Money {
  const decimals = currencies.find(({ currency_id }) => currency_id === currency)?.decimals ?? USUAL_DECIMALS;
  return stepOf(system_settings?.['cash_rounding_step'], currency, smallestUnit(decimals));
}
