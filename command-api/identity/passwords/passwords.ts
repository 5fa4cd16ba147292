/**
 * Passwords: Argon2id with the parameters recommended by OWASP, their length policy, and the remembered former ones.
 */
import { channel } from 'node:diagnostics_channel';
import { hash, verify } from '@node-rs/argon2';

/** Argon2id (2), 19 MiB, two passes, one lane. */
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const PREFIX = '$argon2id$v=19$m=19456,t=2,p=1$';

/** Number of former passwords that cannot be reused. */
export const REMEMBERED_PASSWORDS = 5;

/** Reports the start of every Argon2 computation, so that a test can compare unknown names with known ones. */
export const computations = channel('daftar.argon2');

export async function hashPassword(password: string): Promise<string> {
  computations.publish('hash');
  return hash(password.normalize('NFKC'), PARAMETERS);
}

/** False when `hashed` is not a hash. */
export async function isPassword(hashed: string, password: string): Promise<boolean> {
  computations.publish('verify');
  try {
    return await verify(hashed, password.normalize('NFKC'));
  } catch {
    // A stored text that is no hash of this program matches no password.
    return false;
  }
}

/** True for hashes with other parameters than the present ones. */
export const isOutdated = (hashed: string): boolean => !hashed.startsWith(PREFIX);

/** A hash with the present parameters and zero bytes, which matches no known password. */
const NOBODY = `${PREFIX}${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Takes as long as a real check, so that the response time does not reveal whether the user exists. */
export async function checkNobody(password: string): Promise<false> {
  await isPassword(NOBODY, password);
  return false;
}
