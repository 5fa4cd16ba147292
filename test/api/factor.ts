/** People with two-step verification. */
import { expect } from 'vitest';
import { codeOf } from '../support/authenticator.ts';
import { type Api, PASSWORD, type Sent } from './api.ts';

export interface WithFactor {
  readonly secret: string;
  readonly codes: readonly string[];
}

export const setUp = (api: Api, token: string, more: object = {}): Promise<Sent> =>
  api.send('POST', 'auth/second_factor/set_up', { current_password: PASSWORD, ...more }, { token });

/** Activates two-step verification for the person of the token. */
export async function withFactor(api: Api, token: string): Promise<WithFactor> {
  const begun = await setUp(api, token);
  expect(begun.status, JSON.stringify(begun.body)).toBe(200);
  const secret = String(begun.body.data['secret']);
  const done = await api.send('POST', 'auth/second_factor/confirm', { code: codeOf(secret) }, { token });
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  return { secret, codes: done.body.data['recovery_codes'] as string[] };
}
