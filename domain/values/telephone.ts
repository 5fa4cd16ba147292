/**
 * Telephone numbers: stored as they were typed, and known and found by their international form. One telephone is one
 * customer of the application (decisions/0119); parties and staff may share one (decisions/0140).
 */
import { foldName } from './fold-name.ts';

/** Migration 0043 removes the same characters from stored claims. */
const SEPARATORS = /[ ()./-]/g;
/** The country of numbers without one. */
const IRAQ = '964';
/** Digits of an Iraqi number with its country: 964 770 123 4567. */
const WITH_COUNTRY = 12;

/** The stored form: digits, after a plus if typed; equal for other digits, with separators or without. */
export const normalMobile = (typed: string): string => foldName(typed).replace(SEPARATORS, '');

/** `normal` is a normal form. */
export const isMobileNumber = (normal: string): boolean => /^\+?\d{7,15}$/.test(normal);

/**
 * The international form (E.164) of all spellings of a number: `0770…`, `770…`, `00964770…`, `964770…`, `+964 (0) 770…` are
 * `+964770…`. What is no number remains as it is. Migration 0055 does the same to stored claims.
 */
export function telephoneKey(typed: string): string {
  const normal = normalMobile(typed);
  if (!/^\+?\d+$/.test(normal)) return normal;
  const isWhole = /^(\+|00)/.test(normal);
  const digits = normal.replace(/^(\+|00)/, '');
  if (digits.startsWith(IRAQ) && (isWhole || digits.length >= WITH_COUNTRY)) {
    return `+${IRAQ}${digits.slice(IRAQ.length).replace(/^0+/, '')}`;
  }
  return isWhole ? `+${digits}` : `+${IRAQ}${digits.replace(/^0+/, '')}`;
}

/**
 * The key that a typed text begins or is, for a search; undefined for a text that is no telephone number. A number that is
 * typed in part is the beginning of its key.
 */
export function telephoneTyped(typed: string): string | undefined {
  const key = isMobileNumber(normalMobile(typed)) ? telephoneKey(typed) : '';
  return isMobileNumber(key) ? key : undefined;
}
