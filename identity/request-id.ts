/**
 * The number of a request, unique over all processes: in its line of the log, in the events that it stored, and in the
 * error that a clerk sees and can read aloud: `7KQ3-9ZXM-2F4T`, without letters that look like digits.
 */
import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const FORM = /^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/;
export const REQUEST_ID_HEADER = 'x-request-id';

export function newRequestId(): string {
  const letters = [...randomBytes(12)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return letters.replace(/(.{4})(?=.)/g, '$1-');
}

/** The number that the web's server gave; only for services that nobody else reaches. */
export function givenRequestId(headers: Readonly<Record<string, string | string[] | undefined>>): string | undefined {
  const given = headers[REQUEST_ID_HEADER];
  return typeof given === 'string' && FORM.test(given) ? given : undefined;
}

/** As a person may type it: `7kq39zxm2f4t`, with O for 0 and I or L for 1. Undefined when it is no number of a request. */
export function typedRequestId(typed: string): string | undefined {
  const letters = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  const id = letters.replace(/(.{4})(?=.)/g, '$1-');
  return FORM.test(id) ? id : undefined;
}
