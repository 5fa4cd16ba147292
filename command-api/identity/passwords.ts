/** Passwords: Argon2id with the parameters of OWASP, the policy of their length, and those used before. */
import { channel } from 'node:diagnostics_channel';
import { hash, verify } from '@node-rs/argon2';

/** Argon2id (2), 19 MiB, two passes, one lane. */
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const PREFIX = '$argon2id$v=19$m=19456,t=2,p=1$';

/** So many passwords back are not taken again. */
export const REMEMBERED_PASSWORDS = 5;

/** Reports the start of every Argon2 computation, so that a test can compare unknown names with known ones. */
export const computations = channel('daftar.argon2');

export async function hashPassword(password: string): Promise<string> {
  computations.publish('hash');
  return hash(password.normalize('NFKC'), PARAMETERS);
}

/** False for anything that is not a hash. */
export async function isPassword(hashed: string, password: string): Promise<boolean> {
  computations.publish('verify');
  try {
    return await verify(hashed, password.normalize('NFKC'));
  } catch {
    // What is stored is no hash of this program: no password fits it.
    return false;
  }
}

/** True for hashes made with other parameters than today's. */
export const isOutdated = (hashed: string): boolean => !hashed.startsWith(PREFIX);

/** Made with the same parameters as all; its bytes are zero, and no password is known that gives them. */
const NOBODY = `${PREFIX}${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Computes as much as a real check, so that an answer does not tell whether there is such a person. */
export async function checkNobody(password: string): Promise<false> {
  await isPassword(NOBODY, password);
  return false;
}
