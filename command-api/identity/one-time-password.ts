/** Passwords and recovery codes that the program makes for a person: letters that are read aloud without mistakes. */

import { randomBytes } from 'node:crypto';
import { defined } from '../../domain/kernel/defined.ts';

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
/** Bytes above this would make some letters more frequent than others. */
const FAIR = 256 - (256 % LETTERS.length);
/** 128 random bits. */
const PASSWORD_LETTERS = 26;
const PASSWORD = /^[a-hjkmnp-z2-9]{26}$/;

/** As it is shown: `abcd-efgh-jkmn-pqrs-tuvw-xyz2-34`. */
export const oneTimePassword = (): string => inGroups(randomLetters(PASSWORD_LETTERS));

/**
 * A one-time password as it is compared: however its groups, and its letters, were typed. Any other text is what it is,
 * because somebody may have given a password that they made up.
 */
export function asOneTimePassword(typed: string): string {
  const letters = typed.replace(/[\s-]/g, '').toLowerCase();
  return PASSWORD.test(letters) ? letters : typed;
}

/** Of 31 letters and digits, so each has 4.95 bits. */
export const randomLetters = (count: number): string => Array.from({ length: count }, oneLetter).join('');

export const inGroups = (letters: string): string => letters.replace(/.{4}(?=.)/g, '$&-');

function oneLetter(): string {
  for (;;) {
    const [byte = 0] = randomBytes(1);
    if (byte < FAIR) return defined(LETTERS[byte % LETTERS.length]);
  }
}
