/** The broken rules of a till's entry as messages for people. */

import type { Language } from '../../domain/values/language.ts';
import { isObject, membersOf, objectsOf } from '../../domain/values/members.ts';
import { say } from '../../languages/say.ts';

/** `broken` as an entry of a document stores it. Removes duplicates. */
export function ruleSentences(broken: unknown, language: Language): string[] {
  return [...new Set(objectsOf(broken).map((rule) => sentence(rule, language)))];
}

function sentence({ rule, field, values }: Readonly<Record<string, unknown>>, language: Language): string {
  const params = Object.entries(isObject(values) ? membersOf(values) : {}).map(([name, value]) => [
    name,
    String(value),
  ]);
  return say(language, String(rule), Object.fromEntries(params), typeof field === 'string' ? field : '');
}
