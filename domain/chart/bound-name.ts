/** Names of bound accounts, without the chart of accounts: papers of a till load it too. */
import type { Language } from '../values/language.ts';
import type { BoundAccount } from './bound-account.schema.ts';

/** The name that the business gave to the key; undefined when it uses the default name. */
export function boundName(key: string, bound: readonly BoundAccount[], language: Language): string | undefined {
  const own = bound.find(({ system_key }) => system_key === key);
  if (!own || language === 'en') return own?.account_name;
  return own[`account_name_${language}`] ?? own.account_name;
}
