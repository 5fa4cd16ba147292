/** Values and quantities to their last digit, so that whoever reads them can calculate with them. */
import { MONEY_SCALE } from '../../domain/values/money.ts';
import { QUANTITY_SCALE } from '../../domain/values/quantity.ts';
import { Amount } from '../shared/controls/amount.tsx';
import { useMe } from '../shared/session/session.ts';

export function ExactValue({ value }: { value: string }) {
  return <Amount value={value} decimals={MONEY_SCALE} decimalsMin={useMe().system_currency.decimals} />;
}

export function ExactQuantity({ value }: { value: string }) {
  return <Amount value={value} decimals={QUANTITY_SCALE} />;
}
