/** The customer of a sale: contact and delivery address are proposed from the record and may be changed. */
import { addressOf } from '../../domain/parties/party-address.ts';
import { fits } from '../shared/api/wire.ts';
import type { FieldDeclaration } from '../shared/document/model/declaration.ts';
import type { Fields } from '../shared/document/model/draft.ts';

export const customerField: FieldDeclaration<'customer_fk'> = {
  field: 'customer_fk',
  kind: 'lookup',
  resource: 'customers',
  fills: reachedAt,
  empties: { customer_mobile: null, customer_address: null },
};

interface Reached {
  readonly mobile?: string | null;
  readonly address?: string | null;
  readonly addresses?: readonly { readonly address: string; readonly is_default?: boolean }[];
}

/** `row` is that of the look-up. */
function reachedAt(row: unknown): Fields {
  if (!fits<Reached>(row, { mobile: 'string?', address: 'string?' })) return {};
  return { customer_mobile: row.mobile ?? null, customer_address: addressOf(row) };
}
