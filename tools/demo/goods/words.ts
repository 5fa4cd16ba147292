/** Names of the demonstration in three languages. */

import type { Person } from '../../../identity/person.ts';

export interface Words {
  readonly en: string;
  readonly ar: string;
  readonly ckb: string;
}

export const words = (en: string, ar: string, ckb: string): Words => ({ en, ar, ckb });

/** The fields of its name: `city_name`, `city_name_ar`, `city_name_ckb`. */
export const namesOf = (field: string, { en, ar, ckb }: Words): Readonly<Record<string, string>> => ({
  [field]: en,
  [`${field}_ar`]: ar,
  [`${field}_ckb`]: ckb,
});

/** Text in the person's language: people of three languages work in one shop. */
export const written = ({ user }: Pick<Person, 'user'>, said: Words): string => said[user.lang ?? 'en'];
