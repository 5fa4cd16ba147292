/** Passwords: Argon2id with the parameters of OWASP, the policy of their length, and those used before. */
import { hash, verify } from '@node-rs/argon2';

/** Argon2id (2), 19 MiB, two passes, one lane. */
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const PREFIX = '$argon2id$v=19$m=19456,t=2,p=1$';

/** So many passwords back are not taken again. */
export const REMEMBERED_PASSWORDS = 5;

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), PARAMETERS);

/** False for anything that is not a hash. */
export async function isPassword(hashed: string, password: string): Promise<boolean> {
  try {
    return await verify(hashed, password.normalize('NFKC'));
  } catch {
    return false;
  }
}

/** True for hashes made with other parameters than today's. */
export const isOutdated = (hashed: string): boolean => !hashed.startsWith(PREFIX);

let nobody: Promise<string> | undefined;

/** Takes as long as a real check, so that an answer does not tell whether there is such a person. */
export async function checkNobody(password: string): Promise<false> {
  nobody ??= hashPassword('nobody has this password');
  await isPassword(await nobody, password);
  return false;
}
