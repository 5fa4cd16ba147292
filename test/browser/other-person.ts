/** Another person in a browser test, with a chosen password and a separate window. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Language, Shop } from './shop.ts';

const CHOSEN = 'a clerk of one outlet';

type Json = Readonly<Record<string, unknown>>;

export interface Person {
  readonly name: string;
  readonly permissions: readonly string[];
  readonly outlets: readonly number[];
  readonly inventories: readonly number[];
}

/** A window of a new person: their cookie replaces that of the super user. */
export async function openAs(shop: Shop, person: Person, path: string, language: Language): Promise<Page> {
  const { name, permissions, ...places } = person;
  const made = async (resource: string, body: Json): Promise<number> =>
    ((await shop.api('POST', resource, body))['data'] as { readonly id: number }).id;
  const role_fk = await made('roles', { role_name: name, permissions });
  const begin = { new_password: 'only to begin with 7', new_password_confirmation: 'only to begin with 7' };
  const email = `${name}@example.com`;
  const id = await made('users', { user_name: name, email, role_fk, ...places, lang: language, ...begin });
  const { password } = (await shop.api('POST', `users/${id}/give_password`))['data'] as { readonly password: string };
  const page = await shop.open('/', { language });
  // The person's sign-in ends the session of the page, which must not send further requests.
  await page.goto('about:blank');
  const send = async (route: string, data: object, token = '') => {
    const headers = { 'x-requested-with': 'daftar', ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const answer = await page.context().request.post(`${shop.address}/api/auth/${route}`, { data, headers });
    expect(answer.ok(), await answer.text()).toBe(true);
    return String(((await answer.json()) as { readonly access_token?: string }).access_token);
  };
  const first = await send('login', { email, password });
  const chosen = { new_password: CHOSEN, new_password_confirmation: CHOSEN };
  await send('change_password', { current_password: password, ...chosen }, first);
  await send('login', { email, password: CHOSEN });
  await page.goto(`${shop.address}${path}`);
  return page;
}
