/** Generated passwords and recovery codes, with letters that are not confused when read aloud. */

import { randomBytes } from 'node:crypto';
import { defined } from '../../../domain/values/defined.ts';

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
/** Larger bytes are rejected, because they would make some letters more frequent. */
const FAIR = 256 - (256 % LETTERS.length);
/** 128 random bits. */
const PASSWORD_LETTERS = 26;
const PASSWORD = /^[a-hjkmnp-z2-9]{26}$/;

/** In display form: `abcd-efgh-jkmn-pqrs-tuvw-xyz2-34`. */
export const oneTimePassword = (): string => inGroups(randomLetters(PASSWORD_LETTERS));

/**
 * Normalises a typed one-time password: grouping and case are ignored. Any other text is returned unchanged, because
 * an administrator may have chosen the password.
 */
export function asOneTimePassword(typed: string): string {
  const letters = typed.replace(/[\s-]/g, '').toLowerCase();
  return PASSWORD.test(letters) ? letters : typed;
}

/** From 31 letters and digits, so each has 4.95 bits. */
export const randomLetters = (count: number): string => Array.from({ length: count }, oneLetter).join('');

export const inGroups = (letters: string): string => letters.replace(/.{4}(?=.)/g, '$&-');

function oneLetter(): string {
  for (;;) {
    const [byte = 0] = randomBytes(1);
    if (byte < FAIR) return defined(LETTERS[byte % LETTERS.length]);
  }
}
