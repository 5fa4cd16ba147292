/**
 * Transfers between cash and bank accounts. Between two currencies both amounts are entered, and the rate is derived.
 */

import { BANK } from '../../domain/documents/bank-fee.ts';
import { divideRounded } from '../../domain/values/fixed-point.ts';
import { membersOf } from '../../domain/values/members.ts';
import { readMoney } from '../../domain/values/money.ts';
import { IQD, printRate, RATE_SCALE, toRate, USD } from '../../domain/values/rate.ts';
import { declareEditor } from '../shared/document/declare-editor.ts';
import { documentScreens } from '../shared/document/document-screens.ts';
import { bankFeeFields } from '../shared/document/fields/money-fields.ts';
import { CARRIED, isForeign, newHeader } from '../shared/document/fields/usual-fields.ts';
import type { ShownField } from '../shared/document/model/declaration.ts';
import { type Fields, isEmpty, textOf, type Value } from '../shared/document/model/draft.ts';
import { rateOfDay } from '../shared/document/model/goods/rate-of-day.ts';
import { MONEY_TRANSITIONS } from '../shared/document/model/usual-transitions.ts';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';

/** True when both accounts are chosen and their currencies differ. */
const isExchange = (header: Fields): boolean =>
  typeof header['currency_fk'] === 'number' &&
  typeof header['to_currency_fk'] === 'number' &&
  header['currency_fk'] !== header['to_currency_fk'];

/** The type of the account is known while it is chosen. */
const fromBank = (header: Fields): boolean => header['from_account_type'] === BANK || !isEmpty(header['bank_fee']);

const currencyOf = (field: string): ShownField => ({
  field,
  kind: 'lookup',
  resource: 'currencies',
  derived: (header) => header[field] ?? null,
});

const RATE_ONE = 10n ** BigInt(RATE_SCALE);

/** Dinars for one dollar, from the two amounts: the same division as the server's. */
export function followingRate(header: Fields): Value {
  const amounts = new Map([
    [header['currency_fk'], textOf(header, 'amount')],
    [header['to_currency_fk'], textOf(header, 'to_amount')],
  ]);
  const [dinar, dollar] = [readMoney(amounts.get(IQD) ?? ''), readMoney(amounts.get(USD) ?? '')];
  if (!isExchange(header) || dinar === undefined || dollar === undefined || dollar <= 0n) return null;
  return printRate(toRate(divideRounded(dinar * RATE_ONE, dollar)));
}

export const transferDeclaration = declareEditor('cash_transactions', {
  header: [
    {
      field: 'from_account_fk',
      kind: 'lookup',
      resource: 'cashes',
      required: true,
      fills: (row, header) => {
        const currency = Number(membersOf(row)['currency_fk']);
        const from_account_type = Number(membersOf(row)['cash_type']);
        return { currency_fk: currency, from_account_type, ...rateOfDay('in', currency, header) };
      },
    },
    currencyOf('currency_fk'),
    { field: 'amount', kind: 'amount', required: true, label: 'cash:amount_sent' },
    {
      field: 'to_account_fk',
      kind: 'lookup',
      resource: 'cashes',
      required: true,
      fills: (row) => ({ to_currency_fk: Number(membersOf(row)['currency_fk']) }),
    },
    currencyOf('to_currency_fk'),
    {
      field: 'to_amount',
      kind: 'amount',
      required: true,
      label: 'cash:amount_received',
      shown: isExchange,
      currencyField: 'to_currency_fk',
    },
    {
      field: 'following_rate',
      kind: 'rate',
      label: 'cash:following_rate',
      shown: isExchange,
      derived: followingRate,
    },
    'date',
  ],
  details: [
    {
      field: 'rate',
      kind: 'rate',
      label: 'document:rate_in',
      required: true,
      shown: (header) =>
        isForeign(header) && header['currency_fk'] !== null && header['currency_fk'] === header['to_currency_fk'],
      ofDay: (header) => rateOfDay('in', header['currency_fk'], header),
      // A typed rate is no longer the rate of the record.
      fills: () => ({ rate_fk: null }),
    },
    ...bankFeeFields('', fromBank),
    'outlet_fk',
    { field: 'to_outlet_fk', kind: 'lookup', resource: 'outlets' },
    'reference_number',
    'note',
  ],
  carried: { header: CARRIED },
  noDraft: true,
  // The rate of an exchange is derived from its amounts; only a nominal one is sent.
  wire: {
    send: (body) => (body['rate'] === null ? { ...body, rate_fk: null } : body),
    read: (data) => data,
  },
  newHeader: (context) => {
    const { outlet_fk, date, time, system_currency_fk } = newHeader(context) as Record<string, Value>;
    const header = { outlet_fk, date, time, system_currency_fk };
    return { ...header, currency_fk: null, to_currency_fk: null, rate_fk: null, rate: null } as Fields;
  },
  transitions: MONEY_TRANSITIONS,
});

export const { Table, Editor } = documentScreens(transferDeclaration, {
  columns: [
    ...usual('number', 'date', 'from_account_fk'),
    { field: 'total', kind: 'amount', label: 'cash:amount_sent' },
    ...usual('to_account_fk'),
    { field: 'to_amount', kind: 'amount', label: 'cash:amount_received', currencyField: 'to_currency_fk' },
    { field: 'rate', kind: 'number', label: 'cash:following_rate' },
    { field: 'bank_fee', kind: 'amount', blankZero: true },
    ...usual('status', 'outlet_fk', 'reference_number'),
  ],
  filters: [...by('date', 'from_account_fk', 'to_account_fk'), oneOf('status', ['complete', 'reversed'])],
  inactive: { field: 'status', value: 'reversed' },
});
