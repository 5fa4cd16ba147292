/** The API of a running Daftar, as one person. */
import { randomUUID } from 'node:crypto';
import { membersOf, objectsOf } from '../../domain/values/members.ts';
import type { List } from '../../test/browser/every-screen.ts';

export interface Place {
  /** `http://localhost:8080` */
  readonly address: string;
  readonly email: string;
  readonly password: string;
}

/** `data` of the answer; posts when there is a body. Throws for a refused request. */
type Call = (path: string, body?: object) => Promise<unknown>;

export async function callerOf({ address, email, password }: Place): Promise<Call> {
  const call = async (path: string, token: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${address}/api/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        'x-requested-with': 'daftar',
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(body ? { 'content-type': 'application/json', 'idempotency-key': randomUUID() } : {}),
      },
      body: body ? JSON.stringify(body) : null,
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return membersOf(JSON.parse(text))['data'];
  };
  const token = String(membersOf(await call('auth/login', '', { email, password }))['access_token']);
  return (path, body) => call(path, token, body);
}

export async function listsOf(place: Place): Promise<List> {
  const call = await callerOf(place);
  return async (path) => objectsOf(membersOf(await call(path))['data']);
}
