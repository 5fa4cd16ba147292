/** Customer and supplier transactions as documents: what they may do, their numbers, what they have in the books. */
import type { TSchema } from 'typebox';
import { type DocumentDeclaration, declareDocument } from '../kernel/document.ts';
import { ReasonBody } from '../kernel/fields.schema.ts';
import { postAllocated, postMoney } from '../posting/transaction.ts';
import {
  AllocateBody,
  type AllocateInput,
  CustomerTransactionBody,
  SupplierTransactionBody,
  type TransactionInput,
  UnallocateBody,
  type UnallocateInput,
} from './transaction.schema.ts';
import {
  possible,
  type TransactionCommand,
  type TransactionEvent,
  type TransactionState,
  transactionDecider,
} from './transaction.ts';
import { CUSTOMER_SIDE, SUPPLIER_SIDE, type TransactionSide } from './transaction-side.ts';

function transactionDocument<Kind extends string>(
  side: TransactionSide<Kind>,
  { resource, body, prefix }: { readonly resource: string; readonly body: TSchema; readonly prefix: string },
): DocumentDeclaration {
  return declareDocument<TransactionState, TransactionCommand, TransactionEvent<Kind>>({
    kind: side.kind,
    holds: 'transaction',
    resource,
    decider: transactionDecider(side),
    body,
    create: (input: TransactionInput) => [{ type: 'complete', input }],
    transitions: {
      allocate: {
        permission: 'update',
        body: AllocateBody,
        command: (input: AllocateInput) => ({ type: 'allocate', input }),
      },
      unallocate: {
        permission: 'update',
        body: UnallocateBody,
        command: ({ allocation_id }: UnallocateInput) => ({ type: 'unallocate', allocation_id }),
      },
      reverse: {
        permission: 'destroy',
        body: ReasonBody,
        reasoned: true,
        command: ({ reason }: { reason: string | null }) => ({ type: 'reverse', reason }),
      },
    },
    possible,
    postingsOf: (state, stream) =>
      state.status === 'complete'
        ? [
            postMoney(side, state.transaction, stream),
            ...state.allocations
              .filter((allocation) => allocation.standing)
              .map((allocation) => postAllocated(side, allocation, stream)),
          ]
        : [],
    numbered: {
      event: `${side.kind}.completed`,
      prefix,
      of: (state) => ({
        outlet: state.status === 'none' ? 0 : state.transaction.outlet_fk,
        date: state.status === 'none' ? '' : state.transaction.date,
      }),
    },
    place: (state) => (state.status === 'none' ? undefined : { outlet: state.transaction.outlet_fk }),
    openItems: (input) => {
      const party = input[`${side.party}_fk`];
      return party && input['currency_fk']
        ? { party: `${side.party}-${party}`, currency: Number(input['currency_fk']) }
        : undefined;
    },
    reversalRefusals: { stock: 'protected', cash: 'no_enough_balance' },
  });
}

export const customerTransactionDocument = transactionDocument(CUSTOMER_SIDE, {
  resource: 'customer_transactions',
  body: CustomerTransactionBody,
  prefix: 'CT-',
});

export const supplierTransactionDocument = transactionDocument(SUPPLIER_SIDE, {
  resource: 'supplier_transactions',
  body: SupplierTransactionBody,
  prefix: 'ST-',
});
