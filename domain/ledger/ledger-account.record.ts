/** A custom account for the general journal, below a heading of the chart. */

import { HEADING_KEYS } from '../chart/chart.ts';
import { declareRecord, fixed } from '../records/record.ts';
import { Body, Maybe, Name, Note, OneOf } from '../schemas/fields.schema.ts';

export const LedgerAccountBody = Body({
  account_name: Name(),
  heading: OneOf([...HEADING_KEYS]),
  note: Maybe(Note()),
});

export const ledgerAccount = declareRecord({
  names: { kind: 'ledger_account', folder: 'ledger', id: 'account_id', name: 'account_name' },
  schema: LedgerAccountBody,
  list: { columns: ['account_name', 'heading', 'note'], search: ['account_name', 'note'] },
  // The number and the statement of the account depend on the heading.
  check: fixed('heading'),
});
