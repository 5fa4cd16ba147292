/**
 * The form of a noun beside a number, as CLDR has it: English and Kurdish have two, Arabic five (CLDR's sixth, for nothing,
 * reads as `other` here). Texts of the web have them as endings of their keys (`documents_one`, `documents_few`),
 * sentences of the server beside each other (`[{days} day|{days} days]`). Browsers are not asked: they have no Kurdish.
 */
import type { Language } from './language.ts';

export type PluralForm = 'one' | 'two' | 'few' | 'many' | 'other';

export const PLURAL_FORMS: Readonly<Record<Language, readonly PluralForm[]>> = {
  en: ['one', 'other'],
  ar: ['one', 'two', 'few', 'many', 'other'],
  ckb: ['one', 'other'],
};

/** The form for a whole number that is not negative. */
export function pluralForm(language: Language, count: bigint): PluralForm {
  if (count === 1n) return 'one';
  if (language !== 'ar') return 'other';
  if (count === 2n) return 'two';
  const rest = count % 100n;
  if (rest >= 3n && rest <= 10n) return 'few';
  return rest >= 11n ? 'many' : 'other';
}
