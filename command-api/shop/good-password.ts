/** Applies the password policy of the staff to customers of the application. */
import { Issues } from '../../domain/values/refusal.ts';
import type { IdentityRoutes } from '../identity/answer.ts';
import { checkPassword, signInPolicy } from '../identity/policy.ts';

/** Throws Refusal for `field`, together with the given issues. */
export async function requireGoodPassword(
  { commands, leaked }: Pick<IdentityRoutes, 'commands' | 'leaked'>,
  password: string,
  about: readonly string[],
  field: string,
  issues = new Issues(),
): Promise<void> {
  const own = new Issues();
  await checkPassword(own, await signInPolicy(commands), { password, confirmation: password, about, leaked });
  for (const { message, params } of own.list) issues.add(field, message, params);
  issues.throwIfAny();
}
