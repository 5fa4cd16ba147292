/** Ten codes for whoever lost the authenticator: shown once, kept as hashes, each good for one sign-in. */
import { createHash } from 'node:crypto';
import type { Asking } from './attempts.ts';
import { inGroups, randomLetters } from './one-time-password.ts';

const CODES = 10;
/** 118 random bits: beyond 112 a plain hash is enough (ASVS 6.5.2). Those of before have 16 letters, and are good. */
const LETTERS = 24;

/** Replaces the codes that there were; gives the new ones as they are shown: `abcd-efgh-jkmn-pqrs-tuvw-xyz2`. */
export async function makeRecoveryCodes(client: Asking, userId: number): Promise<readonly string[]> {
  const codes = Array.from({ length: CODES }, () => randomLetters(LETTERS));
  await client.query(
    `with before as (delete from identity.recovery_code where user_id = $1)
     insert into identity.recovery_code (user_id, code_hash) select $1, hash from unnest($2::bytea[]) as given (hash)`,
    [userId, codes.map(hashOf)],
  );
  return codes.map(inGroups);
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
