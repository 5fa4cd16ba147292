/**
 * The events of the log that a person may see: those of records and documents that they may show, in their outlets and
 * inventories. The log shows no more than the pages of these records and documents.
 */
import { type RawBuilder, sql } from 'kysely';
import { documentResources } from '../../domain/registry/documents.ts';
import { EVENT_TYPES } from '../../domain/registry/event-types.ts';
import { records } from '../../domain/registry/records.ts';
import { type Person, SUPER_USER_ID } from '../../identity/person.ts';
import { inventoriesOf, outletsOf } from '../http/scope.ts';
import { narrowed } from '../lists/document-list.ts';
import { anyOf } from '../lists/list.ts';
import type { Condition } from '../lists/list-source.ts';

/** Events without a record or document: decisions about the read models. */
const OF_THE_SYSTEM = 'system_settings/show';
const resources = [...records, ...documentResources];
const known = [...new Set(resources.map(({ kind }) => kind))];

/** On columns with the kind and number of a record or document: kinds that the person may show, in any outlet. */
export function ofShownKinds(person: Person, kind: RawBuilder<unknown>, id: RawBuilder<unknown>): Condition[] {
  if (person.user_id === SUPER_USER_ID) return [];
  const shown = resources.filter(({ resource }) => person.can(`${resource}/show`));
  const parts = shown.filter((value) => 'discriminator' in value && value.discriminator !== undefined);
  const whole = shown.filter((value) => !parts.includes(value)).map((value) => value.kind);
  const ofPart = documentResources
    .filter((documentResource) => parts.includes(documentResource) && !whole.includes(documentResource.kind))
    .map(
      (documentResource): Condition => sql`(${kind} = ${documentResource.kind} and exists (
        select from read.document d where d.kind = ${documentResource.kind} and d.id = ${id} and ${narrowed(documentResource)}))`,
    );
  const ofSystem: Condition[] = person.can(OF_THE_SYSTEM) ? [sql`${kind} <> all(${known}::text[])`] : [];
  return [anyOf([sql`${kind} = any(${whole}::text[])`, ...ofPart, ...ofSystem])];
}

/** Kinds whose events the person may see; for a kind with several resources, one is enough. */
export const shownKinds = (person: Person): readonly string[] =>
  [...EVENT_TYPES.keys()].filter((kind) =>
    known.includes(kind)
      ? resources.some((value) => value.kind === kind && person.can(`${value.resource}/show`))
      : person.can(OF_THE_SYSTEM),
  );

/** Conditions on `e`, an event of `read.event`. */
export const seenEvents = (person: Person): Condition[] => [
  ...ofShownKinds(person, sql`e.kind`, sql`e.entity_id`),
  ...inPlaces(person),
];

/** A document or record that is in no list yet belongs to the outlet in which it was entered. */
function inPlaces(person: Person): Condition[] {
  const [outlets, inventories] = [outletsOf(person), inventoriesOf(person)];
  if (!outlets || !inventories) return [];
  const of = (alias: string): Condition =>
    sql`${sql.ref(`${alias}.kind`)} = e.kind and ${sql.ref(`${alias}.id`)} = e.entity_id`;
  const outside = (alias: string): Condition => sql`(${sql.ref(`${alias}.outlet_fk`)} <> all(${[...outlets]}::int[])
    or ${sql.ref(`${alias}.inventory_fk`)} <> all(${[...inventories]}::int[]))`;
  return [
    sql`not exists (select from read.document d where ${of('d')} and ${outside('d')})`,
    sql`not exists (select from read.record r where ${of('r')} and ${outside('r')})`,
    sql`(e.outlet_fk is null or e.outlet_fk = any(${[...outlets]}::int[])
      or exists (select from read.document d where ${of('d')}) or exists (select from read.record r where ${of('r')}))`,
  ];
}
