/** The languages of the screens and messages, and a table of words. */
export type { Language } from '../domain/values/language.ts';
export type Words = Readonly<Record<string, string>>;
