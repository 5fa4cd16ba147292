/** Customer and supplier transactions as documents: their transitions, numbers and postings. */
import type { TSchema } from 'typebox';
import { CUSTOMER_SIDE, SUPPLIER_SIDE, type TransactionSide } from '../debts/transaction-side.ts';
import type { Facts } from '../deciding/facts.ts';
import { type Declared, declareDocument, seriesOf, type Transition } from '../documents/document.ts';
import type { Posting } from '../entries/entry.ts';
import { type PostingTable, REVERSE } from '../entries/posting-rule.ts';
import type { Rule } from '../entries/rule-lines.ts';
import { RULES } from '../entries/rules.ts';
import type { Paper } from '../paper/paper.ts';
import { amounts, options, texts } from '../paper/paper.ts';
import { ALLOCATIONS, voucher } from '../paper/voucher.ts';
import { postAllocated, postMoney, postReversedOn, postTransaction, postUnallocated } from '../posting/transaction.ts';
import { HELD_ALLOCATIONS } from '../schemas/held.schema.ts';
import { fields } from '../schemas/held-fields.schema.ts';
import { REVERSED_ON_A_DAY } from '../schemas/transitions.ts';
import {
  AllocateBody,
  type AllocateInput,
  CustomerTransactionBody,
  SupplierTransactionBody,
  type TransactionInput,
  UnallocateBody,
  type UnallocateInput,
} from './transaction.schema.ts';
import { possible, type TransactionCommand, type TransactionState, transactionDecider } from './transaction.ts';
import type {
  Allocated,
  CompletedTransaction,
  ReversedOn,
  StoredTransaction,
  TransactionEvent,
} from './transaction-events.ts';
import { standingAllocations } from './transaction-rules.ts';

interface OfSide<Resource, Body> {
  readonly papers: readonly Paper[];
  readonly resource: Resource;
  readonly body: Body;
  readonly prefix: string;
  readonly rule: Rule;
  readonly carriedAt: 'in' | 'out';
}

const TRANSITIONS: Readonly<Record<string, Transition<TransactionCommand>>> = {
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
  reverse: REVERSED_ON_A_DAY,
};

function postingsOfSide<Kind extends string>(
  side: TransactionSide<Kind>,
  rule: Rule,
): PostingTable<TransactionEvent<Kind>> {
  const { kind } = side;
  return {
    [`${kind}.completed`]: {
      does: 'post',
      post: (data: CompletedTransaction, of: string) => postTransaction(side, data, of),
      rule,
    },
    [`${kind}.allocated`]: { does: 'post', post: (data: Allocated, of: string) => postAllocated(side, data, of), rule },
    [`${kind}.unallocated`]: {
      does: 'post',
      post: (data: Allocated, of: string) => postUnallocated(side, data, of),
      rule,
    },
    [`${kind}.reversed`]: REVERSE,
    [`${kind}.reversed_on`]: {
      does: 'post',
      post: (data: ReversedOn, of: string) => postReversedOn(side, data, of),
      rule,
    },
  } as PostingTable<TransactionEvent<Kind>>;
}

function transactionDocument<Kind extends string, Resource extends string, Body extends TSchema>(
  side: TransactionSide<Kind>,
  { resource, papers, body, prefix, rule, carriedAt }: OfSide<Resource, Body>,
): Declared<Resource, Body> {
  const other = side.party === 'customer' ? 'supplier_fk' : 'customer_fk';
  return declareDocument<TransactionState, TransactionCommand, TransactionEvent<Kind>>()({
    kind: side.kind,
    holds: 'transaction',
    resource,
    papers,
    folder: 'parties',
    isBookkeeping: true,
    decider: transactionDecider(side),
    body,
    held: {
      data: fields(`${other} account_type`),
      since: () => ({ allocations: HELD_ALLOCATIONS, ...fields('replaced_by_fk reversed_date') }),
    },
    carriedAt,
    create: (input: TransactionInput) => [{ type: 'complete', input }],
    transitions: TRANSITIONS,
    possible,
    postings: postingsOfSide(side, rule),
    postingsOf: (state, stream) => standingPostings(side, state, stream),
    replaces: 'replaces_fk',
    sideEffects: (_events, after, stream, { before, facts }) =>
      before.status === 'none' && after.status === 'complete' ? replacedWith(side, after, stream, facts) : [],
    numbered: {
      event: `${side.kind}.completed`,
      prefix,
      of: (state) => seriesOf(state.status === 'none' ? undefined : state.transaction),
    },
    place: (state) => (state.status === 'none' ? undefined : { outlet: state.transaction.outlet_fk }),
    openItems: (input) => {
      const party = input[`${side.party}_fk`];
      // Of all currencies: a debt is paid with any money (decisions/0128).
      return party && input['currency_fk'] ? { party: `${side.party}-${party}`, withOutlets: true } : undefined;
    },
    readsRates: true,
    reversalRefusals: { stock: 'protected', cash: 'no_enough_balance' },
  });
}

/** A reversal on a day of its own leaves what was posted before in the books, and adds its mirror image. */
function standingPostings(side: TransactionSide, state: TransactionState, stream: string): Posting[] {
  if (state.status === 'none') return [];
  const { status, transaction, reversed_date: date } = state;
  if (status === 'reversed' && date === undefined) return [];
  const allocations = standingAllocations(state);
  return [
    postMoney(side, transaction, stream),
    ...allocations.map((allocation) => postAllocated(side, allocation, stream)),
    ...(date === undefined ? [] : [postReversedOn(side, { reason: null, date, transaction, allocations }, stream)]),
  ];
}

/** Reverses the transaction that the new one replaces, unless it was reversed before. */
function replacedWith(side: TransactionSide, { transaction }: StoredTransaction, stream: string, facts: Facts) {
  const id = transaction.replaces_fk;
  const replaced = id === null ? undefined : facts.document<TransactionState>(side.kind, id);
  if (id === null || replaced?.status !== 'complete') return [];
  const replaced_by_fk = Number(stream.slice(side.kind.length + 1));
  const reverse: TransactionCommand = { type: 'reverse', reason: transaction.reason ?? null, replaced_by_fk };
  return [{ kind: side.kind, id, existing: true, commands: [reverse] } as const];
}

const paymentVoucher = (name: string, party: string) =>
  voucher(name, [...options('transaction_type'), ...texts('account_fk'), ...amounts('bank_fee')], {
    party,
    table: ALLOCATIONS,
  });

export const customerTransactionDocument = transactionDocument(CUSTOMER_SIDE, {
  resource: 'customer_transactions',
  papers: paymentVoucher('customer_transaction', 'customer_fk'),
  body: CustomerTransactionBody,
  prefix: 'CT-',
  rule: RULES.customerTransaction,
  carriedAt: 'in',
});

export const supplierTransactionDocument = transactionDocument(SUPPLIER_SIDE, {
  resource: 'supplier_transactions',
  papers: paymentVoucher('supplier_transaction', 'supplier_fk'),
  body: SupplierTransactionBody,
  prefix: 'ST-',
  rule: RULES.supplierTransaction,
  carriedAt: 'out',
});
