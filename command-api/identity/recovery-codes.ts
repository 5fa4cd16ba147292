/** Ten codes for whoever lost the authenticator: shown once, kept as hashes, each good for one sign-in. */
import { createHash } from 'node:crypto';
import type { Asking } from './attempts.ts';
import { oneTimePassword } from './one-time-password.ts';

const CODES = 10;

/** Replaces the codes that there were; gives the new ones as they are shown: `abcd-efgh-jkmn-pqrs`. */
export async function makeRecoveryCodes(client: Asking, userId: number): Promise<readonly string[]> {
  const codes = Array.from({ length: CODES }, oneTimePassword);
  await client.query(
    `with before as (delete from identity.recovery_code where user_id = $1)
     insert into identity.recovery_code (user_id, code_hash) select $1, hash from unnest($2::bytea[]) as given (hash)`,
    [userId, codes.map(hashOf)],
  );
  return codes.map((code) => code.replace(/.{4}(?=.)/g, '$&-'));
}

/** True once for each code of the person. `code` is in small letters and not grouped. */
export async function takeRecoveryCode(client: Asking, userId: number, code: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'update identity.recovery_code set used_at = clock_timestamp() where user_id = $1 and code_hash = $2 and used_at is null',
    [userId, hashOf(code)],
  );
  return rowCount === 1;
}

const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest();
