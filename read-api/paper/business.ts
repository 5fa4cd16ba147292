/** The head of every paper: the shop's profile with its logo embedded, and the outlet of the document. */
import { readFile } from 'node:fs/promises';
import type { PaperBusiness } from '../../domain/paper/paper.schema.ts';
import { membersOf, textsOf } from '../../domain/values/members.ts';
import { errorCode } from '../../domain/values/thrown.ts';
import { attachmentFile, smallFile } from '../../identity/machine/attachment-file.ts';
import type { Snapshot } from '../database/reader.ts';
import type { Fields } from '../database/tables.ts';
import { fetchNames } from '../lists/names.ts';

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

export async function businessOf(snapshot: Snapshot, outlet: unknown, dataDir: string): Promise<PaperBusiness> {
  const profile = await recordData(snapshot, 'system_profile', 1);
  const placed = typeof outlet === 'number' ? await recordData(snapshot, 'outlet', outlet) : undefined;
  const nameOf = await fetchNames(snapshot, placed ? [`outlet-${Number(outlet)}`] : []);
  const fields = profile ?? {};
  return {
    shop_name: text(fields['shop_name']) ?? '',
    shop_name_ar: text(fields['shop_name_ar']),
    shop_name_ckb: text(fields['shop_name_ckb']),
    phones: [...textsOf(fields['phones'])],
    email: text(fields['email']),
    address: await addressOf(snapshot, fields),
    tax_number: text(fields['tax_number']),
    receipt_header: text(fields['receipt_header']),
    receipt_footer: text(fields['receipt_footer']),
    logo: await logoOf(snapshot, textsOf(fields['logo'])[0], dataDir),
    ...(placed
      ? {
          outlet: {
            name: nameOf('outlet', outlet) ?? '',
            address: await addressOf(snapshot, placed),
            mobile: text(placed['mobile']),
          },
        }
      : {}),
  };
}

export async function recordData(snapshot: Snapshot, kind: string, id: number): Promise<Fields | undefined> {
  const [row] = await snapshot
    .selectFrom('read.record')
    .select('data')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .execute();
  return row?.data;
}

/** Address and city, if entered; the city once, where the address names it too. */
export async function addressOf(snapshot: Snapshot, fields: unknown): Promise<string | null> {
  const { address, city_fk } = membersOf(fields);
  const nameOf = await fetchNames(snapshot, typeof city_fk === 'number' ? [`city-${city_fk}`] : []);
  const [street, city] = [text(address), nameOf('city', city_fk)];
  const parts = [street, city !== null && street?.includes(city) ? null : city].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(', ');
}

/** The logo itself, small: printing an invoice does not require the permission to see the profile. */
async function logoOf(snapshot: Snapshot, attachment: string | undefined, dataDir: string): Promise<string | null> {
  if (attachment === undefined) return null;
  const [found] = await snapshot
    .selectFrom('attachment.upload')
    .select(['digest', 'media_type'])
    .where('id', '=', attachment)
    .execute();
  if (!found) return null;
  try {
    const content = await readFile(smallFile(attachmentFile(dataDir, found.digest)));
    return `data:${found.media_type};base64,${content.toString('base64')}`;
  } catch (error) {
    // A missing file leaves the paper without its logo.
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
