/** Lists that further permissions open for documents in some statuses, such as the orders that drivers deliver. */
import { sql } from 'kysely';
import type { DocumentDeclaration } from '../../domain/documents/document.ts';
import { onlineOrderDocument } from '../../domain/sales/orders/online-order.document.ts';
import type { Person } from '../../identity/person.ts';
import type { Condition, ListSource } from './list-source.ts';

/** Statuses by action; the screens of orders in delivery, and of former orders, are lists of orders. */
const PARTS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  [onlineOrderDocument.kind]: { home_delivery: ['confirmed'], history: ['delivered', 'cancelled'] },
};

export const listPermission = ({ kind, resource, listedWith = 'index' }: DocumentDeclaration): string =>
  [listedWith, ...Object.keys(PARTS[kind] ?? {})].map((action) => `${resource}/${action}`).join('##');

/** The list with the documents that the person may list. */
export function inPart(list: ListSource, { kind, resource, listedWith = 'index' }: DocumentDeclaration): ListSource {
  const parts = PARTS[kind];
  if (!parts) return list;
  const statusesOf = ({ can }: Person) =>
    Object.entries(parts).flatMap(([action, statuses]) => (can(`${resource}/${action}`) ? statuses : []));
  const isListed = (person: Person): Condition =>
    person.can(`${resource}/${listedWith}`) ? sql`true` : sql`d.status = any(${statusesOf(person)}::text[])`;
  return { ...list, conditions: (person, request) => [...list.conditions(person, request), isListed(person)] };
}
