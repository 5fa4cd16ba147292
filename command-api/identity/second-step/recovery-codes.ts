/** Ten recovery codes for a lost authenticator: shown once, stored as hashes, each valid for one sign-in. */
import { createHash } from 'node:crypto';
import { inGroups, randomLetters } from '../passwords/one-time-password.ts';
import type { Asking } from '../sign-in-attempt.ts';

const CODES = 10;
/** 118 random bits: above 112 a plain hash is sufficient (ASVS 6.5.2). Older codes with 16 letters remain valid. */
const LETTERS = 24;

/** Replaces the existing codes and returns the new ones in display form: `abcd-efgh-jkmn-pqrs-tuvw-xyz2`. */
export async function makeRecoveryCodes(client: Asking, userId: number): Promise<readonly string[]> {
  const codes = Array.from({ length: CODES }, () => randomLetters(LETTERS));
  await client.query(
    `with before as (delete from identity.recovery_code where user_id = $1)
     insert into identity.recovery_code (user_id, code_hash) select $1, hash from unnest($2::bytea[]) as given (hash)`,
    [userId, codes.map(hashOf)],
  );
  return codes.map(inGroups);
}

/** True once for each code of the user. `code` is in lower case and without groups. */
export async function takeRecoveryCode(client: Asking, userId: number, code: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'update identity.recovery_code set used_at = clock_timestamp() where user_id = $1 and code_hash = $2 and used_at is null',
    [userId, hashOf(code)],
  );
  return rowCount === 1;
}

const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest();
