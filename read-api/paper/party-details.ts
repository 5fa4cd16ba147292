/** The data of the receiving customer or supplier that a paper shows beside the name. */

import type { PaperParty } from '../../domain/paper/paper.schema.ts';
import { isObject, membersOf, objectsOf, textsOf } from '../../domain/values/members.ts';
import type { Snapshot } from '../database/reader.ts';
import type { Row } from '../lists/names.ts';
import { addressOf } from './business.ts';

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

export async function partyDetails(
  snapshot: Snapshot,
  data: unknown,
): Promise<Pick<PaperParty, 'code' | 'address' | 'phones'>> {
  const said = membersOf(data);
  const phones = [...textsOf([said['mobile'], said['office_phone']])];
  return { code: text(said['code']), address: await partyAddress(snapshot, said), phones };
}

/** The party's own address, or the default one of its delivery addresses. */
async function partyAddress(snapshot: Snapshot, said: Row): Promise<string | null> {
  const own = await addressOf(snapshot, said);
  if (text(said['address']) !== null) return own;
  const usual = objectsOf(said['addresses']).find((address) => isObject(address) && address['is_default'] === true);
  return usual ? addressOf(snapshot, usual) : own;
}
