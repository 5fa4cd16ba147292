/** A window never sends a request of one person with the token of another, who signed in in another window. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { get, post } from '../../web/shared/api/client.ts';
import { currentToken, refreshToken, setToken, tokenOwner, whenOtherPerson } from '../../web/shared/api/token.ts';

const tokenOf = (user: string): string => `head.${btoa(JSON.stringify({ sub: user, sid: `of ${user}` }))}.seal`;
const refused = () => Response.json({ code: 'unauthorized' }, { status: 401 });
const isFor = (user: string, init: RequestInit): boolean =>
  new Headers(init.headers).get('Authorization') === `Bearer ${tokenOf(user)}`;

const sent: string[] = [];
let startedAgain = 0;

/** A server whose cookie and accepted token are those of `user`. */
function serverOf(user: string): void {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push(url);
    if (url === '/api/auth/refresh') return Response.json({ data: { access_token: tokenOf(user) } });
    return isFor(user, init) ? Response.json({ data: { id: 7 } }) : refused();
  });
}

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  sent.length = 0;
  startedAgain = 0;
  whenOtherPerson(() => {
    startedAgain += 1;
  });
  setToken(tokenOf('1'));
  return () => vi.unstubAllGlobals();
});

const laterTurn = () => new Promise((resolve) => setTimeout(resolve, 1));

describe('a refused request', () => {
  it('is sent again with the next token of the same person', async () => {
    setToken(`${tokenOf('1')} of before`);
    serverOf('1');
    expect((await post('customers', {})).data).toEqual({ id: 7 });
    expect(sent).toEqual(['/api/customers', '/api/auth/refresh', '/api/customers']);
    await laterTurn();
    expect(startedAgain).toBe(0);
  });

  it('is not sent again when the cookie is of another person: the token is dropped, and the window starts again', async () => {
    serverOf('2');
    await expect(post('customers', {})).rejects.toMatchObject({ status: 401 });
    expect(sent).toEqual(['/api/customers', '/api/auth/refresh']);
    expect(currentToken()).toBeUndefined();
    // What leaves the screens of the first person meanwhile is not sent.
    await expect(post('sales', {})).rejects.toMatchObject({ status: 401 });
    expect(sent).toHaveLength(2);
    await laterTurn();
    expect(startedAgain).toBe(1);
    expect(await refreshToken()).toBe(true);
    expect(tokenOwner()).toBe('2');
    expect((await get('customers/7')).data).toEqual({ id: 7 });
  });

  it('is not sent again when the window has become another person’s before the answer', async () => {
    let answer: (response: Response) => void = () => undefined;
    vi.stubGlobal('fetch', async () => new Promise<Response>((resolve) => (answer = resolve)));
    const asked = post('customers', {});
    await laterTurn();
    const answerFirst = answer;
    serverOf('2');
    setToken(tokenOf('2'));
    answerFirst(refused());
    await expect(asked).rejects.toMatchObject({ status: 401 });
    expect(sent).not.toContain('/api/customers');
  });

  it('of a window without a token is sent with that of the cookie', async () => {
    setToken(undefined);
    serverOf('2');
    expect((await post('customers', {})).data).toEqual({ id: 7 });
  });
});
