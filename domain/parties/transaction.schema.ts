/** Bodies of the customer's and the supplier's transactions, as the API accepts them. */
import { type Static, Type } from 'typebox';
import {
  Amount,
  Body,
  DateField,
  Id,
  Maybe,
  Note,
  OneOf,
  RateField,
  Reference,
  TimeField,
} from '../schemas/fields.schema.ts';
import { IN_CURRENCY, NOTED, PLACED } from '../schemas/paid-fields.schema.ts';

/**
 * The settled amount of each open document, in the document's currency; always positive, whatever the document is.
 * `currency_fk` where it is open in several currencies. `used` is the money of the transaction for it, when it is open
 * in the other currency; defaults to the amount at `settle_rate`.
 */
export const Allocations = () =>
  Type.Optional(
    Type.Array(
      Body({
        document: Type.String({ pattern: '^[a-z_]+-\\d{1,10}$' }),
        amount: Amount(),
        currency_fk: Maybe(Reference('currencies')),
        used: Maybe(Amount()),
      }),
      { maxItems: 1000 },
    ),
  );

/**
 * The rate at which debts in the other currency are settled, IQD for 1 USD; defaults to the transaction's own, or to
 * that of the day. With it, an allocation to the oldest goes on with the other currency.
 */
export const settle_rate = Maybe(RateField());

const shared = {
  ...PLACED,
  ...IN_CURRENCY,
  amount: Amount(),
  /** Absent for a discount. */
  account_fk: Maybe(Reference('cashes')),
  /** What the bank takes beside the payment: it receives less, or pays more, and the party's debt does not change. */
  bank_fee: Maybe(Amount()),
  expense_type_fk: Maybe(Reference('expense_types')),
  /** The named documents, or the oldest first when absent; the unallocated rest is an advance. */
  allocations: Allocations(),
  settle_rate,
  allocate: Type.Optional(OneOf(['oldest', 'none'])),
  /** The reason for replacing another transaction, which is reversed with it. */
  reason: Maybe(Note()),
  ...NOTED,
};

export const CustomerTransactionBody = Body({
  customer_fk: Reference('customers'),
  transaction_type: OneOf(['receive', 'pay_back', 'discount']),
  ...shared,
  /** The transaction that this one corrects: reversed already, or reversed by this command. */
  replaces_fk: Maybe(Reference('customer_transactions')),
});

export const SupplierTransactionBody = Body({
  supplier_fk: Reference('suppliers'),
  transaction_type: OneOf(['pay', 'get_back', 'discount']),
  ...shared,
  replaces_fk: Maybe(Reference('supplier_transactions')),
});

type CustomerInput = Static<typeof CustomerTransactionBody>;
type SupplierInput = Static<typeof SupplierTransactionBody>;
export type TransactionType = CustomerInput['transaction_type'] | SupplierInput['transaction_type'];
/** The body of either side: one has a customer, the other a supplier. */
export type TransactionInput = Omit<CustomerInput, 'customer_fk' | 'transaction_type'> & {
  readonly customer_fk?: number;
  readonly supplier_fk?: number;
  readonly transaction_type: TransactionType;
};

/** Allocates the rest of a transaction. Its number within the transaction makes the command idempotent. */
export const AllocateBody = Body({
  allocation_id: Id({ maximum: 1000 }),
  date: Type.Optional(DateField()),
  time: Maybe(TimeField()),
  allocations: Allocations(),
  settle_rate,
});
export type AllocateInput = Static<typeof AllocateBody>;

/** 0 is the allocation that was stored with the transaction. */
export const UnallocateBody = Body({ allocation_id: Type.Integer({ minimum: 0, maximum: 1000 }) });
export type UnallocateInput = Static<typeof UnallocateBody>;
