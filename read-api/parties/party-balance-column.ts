/** Customers and suppliers by what is owed, in the outlets of the person: sorted, filtered and summed. */
import { sql } from 'kysely';
import type { Person } from '../../identity/person.ts';
import { allOf, rowScope } from '../http/scope.ts';
import type { Column, Condition, ListSource } from '../lists/list-source.ts';

type PartyKind = 'customer' | 'supplier';

export const isParty = (kind: string): kind is PartyKind => kind === 'customer' || kind === 'supplier';

/** Owed by a customer to us, by us to a supplier; in the system currency (record-figures.ts). */
function pendingAmount(kind: PartyKind, scope: Condition): Column {
  const owed = kind === 'customer' ? sql`p.debit - p.credit` : sql`p.credit - p.debit`;
  const value = sql`coalesce((select sum(${owed}) from read.party_day p
    where p.party = ${sql.lit(`${kind}-`)} || r.id and ${scope}), 0)`;
  return { kind: 'amount', value, isThere: true };
}

/** The columns of the list, whoever asks for it. */
export const balanceColumns = (columns: ListSource['columns'], kind: PartyKind): ListSource['columns'] => ({
  ...columns,
  pending_amount: pendingAmount(kind, sql`true`),
});

export function withBalance(list: ListSource, kind: PartyKind, person: Person): ListSource {
  const pending_amount = pendingAmount(kind, allOf(rowScope(person, { outlet: sql`p.outlet_fk` })));
  return {
    ...list,
    columns: { ...list.columns, pending_amount },
    footer: { ...list.footer, pending_amount: sql`sum(${pending_amount.value})` },
  };
}
