/**
 * `npm run doctor -- --new-password`: a one-time password for the super user, for the owner of the data folder. It
 * removes the second factor, ends all sessions and is recorded in the log of sign-ins and secrets.
 */
import { hostname, userInfo } from 'node:os';
import { eventStoreUrlOf } from '../../event-store/opening/open.ts';
import { openIdentity } from '../../identity/identity.ts';
import { SUPER_USER_ID } from '../../identity/person.ts';
import { recordSecurity } from '../../identity/security-log.ts';
import { ONE_TIME_HOURS, replacePassword, unlockEmail } from '../identity/credentials.ts';
import { oneTimePassword } from '../identity/passwords/one-time-password.ts';
import { removeSecondFactor } from '../identity/second-step/second-factor.ts';

async function main(): Promise<void> {
  const { DATABASE_URL: databaseUrl } = process.env;
  const eventStoreUrl = eventStoreUrlOf(process.env);
  if (!databaseUrl) throw new Error('DATABASE_URL must be set; `npm run doctor` sets it');
  const identity = await openIdentity({ databaseUrl, ...(eventStoreUrl ? { eventStoreUrl } : {}) });
  try {
    const found = await identity.subject(SUPER_USER_ID);
    if (!found) throw new Error('There is no super user yet. "npm start" makes one and shows the first password.');
    const { pool } = identity;
    const { email } = found.user;
    const password = oneTimePassword();
    const detail = { by: 'doctor', machine: hostname(), account: userInfo().username };
    const event = { subjectId: SUPER_USER_ID, detail };
    await replacePassword(pool, { userId: SUPER_USER_ID, password, kind: 'password_given', keep: null, event });
    const hadSecondFactor = await removeSecondFactor(pool, SUPER_USER_ID);
    await unlockEmail(pool, SUPER_USER_ID, email);
    if (hadSecondFactor) await recordSecurity(pool, { kind: 'second_factor_reset', subjectId: SUPER_USER_ID, detail });
    process.stdout.write(`Sign in as  ${email}  /  ${password}\n`);
    if (hadSecondFactor) process.stdout.write('The second factor was removed; set it up again on your profile page.\n');
    process.stdout.write(`It works once, within ${ONE_TIME_HOURS} hours; you choose your own password then.\n`);
  } finally {
    await identity.close();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
