/** Customer and supplier transactions are one kind of document with two sides, both declared here. */

import { BANK } from '../../../domain/documents/bank-fee.ts';
import { membersOf } from '../../../domain/values/members.ts';
import { listThatFits } from '../api/wire.ts';
import { declareEditor } from '../document/declare-editor.ts';
import { listOf } from '../document/document-names.ts';
import { bankFeeFields } from '../document/fields/money-fields.ts';
import { accountField, CARRIED, currencyFields, newHeader } from '../document/fields/usual-fields.ts';
import type { FieldDeclaration, Wire } from '../document/model/declaration.ts';
import { type Fields, isEmpty } from '../document/model/draft.ts';
import { MONEY_TRANSITIONS } from '../document/model/usual-transitions.ts';
import type { ScreenDeclaration } from '../document/screen-declaration.ts';
import type { TableDeclaration } from '../table/declaration.ts';
import { tableScreen } from '../table/table-screen.tsx';
import { by, oneOf, usual } from '../table/usual-columns.ts';
import { isSettled, type Settled } from './allocation.ts';
import { AllocationsTab } from './allocations-tab.tsx';
import { CorrectTransaction } from './correct-transaction.tsx';
import { choosesAgain, settlesAsMuch } from './payment-draft.ts';
import { rateOfDebts } from './rate-of-debts.ts';
import { transactionScreen } from './transaction-screen.tsx';
import { transactionsOf } from './transactions-of.tsx';

interface Side {
  readonly resource: 'customer_transactions' | 'supplier_transactions';
  /** `customer_fk` */
  readonly party: 'customer_fk' | 'supplier_fk';
  /** Resource of the parties. */
  readonly parties: string;
  readonly types: readonly string[];
  /** The direction of the payment's rate. */
  readonly direction: 'in' | 'out';
}

/**
 * Allocations that a person chose are sent; otherwise the server allocates to the oldest, or not at all. The rate for
 * debts in the other currency is sent as it is shown.
 */
const wireOf = (direction: 'in' | 'out'): Wire => ({
  send: ({ allocations, allocate, settle_rate: typed, account_type: _type, ...body }) => {
    const settle_rate = allocate === 'none' ? undefined : rateOfDebts({ ...body, settle_rate: typed }, direction);
    const own = settle_rate === undefined ? body : { ...body, settle_rate };
    if (allocate !== 'chosen') return { ...own, allocate };
    return {
      ...own,
      allocations: listThatFits<Settled>(allocations, { document: 'string', amount: 'string' }).filter(isSettled),
    };
  },
  // Stored allocations are shown in a separate tab.
  read: ({ allocations: _made, ...data }) => data,
  place: (path) => (path.startsWith('allocations') || path === 'settle_rate' ? 'allocations' : path),
});

/** A discount has no cash account. */
const account: FieldDeclaration<'account_fk'> = {
  ...accountField,
  shown: (_header, line) => line['transaction_type'] !== 'discount',
  fills: (row) => ({ account_type: Number(membersOf(row)['cash_type']) }),
};

const throughBank = (header: Fields): boolean =>
  header['transaction_type'] !== 'discount' && !isEmpty(header['account_fk']) && header['account_type'] === BANK;

const choosingAgain = <Name extends string>(field: FieldDeclaration<Name>): FieldDeclaration<Name> =>
  field.resource === 'currencies'
    ? {
        ...field,
        fills: (row, header, line) => ({ ...field.fills?.(row, header, line), ...choosesAgain(row, header) }),
      }
    : field;

function transactionEditor(side: Side): ScreenDeclaration {
  return declareEditor(side.resource, {
    header: [
      { field: side.party, kind: 'lookup', resource: side.parties, required: true, fills: choosesAgain },
      {
        field: 'transaction_type',
        kind: 'choice',
        options: side.types,
        required: true,
        permissions: { discount: `${side.resource}/discount` },
      },
      'date',
      { field: 'amount', kind: 'amount', required: true, fills: settlesAsMuch },
      account,
      { field: 'reason', kind: 'text', required: true, shown: (header) => header['replaces_standing'] === true },
    ],
    details: [
      { field: 'allocate', kind: 'choice', options: ['oldest', 'chosen', 'none'], required: true },
      'outlet_fk',
      ...currencyFields(side.direction).map(choosingAgain),
      ...bankFeeFields('', throughBank),
      'reference_number',
      'note',
    ],
    origin: ['replaces_fk', 'settles', 'begun_for'],
    carried: { header: [...CARRIED, 'replaces_fk', 'allocations', 'settle_rate', 'account_type'] },
    wire: wireOf(side.direction),
    tab: { name: 'allocations', content: AllocationsTab },
    actions: CorrectTransaction,
    noDraft: true,
    newHeader: (context) => {
      const { payment_type: _paymentType, inventory_fk: _inventory, ...header } = newHeader(context);
      const account_type = header['account_fk'] === null ? null : (context.me.default_account?.cash_type ?? null);
      return {
        ...header,
        account_type,
        transaction_type: side.types[0] ?? null,
        allocate: 'oldest',
        replaces_fk: null,
      };
    },
    // A receipt that bounces is taken back on the day on which it did.
    transitions: MONEY_TRANSITIONS,
  });
}

function transactionsList({ resource, party, parties }: Side): TableDeclaration {
  return {
    ...listOf(resource),
    columns: [
      ...usual('number', 'date'),
      { field: party, kind: 'reference', resource: parties },
      ...usual('transaction_type', 'status', 'currency_fk', 'total', 'total_base'),
      { field: 'bank_fee', kind: 'amount', blankZero: true },
      ...usual('reference_number'),
    ],
    filters: [
      ...by('date'),
      { field: party, kind: 'lookup', resource: parties },
      oneOf('status', ['complete', 'reversed']),
    ],
    footer: ['total_base'],
    inactive: { field: 'status', value: 'reversed' },
  };
}

/** The list, a payment, and the payments of one party. */
export const transactionScreens = (side: Side) => ({
  declaration: transactionEditor(side),
  Table: tableScreen(transactionsList(side)),
  Editor: transactionScreen(transactionEditor(side)),
  OfParty: transactionsOf(listOf(side.resource).path, side.party),
});
