/** The name of an account: the words of its system key, and the record that it belongs to. */
import { hasText, say } from '../language/language.ts';

export function accountName(key: string | null | undefined, record: string | null | undefined): string {
  const words = `report:accounts.${key}`;
  const name = key && hasText(words) ? say(words) : (key ?? '');
  if (!record) return name;
  return name === '' ? record : `${name} · ${record}`;
}
