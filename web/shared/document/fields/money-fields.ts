/**
 * What a document is paid with at once: the account, which may be in the other one of dinar and dollar, the rate of the money
 * and the money itself; and the part of a document on account that is paid with it.
 */

import { payableIn } from '../../../../domain/debts/money-for-debts.ts';
import { BANK } from '../../../../domain/documents/bank-fee.ts';
import { membersOf } from '../../../../domain/values/members.ts';
import type { FieldDeclaration } from '../model/declaration.ts';
import { type Fields, idOf, isEmpty } from '../model/draft.ts';
import { rateOn } from '../model/reference-data.ts';
import { accountField, isCash, isForeign, NO_FILTER } from './usual-fields.ts';

type Direction = 'in' | 'out';

const currencyOf = (account: unknown): number | null => {
  const { currency_fk } = membersOf(account);
  return typeof currency_fk === 'number' ? currency_fk : null;
};

/** The currency of the chosen account, on the screen only. */
const MONEY_IN = 'money_in';

/** The rate at which the document was paid that a return gives back, on the screen only. */
export const MONEY_RATE = 'money_rate';

/** The other currency in which a document is paid at once; undefined when it is paid in its own. */
export function moneyCurrency(header: Fields): number | undefined {
  if (!isCash(header) || isEmpty(header['account_fk'])) return undefined;
  const chosen = header[MONEY_IN] ?? header['paid_currency_fk'];
  const own = header['currency_fk'] ?? header['system_currency_fk'];
  return typeof chosen === 'number' && chosen !== own ? chosen : undefined;
}

/** Dinar and dollar pay each other; a proposal, which knows no day yet, is of the document's currency. */
const inAnyMoney: FieldDeclaration['filter'] = (header, line) => {
  const usual = accountField.filter?.(header, line) ?? NO_FILTER;
  const own = idOf(line, 'currency_fk');
  return own === undefined || !('date' in header)
    ? usual
    : { ...usual, 'filter[currency_fk]': payableIn(own).join(',') };
};

/** The rate of the money: that of the returned document, of the document, or of its day. */
function rateOfMoney({ [MONEY_RATE]: origin, ...header }: Fields, direction: Direction) {
  if (typeof origin === 'string') return origin;
  return isForeign(header) ? (header['rate'] ?? null) : (rateOn(header['date'])?.[direction] ?? null);
}

/** The account of a document that is paid at once. */
export const moneyAccount = (
  direction: Direction | ((header: Fields) => Direction),
): FieldDeclaration<'account_fk'> => ({
  ...accountField,
  filter: inAnyMoney,
  // A cost is a line with a currency of its own, and of the day of its document.
  fills: (row, header, line) => {
    const of = { ...header, ...line };
    const currency = currencyOf(row);
    const isOther = currency !== null && currency !== (of['currency_fk'] ?? of['system_currency_fk']);
    const side = typeof direction === 'string' ? direction : direction(header);
    return {
      [MONEY_IN]: currency,
      paid_currency_fk: null,
      money_amount: null,
      paid_rate: isOther ? rateOfMoney(of, side) : null,
    };
  },
});

/** What is known of the money of a document that is paid at once in the other currency; nothing for any other. */
export const moneyOfHeader = (header: Fields): Fields =>
  moneyCurrency(header) === undefined
    ? {}
    : {
        [MONEY_IN]: header[MONEY_IN] ?? header['paid_currency_fk'] ?? null,
        paid_rate: header['paid_rate'] ?? null,
      };

const paysOther = (_header: Fields, line: Fields): boolean => moneyCurrency(line) !== undefined;

const givenField: FieldDeclaration<'money_amount'> = {
  field: 'money_amount',
  kind: 'amount',
  currencyField: MONEY_IN,
  shown: paysOther,
};

/** The rate of the money and what was given, where that is not what the rate gives. */
export const moneyFields: readonly FieldDeclaration<'paid_rate' | 'money_amount'>[] = [
  { field: 'paid_rate', kind: 'rate', label: 'document:paid_rate', shown: paysOther },
  givenField,
];

/** The currency of the account of an immediate payment, on the screen only. */
const PAID_IN = 'paid_in';
function isPaidInOther(header: Fields): boolean {
  const paidIn = header[PAID_IN] ?? header['paid_currency_fk'];
  return typeof paidIn === 'number' && paidIn !== header['currency_fk'];
}

/** Whether it is a bank's, on the screen only. */
const PAID_THROUGH = 'paid_through';
const paysThroughBank = (header: Fields): boolean =>
  paysNow(header) && (header[PAID_THROUGH] === BANK || !isEmpty(header['paid_bank_fee']));

const paysNow = (header: Fields): boolean => !isCash(header) && !isEmpty(header['paid_now']);

/** The amount paid at once on a document on account; creates a payment. */
export function paidNowFields(
  direction: Direction,
): readonly FieldDeclaration<
  'paid_now' | 'paid_account_fk' | 'paid_rate' | 'money_amount' | 'paid_bank_fee' | 'paid_expense_type_fk'
>[] {
  return [
    { field: 'paid_now', kind: 'amount', shown: (header) => !isCash(header) },
    {
      ...accountField,
      field: 'paid_account_fk',
      label: `document:paid_account_${direction}`,
      shown: paysNow,
      // Dinar and dollar pay each other; the proposal, which knows no way of payment yet, is of the document's currency.
      filter: (header, line) => {
        const own = idOf(line, 'currency_fk');
        const inAny = 'payment_type' in line && own !== undefined ? payableIn(own).join(',') : undefined;
        const usual = accountField.filter?.(header, line) ?? NO_FILTER;
        return inAny === undefined ? usual : { ...usual, 'filter[currency_fk]': inAny };
      },
      fills: (row) => ({
        [PAID_IN]: currencyOf(row),
        [PAID_THROUGH]: membersOf(row)['cash_type'] === BANK ? BANK : null,
      }),
    },
    {
      field: 'paid_rate',
      kind: 'rate',
      label: 'document:paid_rate',
      shown: (header) => paysOther(header, header) || (paysNow(header) && (isForeign(header) || isPaidInOther(header))),
    },
    givenField,
    ...bankFeeFields('paid_', paysThroughBank),
  ];
}

/** What the bank takes beside money that goes through its account, and the expense that it is; `shown` where it is a bank's. */
export function bankFeeFields<Names extends '' | 'paid_'>(
  prefix: Names,
  shown: (header: Fields) => boolean,
): readonly FieldDeclaration<`${Names}bank_fee` | `${Names}expense_type_fk`>[] {
  return [
    { field: `${prefix}bank_fee`, kind: 'amount', shown },
    {
      field: `${prefix}expense_type_fk`,
      kind: 'lookup',
      resource: 'expense_types',
      required: true,
      shown: (header) => shown(header) && !isEmpty(header[`${prefix}bank_fee`]),
    },
  ];
}
