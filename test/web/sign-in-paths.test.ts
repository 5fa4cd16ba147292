import { describe, expect, it } from 'vitest';
import { ApiError, isSilent, saysTokenIsOver } from '../../web/shared/api/error.ts';
import { desktopDetour } from '../../web/shell/desktop.ts';
import { insidePath } from '../../web/shell/signing-in/inside-path.ts';

const ORIGIN = 'https://shop.example';

describe('where a person goes after signing in', () => {
  it.each([
    ['/settings/cities?search=erb', '/settings/cities?search=erb'],
    ['/', '/'],
    [undefined, '/'],
    ['settings', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['https://evil.example/', '/'],
    ['javascript:alert(1)', '/'],
    ['/login/%2F', '/'],
    ['/user-logout', '/'],
    ['/loginsheet', '/loginsheet'],
  ])('%s leads to %s, which is inside', (wanted, path) => {
    expect(insidePath(wanted, ORIGIN)).toBe(path);
  });
});

describe('the desktop application of a till', () => {
  const desktop = 'Mozilla/5.0 Chrome/140 DaftarDesktop/1.0';

  it('stays where tills are set up, but for signing in and out and the price checker', () => {
    for (const path of ['/', '/sales/sales', '/settings/posters', '/sales/barcode-price-checkers']) {
      expect([path, desktopDetour(path, desktop)]).toEqual([path, '/settings/pos']);
    }
    for (const path of ['/login', '/login/%2Fa', '/user-logout', '/sales/barcode-price-checker', '/settings/pos']) {
      expect([path, desktopDetour(path, desktop)]).toEqual([path, undefined]);
    }
  });

  it('is no other browser', () => {
    expect(desktopDetour('/sales/sales', 'Mozilla/5.0 Chrome/140')).toBeUndefined();
    expect(desktopDetour('/sales/sales', 'NotDaftarDesktopAtAll')).toBeUndefined();
  });
});

describe('a token that is over', () => {
  it('signs out with 400 too, and is never shown', () => {
    const said = [
      new ApiError(400, { code: 'token_expired', message: 'x' }),
      new ApiError(400, { message: 'Token has expired' }),
      new ApiError(400, { message: 'Token is Invalid' }),
    ];
    expect(said.map(saysTokenIsOver)).toEqual([true, true, true]);
    expect(said.every(isSilent)).toBe(true);
    expect(saysTokenIsOver(new ApiError(400, { message: 'The request is malformed' }))).toBe(false);
    expect(saysTokenIsOver(new ApiError(422, { message: 'Token has expired' }))).toBe(false);
    expect(isSilent(new ApiError(422, { message: 'Name is required' }))).toBe(false);
  });
});
