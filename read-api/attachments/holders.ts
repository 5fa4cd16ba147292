/** The records and documents that hold a picture or paper, and whether a person may see one of them. */
import { sql } from 'kysely';
import { documentResources } from '../../domain/registry/documents.ts';
import { lookedUpFields, lookupPermission, seenData } from '../../domain/registry/lookup-permission.ts';
import { records } from '../../domain/registry/records.ts';
import { membersOf } from '../../domain/values/members.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import type { Person } from '../../identity/person.ts';
import type { Reader } from '../database/reader-type.ts';
import { findDocument, findRecord } from '../details/find.ts';
import type { Row } from '../lists/names.ts';

interface Holder {
  readonly kind: string;
  readonly id: number;
}

/** A picture that nothing holds may be seen by the person who uploaded it. */
export async function mayBeSeen(
  reader: Reader,
  attachment: string,
  uploadedBy: number,
  person: Person,
): Promise<boolean> {
  const holders = await holdersOf(reader, attachment);
  if (holders.length === 0) return uploadedBy === person.user_id;
  for (const holder of holders) if (await isThere(reader, holder, attachment, person)) return true;
  return false;
}

/** A stream holds a picture only if its events name it: a refused command leaves no event. */
async function holdersOf(reader: Reader, attachment: string): Promise<readonly Holder[]> {
  const { rows } = await sql<Holder>`
    select e.kind, e.entity_id as id
    from attachment.holder h
    join read.event e on e.kind = split_part(h.stream, '-', 1) and e.entity_id = split_part(h.stream, '-', 2)::int
    where h.attachment = ${attachment} and strpos(e.data::text, ${attachment}) > 0
    group by e.kind, e.entity_id`.execute(reader);
  return rows;
}

async function isThere(reader: Reader, { kind, id }: Holder, attachment: string, person: Person): Promise<boolean> {
  const record = records.find((record) => record.kind === kind);
  // Users may see their own photograph without a permission on users.
  if (kind === 'user' && id === person.user_id) return true;
  if (record) {
    if (!person.can(isPaper(attachment) ? wholePermission(record.resource) : lookupPermission(record.resource)))
      return false;
    // Of a record that is only looked up, a picture in a field that is shown.
    const hides = lookedUpFields(record, person) !== undefined;
    return found(
      findRecord(reader, record, id, person),
      ({ data }) => !hides || JSON.stringify(seenData(record, membersOf(data), person)).includes(attachment),
    );
  }
  for (const document of documentResources) {
    if (document.kind !== kind || !person.can(`${document.resource}/show`)) continue;
    if (await found(findDocument(reader, document, id, person))) return true;
  }
  return false;
}

/** The name of a paper ends with the digest of its file. */
const isPaper = (attachment: string): boolean => attachment.length > PICTURE_NAME_LENGTH;
const PICTURE_NAME_LENGTH = 32;
/** Papers of a record are for those who may see the whole record, not for those who look it up. */
const wholePermission = (resource: string): string =>
  ['index', 'show', 'update'].map((action) => `${resource}/${action}`).join('##');

async function found(requested: Promise<Row>, isSeen: (row: Row) => boolean = () => true): Promise<boolean> {
  try {
    return isSeen(await requested);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return false;
    throw error;
  }
}
