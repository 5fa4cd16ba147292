import { describe, expect, it } from 'vitest';
import { SECURITY_KINDS } from '../../identity/security-log.ts';
import { deviceWords } from '../../web/people/device-words.ts';
import { OUTCOMES } from '../../web/people/system-logs.tsx';

/** Outcomes of sign-ins, as the column of the table permits. */
const ATTEMPTS = [
  ...['signed_in', 'wrong', 'locked', 'inactive', 'not_a_cashier', 'unlocked'],
  ...['code_wanted', 'wrong_code', 'confirmed'],
];

describe('the system log', () => {
  it('offers every outcome that the server writes down', () => {
    expect([...OUTCOMES].sort()).toEqual([...new Set([...SECURITY_KINDS, ...ATTEMPTS])].sort());
  });
});

describe('a device', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
      'Chrome · Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1',
      'Safari · iOS',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox · Linux'],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/143.0 Mobile Safari/537.36 EdgA/143.0',
      'Edge · Android',
    ],
    ['curl/8.5.0', 'curl/8.5.0'],
  ])('that says %s is %s', (device, words) => {
    expect(deviceWords(device)).toBe(words);
  });
});
