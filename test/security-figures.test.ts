/** docs/security.md agrees with the program: limits, words, keys, files and tables. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isCommon } from '../command-api/identity/passwords/common-passwords.ts';
import { PASSWORD_LENGTH } from '../domain/organisation/sign-in-policy.ts';
import { UserBody } from '../domain/people/user.record.ts';
import { LOG_BYTES_MAX, LOGS_KEPT } from '../launcher/machine/log-file.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const text = read('docs/security.md');
const plain = text.replace(/\s+/g, ' ');
/** The text between a bold heading and the next one. */
const partOf = (name: string): string =>
  text
    .split('\n**')
    .find((part) => part.startsWith(name))
    ?.split('\n## ')[0] ?? '';

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  seconds: 1,
  minutes: 60,
  hours: 3600,
  days: 86_400,
  characters: 1,
  MB: 1024 * 1024,
};
const amountOf = (said: string): number => {
  const [, number = '', unit = ''] = /^(\d+) ?([a-zA-Z]*)$/.exec(said) ?? [];
  expect(UNITS[unit], said).toBeDefined();
  return Number(number) * (UNITS[unit] ?? Number.NaN);
};

/** The value of a constant in a file, in seconds, bytes or pieces. */
function constantIn(file: string, name: string): number {
  const written = new RegExp(`\\b${name} = ([^;]+);`).exec(read(file))?.[1] ?? '';
  const inMinutes = /^'(\d+)m'$/.exec(written)?.[1];
  if (inMinutes !== undefined) return Number(inMinutes) * 60;
  expect(written, `${file} ${name}`).toMatch(/^[\d_]+( \* [\d_]+)*( - 1)?$/);
  const [product = '', less] = written.replaceAll('_', '').split(' - ');
  const number = product.split(' * ').reduce((all, part) => all * Number(part), 1) - Number(less ?? 0);
  if (/(^|_)MS(_|$)/.test(name)) return number / 1000;
  if (/(^|_)HOURS(_|$)/.test(name)) return number * 3600;
  return /(^|_)MB(_|$)/.test(name) ? number * 1024 * 1024 : number;
}

describe('the limits', () => {
  it('are those of the program', () => {
    const rows = [...partOf('Limits').matchAll(/^\| [^|]+ \| ([^|]+) \| `([^`]+)` `([^`]+)` \|$/gm)];
    expect(rows.length).toBeGreaterThan(25);
    const wrong = rows.filter(
      // A body has one byte less than two megabytes.
      ([, said = '', file = '', name = '']) => Math.abs(amountOf(said) - constantIn(file, name)) > 1,
    );
    expect(wrong.map(([row]) => row)).toEqual([]);
  });

  it('of passwords are those of the program', () => {
    expect(PASSWORD_LENGTH.usual).toBe(8);
    expect(plain).toContain('**Passwords** have eight characters or more');
  });
});

describe('a figure in a sentence', () => {
  /** What the page says, and the line of the program that makes it so. */
  const FIGURES: readonly (readonly [says: string, file: string, line: string])[] = [
    ['at most 128, of any kind', 'domain/organisation/sign-in-policy.ts', 'SECRET_LENGTH_MAX = 128;'],
    ['A PIN has six digits or more', 'domain/organisation/sign-in-policy.ts', 'PIN_LENGTH = { usual: 6, least: 6,'],
    ['at most twenty sessions', 'identity/session-limits.ts', 'SESSIONS_MAX = 20;'],
    ['within the last fifteen minutes', 'identity/session-limits.ts', 'PROOF_SECONDS = 900;'],
    ['Daftar allows a shop an hour', 'identity/session-limits.ts', 'IDLE_SECONDS = 3600;'],
    ['streams of events end within ten seconds', 'identity/stream-rights.ts', 'ASKED_EVERY_MS = 8_000;'],
    ['48 random bytes in', 'launcher/machine/secrets.ts', 'jwtSecret: randomBytes(48)'],
    ['24 random bytes of password', 'launcher/machine/secrets.ts', 'randomPassword = (): string => randomBytes(24)'],
    ['600,000 rounds', 'web/till/device/pin-proof.ts', 'ITERATIONS = 600_000;'],
    ['16 random bytes of salt, keyed', 'web/till/device/pin-proof.ts', 'SALT_BYTES = 16;'],
    ['within 15 minutes; a key is', 'command-api/till/approval-of-entry.ts', 'VALID_MS = 15 * 60_000;'],
    [
      'Exports of the books, each in its own thread: one of a person and three of all people at a time',
      'read-api/audit/export/route.ts',
      'EXPORTS = { atOnce: 3, waitingOfPerson: 0, waitMs: 0 };',
    ],
    [
      'one of a person and four of all people at a time; further ones wait for their turn, at most 30 seconds and at most eight of a person',
      'read-api/http/route.ts',
      'HEAVY_READS = { atOnce: 4, waitingOfPerson: 8, waitMs: 30_000 };',
    ],
    ['the last 200 completed and the last 200 failed jobs', 'command-api/jobs/queue.ts', 'KEPT_JOBS = 200;'],
    ['sessions (180 days)', 'identity/shopper.ts', 'SHOP_SESSION_DAYS = 180;'],
    ['180 days; for ever |', 'command-api/identity/old-attempts.ts', 'ATTEMPTS_KEPT_DAYS = 180;'],
    ['at most ten addresses', 'command-api/shop/sign-in-routes.ts', 'OWN_ADDRESSES_MAX = 10;'],
  ];

  it('is that of the program', () => {
    expect(FIGURES.filter(([says]) => !plain.includes(says)).map(([says]) => says)).toEqual([]);
    expect(FIGURES.filter(([, file, line]) => !read(file).includes(line)).map(([says]) => says)).toEqual([]);
    // A log of the embedded database, and the copy of the one before it.
    expect(plain).toContain(`the owner of the folder | ${(2 * LOG_BYTES_MAX) / (1024 * 1024)} MB |`);
  });

  it('of heavy reads is for those that the page names', () => {
    const heavy = readdirSync(join(ROOT, 'read-api'), { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && /\bisHeavy: /.test(read(join('read-api', file))),
    );
    // A list without pages, the parts of a figure, the changes between two moments, and proposed orders.
    expect(heavy.toSorted()).toEqual([
      ...['audit/explain/routes.ts', 'audit/what-changed.ts', 'lists/list-route.ts', 'purchasing/proposed-orders.ts'],
    ]);
  });

  it('of wrong passwords is a constant, which no setting and no variable of the environment changes', () => {
    const files = ['command-api/identity/locks.ts', 'command-api/identity/attempts.ts'].map(read);
    const limits = files.join('').match(/failuresMax: \S+ lockSecondsMax: \S+ countedSeconds: [^ ]+/g) ?? [];
    expect(limits.length).toBeGreaterThan(4);
    expect(
      limits.filter((limit) => !/^failuresMax: \d+, lockSecondsMax: [\d_]+, countedSeconds: (\d+|null)$/.test(limit)),
    ).toEqual([]);
    expect(files.filter((text) => /process\.env|environment|[sS]ettings?\b/.test(text))).toEqual([]);
  });
});

describe('the list of passwords that are refused', () => {
  it('names words that no password may be', () => {
    const said = /words of the place and the product \(([^)]+)\)/.exec(plain)?.[1] ?? '';
    const words = said.split(', ').slice(0, 6);
    expect(words).toEqual(['daftar', 'kurdistan', 'erbil', 'baghdad', 'cashier', 'manager']);
    const tried = words.flatMap((word) => [`${word}123`, `${word[0]?.toUpperCase()}${word.slice(1)}123`]);
    expect(tried.filter((password) => !isCommon(password))).toEqual([]);
    expect(plain).toContain('manager, names, football clubs, years)');
    expect(['ahmed123', 'barcelona1', 'realmadrid1', 'erbil2026'].filter((password) => !isCommon(password))).toEqual(
      [],
    );
  });
});

describe('the inventory', () => {
  it('has every key that a machine keeps', () => {
    const kept = /interface Kept[^{]*\{([^}]*)\}/.exec(read('launcher/machine/secrets.ts'))?.[1] ?? '';
    const keys = [...kept.matchAll(/readonly (\w+):/g)].map(([, name]) => name);
    expect(keys.length).toBeGreaterThan(0);
    const part = partOf('Keys and algorithms');
    for (const word of [
      'jwtSecret',
      'JWT_SECRET',
      'secrets.json',
      'DATABASE_URL',
      'HS256',
      'Argon2id',
      'SHA-256',
      'MD5',
    ]) {
      expect(part).toContain(word);
    }
    expect(part).toMatch(/database \| SCRAM-SHA-256/);
    expect(keys.filter((key) => !/^(jwtSecret|databasePassword|rolePasswords)$/.test(key ?? ''))).toEqual([]);
  });

  it('has each class of data, and what is done for it', () => {
    const classes = [...partOf('What is kept').matchAll(/^\| (\w+) \| ([^|]+) \| ([^|]+) \|$/gm)].slice(1);
    expect(classes.map(([, name]) => name)).toEqual(['secret', 'personal', 'books', 'internal']);
    expect(classes.filter(([, , what = '', protection = '']) => what.length < 20 || protection.length < 20)).toEqual(
      [],
    );
    // What the device of a till stores: the goods, who may sell, what it sold, and where it is with both.
    const stores =
      /interface TillSchema[^{]*\{([\s\S]*?)\n\}/.exec(read('web/till/device/database-schema.ts'))?.[1] ?? '';
    expect([...stores.matchAll(/^ {2}(\w+): \{/gm)].map(([, name]) => name)).toEqual([
      ...['identity', 'heads', 'catalogue', 'items', 'names', 'barcodes', 'customers', 'customer_names', 'tables'],
      ...['entries', 'printed', 'parked', 'rights', 'keys', 'session', 'clock', 'sending'],
    ]);
    // The record of a person has no personal field, because its events are never deleted.
    expect(
      Object.keys(UserBody.properties).filter((field) => /dob|birth|phone|address|blood|marital/.test(field)),
    ).toEqual([]);
  });

  it('has every file and table of what is written down', () => {
    const part = partOf('What is written down');
    for (const table of ['identity.login_attempt', 'identity.security_event']) expect(part).toContain(`\`${table}\``);
    const total = (LOG_BYTES_MAX * (LOGS_KEPT + 1)) / (1024 * 1024);
    expect(part).toContain(`${total} MB`);
    // The log files that the program opens.
    const files = readdirSync(join(ROOT, 'launcher'), { recursive: true, withFileTypes: true })
      .filter((candidate) => candidate.isFile() && candidate.name.endsWith('.ts'))
      .flatMap((value) => [...readFileSync(join(value.parentPath, value.name), 'utf8').matchAll(/'([\w.-]+\.log)'/g)]);
    expect([...new Set(files.map(([, name]) => name))]).toEqual(['daftar.log']);
    expect(part).toContain('`DATA_DIR/daftar.log`');
    expect(part).toContain('`DATA_DIR/postgres.log`');
  });
});

describe('the policy of components', () => {
  it('says within how many days components are mended', () => {
    const part = /\n## Components of others\n([\s\S]*?)\n## /.exec(text)?.[1] ?? '';
    const days = [...part.matchAll(/^\| [^|]+ \| within (\d+) days/gm)].map(([, number]) => Number(number));
    expect(days).toEqual([3, 14, 90]);
  });

  it('names packages that the program uses', () => {
    const part = /\n## Components of others\n([\s\S]*?)\n## /.exec(text)?.[1] ?? '';
    const named = [...(/Security releases of [\s\S]*?first\./.exec(part)?.[0] ?? '').matchAll(/`([\w-]+)`/g)];
    const { dependencies } = JSON.parse(read('package.json')) as { readonly dependencies: object };
    expect(named.length).toBeGreaterThan(4);
    expect(named.map(([, name = '']) => name).filter((name) => !(name in dependencies))).toEqual([]);
  });
});
