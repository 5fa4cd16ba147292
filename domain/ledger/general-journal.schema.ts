/** Body of a general journal, as the API accepts it. */
import { type Static, Type } from 'typebox';
import { Body, ExactAmount, Id, Maybe, Note, OneOf, Reference } from '../schemas/fields.schema.ts';
import { LineId } from '../schemas/line-fields.schema.ts';
import { DUE, IN_CURRENCY, NOTED, PLACED } from '../schemas/paid-fields.schema.ts';

export const GeneralJournalBody = Body({
  ...PLACED,
  ...NOTED,
  lines: Type.Array(
    Body({
      line_id: Type.Optional(LineId()),
      /** Number of the account in the chart: 6200, or 111000003 of cash box 3. */
      account: Id({ 'x-account': true }),
      /** Above zero; exactly one of `debit` and `credit`. */
      debit: Maybe(ExactAmount()),
      credit: Maybe(ExactAmount()),
      ...IN_CURRENCY,
      /** Defaults to the outlet of the journal. */
      outlet_fk: Maybe(Reference('outlets')),
      /** Only on party accounts. */
      customer_fk: Maybe(Reference('customers')),
      supplier_fk: Maybe(Reference('suppliers')),
      user_fk: Maybe(Reference('users')),
      /** Only of what the line opens with a customer or a supplier; defaults to the terms of the party. */
      ...DUE,
      note: Maybe(Note()),
    }),
    { maxItems: 2000 },
  ),
  /** `posted` enters and posts in one command. */
  status: Type.Optional(OneOf(['draft', 'posted'])),
});
export type GeneralJournalInput = Static<typeof GeneralJournalBody>;
