/** Passwords and recovery codes that the program makes for a person. */
import { randomBytes } from 'node:crypto';

/** Sixteen characters that are read aloud without mistakes: 79 random bits. */
export function oneTimePassword(): string {
  return Array.from({ length: 16 }, oneLetter).join('');
}

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
/** Bytes above this would make some letters more frequent than others. */
const FAIR = 256 - (256 % LETTERS.length);

function oneLetter(): string {
  for (;;) {
    const [byte = 0] = randomBytes(1);
    if (byte < FAIR) return LETTERS[byte % LETTERS.length] as string;
  }
}
