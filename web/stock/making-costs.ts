/** Labour and fees of conversions and productions, which are added to the value of the outputs. */
import type { LineField, OwnEditor } from '../shared/document/declare-editor.ts';
import {
  blankPaidCost,
  CARRIED_COSTS,
  costCurrencyColumns,
  costPaymentColumns,
} from '../shared/document/fields/cost-columns.ts';

export const MAKING_COSTS = {
  costs: [
    { field: 'amount', kind: 'amount', required: true, width: '110px' },
    ...costCurrencyColumns,
    ...costPaymentColumns,
  ],
  carried: { header: ['time'], costs: CARRIED_COSTS },
  // These documents have no currency of their own.
  blankCost: (header) => blankPaidCost({ ...header, currency_fk: header['system_currency_fk'] ?? null }),
} satisfies Pick<
  OwnEditor<never, LineField<'conversions'> & LineField<'productions'>>,
  'costs' | 'carried' | 'blankCost'
>;
