/** Messages of an answer in the language of its request. */
import type { Language } from '../../domain/values/language.ts';
import { say } from '../../languages/say.ts';

/** The message of a key for a field; the key itself when the tables do not have it. */
export function sentence(
  key: string,
  params: Readonly<Record<string, string>> | undefined,
  language: Language,
  field = '',
): string {
  return say(language, key, params, field);
}
