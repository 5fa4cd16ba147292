/** The name of an account: the business's own name or the text of its system key, and its record. */
import { accountCode as codeOf } from '../../../domain/chart/bound-accounts.ts';
import { boundName } from '../../../domain/chart/bound-name.ts';
import { hasText, say } from '../language/language.ts';
import { preferences } from '../language/preferences.ts';
import { boundAccounts } from '../session/bound-accounts.ts';

/** Its number for display. */
export const accountCode = (account: number): string => codeOf(account, boundAccounts());

export function accountName(key: string | null | undefined, record: string | null | undefined): string {
  const own = key ? boundName(key, boundAccounts(), preferences().language) : undefined;
  const words = `report:accounts.${key}`;
  const name = own ?? (key && hasText(words) ? say(words) : (key ?? ''));
  if (!record) return name;
  return name === '' ? record : `${name} · ${record}`;
}
