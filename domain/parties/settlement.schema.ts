/** Body of a settlement, as the API accepts it. */
import { type Static, Type } from 'typebox';
import { Amount, Body, Id, Maybe, OneOf, Reference, RequiredNote } from '../schemas/fields.schema.ts';
import { CARRIED_AMOUNT, NOTED, PLACED } from '../schemas/paid-fields.schema.ts';

/** Amounts of open documents, always positive; the oldest documents when absent. */
const Settled = () =>
  Type.Optional(
    Type.Array(Body({ document: Type.String({ pattern: '^[a-z_]+-\\d{1,10}$' }), amount: Amount() }), {
      maxItems: 1000,
    }),
  );

export const SettlementBody = Body({
  ...PLACED,
  /** The party whose documents are settled: exactly one of both. */
  customer_fk: Maybe(Reference('customers')),
  supplier_fk: Maybe(Reference('suppliers')),
  /** What is settled of theirs: what is owed on documents, or credits (advances, returns). */
  settled_as: OneOf(['debt', 'credit']),
  /** The rate is that of the foreign currency of both sides. */
  ...CARRIED_AMOUNT,
  allocations: Settled(),
  /** With what it is settled, exactly one: an account of the chart, a customer, or a supplier. */
  account: Maybe(Id({ 'x-account': true })),
  to_customer_fk: Maybe(Reference('customers')),
  to_supplier_fk: Maybe(Reference('suppliers')),
  /** Of the other party; default to the currency and the amount above, the amount at the rate. */
  to_currency_fk: Maybe(Reference('currencies')),
  to_amount: Maybe(Amount()),
  to_allocations: Settled(),
  reason: RequiredNote(),
  ...NOTED,
});
export type SettlementInput = Static<typeof SettlementBody>;
