/** Colleagues with a role of exactly these permissions, cashiers with a PIN, and devices that are tills. */
import { expect } from 'vitest';
import { type Api, PASSWORD, type Sent } from './api.ts';

export interface Colleague {
  readonly id: number;
  readonly email: string;
}

/** A user without a password. */
export async function colleague(
  api: Api,
  name: string,
  permissions: readonly string[],
  given: object = {},
): Promise<Colleague> {
  const role_fk = await api.add('roles', { role_name: `role of ${name}`, permissions });
  const email = `${name}@example.com`;
  const id = await api.add('users', { user_name: name, email, role_fk, ...given });
  return { id, email };
}

/** A colleague who has chosen a password. Returns a token. */
export async function signedIn(
  api: Api,
  name: string,
  permissions: readonly string[],
  given: object = {},
): Promise<Colleague & { readonly token: string }> {
  const person = await colleague(api, name, permissions, given);
  const one = await api.send('POST', `users/${person.id}/give_password`);
  const current_password = one.body.data['password'];
  const first = await api.signIn(person.email, String(current_password));
  const changed = await api.send(
    'POST',
    'auth/change_password',
    { current_password, new_password: PASSWORD, new_password_confirmation: PASSWORD },
    { token: first },
  );
  expect(changed.status).toBe(200);
  return { ...person, token: await api.signIn(person.email, PASSWORD) };
}

export const PIN = '482613';

export const cookieOf = (answer: Sent): string => String(answer.headers['set-cookie']).split(';')[0] ?? '';

/** Enrols a device as a till of the outlet. Returns its cookie. */
export async function enrol(api: Api, till_name: string, outlet_fk: number): Promise<{ id: number; cookie: string }> {
  const answer = await api.send('POST', 'tills/enrol', { till_name, outlet_fk });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return { id: Number(answer.body.data['till_id']), cookie: cookieOf(answer) };
}

/** Signs in at a till, on the device with this cookie. */
export const atTill = (api: Api, cookie: string, body: object): Promise<Sent> =>
  api.send('POST', 'auth/login_cashier', body, { token: '', headers: cookie ? { cookie } : {} });
