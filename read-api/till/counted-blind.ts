/**
 * Before its drawer is closed, a person who may not approve it sees nothing from which the cash can be told
 * (docs/decisions/0114): others count it blind.
 */
import { isObject, listOf, type Members, membersOf } from '../../domain/kernel/members.ts';
import { DRAWER } from '../../domain/till/drawer.ts';
import type { Person } from '../../identity/person.ts';

export const isClosing = (value: unknown): boolean => Array.isArray(membersOf(value)['accounts']);

export const countsBlind = (person: Person, closing: unknown): boolean =>
  !isClosing(closing) && !person.can('closing_drawers/approve');

const CASH: ReadonlySet<string> = new Set(['float_amount', 'carried_amount', 'moved_amount']);
const MOVED: ReadonlySet<string> = new Set([...CASH, 'amount']);

/** The state of a drawer without its float and what was paid in and out; other documents remain unchanged. */
export function withoutCash(kind: string, data: Members, person: Person): Members {
  if (kind !== DRAWER || !countsBlind(person, data['closing'])) return data;
  const hidden = ({ accounts, payins, payouts }: Members) => ({
    ...{ accounts: listOf(accounts).map((account) => without(account, CASH)) },
    ...{ payins: without(payins, MOVED), payouts: without(payouts, MOVED) },
  });
  return Array.isArray(data['accounts']) ? { ...data, ...hidden(data) } : data;
}

/** With null in place of the fields, at any depth. */
function without(value: unknown, fields: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((inner) => without(inner, fields));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, fields.has(name) ? null : without(inner, fields)]),
  );
}
