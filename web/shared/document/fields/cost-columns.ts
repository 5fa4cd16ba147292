/** Additional costs of a document: each in its own currency, paid in cash or owed to its own supplier. */
import { membersOf } from '../../../../domain/values/members.ts';
import type { ColumnDeclaration } from '../model/declaration.ts';
import type { Fields } from '../model/draft.ts';
import { rateOfDay } from '../model/goods/rate-of-day.ts';
import { moneyAccount, moneyFields, moneyOfHeader } from './money-fields.ts';
import { isCash, NO_MONEY, paymentTypeField } from './usual-fields.ts';

/** A cost uses the out rate, also on a sale, because it is paid. */
function rateOf(currency: unknown, header: Fields): Fields {
  if (currency === header['system_currency_fk']) return { rate_fk: null, rate: null };
  if (currency === header['currency_fk'] && header['rate'] != null)
    return { rate_fk: header['rate_fk'] ?? null, rate: header['rate'] };
  return rateOfDay('out', currency, header);
}

export const costCurrencyColumns: readonly ColumnDeclaration<'currency_fk' | 'rate'>[] = [
  {
    field: 'currency_fk',
    kind: 'lookup',
    resource: 'currencies',
    required: true,
    width: '92px',
    fills: (row, header) => ({ account_fk: null, ...NO_MONEY, ...rateOf(membersOf(row)['currency_id'], header) }),
  },
  {
    field: 'rate',
    kind: 'rate',
    label: 'document:cost_rate',
    required: true,
    width: '68px',
    shown: (header, line) => line['currency_fk'] !== header['system_currency_fk'],
    ofDay: (header, line) => rateOf(line['currency_fk'], header),
    // A typed rate is no longer the rate of the record.
    fills: () => ({ rate_fk: null }),
  },
];

export const costPaymentColumns: readonly ColumnDeclaration<
  'payment_type' | 'account_fk' | 'paid_rate' | 'money_amount' | 'supplier_fk'
>[] = [
  { ...paymentTypeField, width: '96px' },
  { ...moneyAccount('out'), width: '112px' },
  ...moneyFields.map((field) => ({ ...field, optional: true as const, width: '92px' })),
  {
    field: 'supplier_fk',
    kind: 'lookup',
    resource: 'suppliers',
    width: 'minmax(110px, 1fr)',
    required: (_header, line) => !isCash(line),
  },
];

/** The initial fields of a cost. */
export const blankPaidCost = (header: Fields): Fields => ({
  amount: null,
  currency_fk: header['currency_fk'] ?? null,
  ...rateOf(header['currency_fk'], header),
  payment_type: 'cash',
  account_fk: isCash(header) ? (header['account_fk'] ?? null) : null,
  ...moneyOfHeader(header),
  supplier_fk: null,
});

/** Hidden fields of a cost that are sent back. */
export const CARRIED_COSTS: readonly string[] = ['rate_fk', 'note'];
