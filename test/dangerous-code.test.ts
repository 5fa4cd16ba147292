/** Dangerous code that only few places of the product may contain, or none: each place is listed with its reason. */
import { describe, expect, it } from 'vitest';
import { user } from '../domain/people/user.record.ts';
import { sourceFiles, sourceOf } from '../tools/suite/import-graph.ts';

const product = sourceFiles().filter((file) => /^(?!test\/|bench\/|tools\/gallery\/).*\//.test(file));
const source = new Map(product.map((file) => [file, sourceOf(file)]));

/** Files with the pattern, except the permitted ones. */
const elsewhere = (pattern: RegExp, ...allowed: readonly string[]): readonly string[] =>
  product.filter((file) => pattern.test(source.get(file) ?? '') && !allowed.includes(file));

describe('text', () => {
  it('is never run as code, neither on the server nor in the page', () => {
    expect(product.length).toBeGreaterThan(1_000);
    expect(elsewhere(/\beval\(|\bnew Function\(|\bset(Timeout|Interval)\(\s*['"`]|from 'node:vm'/)).toEqual([]);
    expect(
      elsewhere(/dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write|srcdoc/i),
    ).toEqual([]);
    expect(elsewhere(/['"`]javascript:/i)).toEqual([]);
  });

  it('of a person is never a pattern', () => {
    const OF_DECLARATIONS = [
      // Letters of folded names, and patterns of the forms' own schemas.
      'domain/values/fold-name.ts',
      'domain/values/folding.ts',
      'domain/values/plain-text.ts',
      'web/shared/form/rules.ts',
      'command-api/api-document/example.ts',
    ];
    expect(elsewhere(/\bnew RegExp\(/, ...OF_DECLARATIONS)).toEqual([]);
  });

  it('is never part of a statement: what is put into SQL as it is comes from declarations', () => {
    const OF_DECLARATIONS = [
      'migrations/migrate.ts',
      'read-api/database/long-snapshot.ts',
      'read-api/http/scope.ts',
      'read-api/lists/fields.ts',
      'read-api/stock/stocks.ts',
    ];
    expect(elsewhere(/\bsql\.raw\(/, ...OF_DECLARATIONS)).toEqual([]);
  });
});

describe('a program', () => {
  it('is started with a list of arguments, and with a shell where nobody’s text can be in it', () => {
    // `exec` and `execSync` run a shell; a regular expression has an `exec` too.
    expect(
      elsewhere(/(?<![.\w])exec(Sync)?\(|\bimport \{[^}]*\bexec(Sync)?\b[^}]*\} from 'node:child_process'/),
    ).toEqual([]);
    // npm on Windows, with constant arguments; `test -x` with the path as a separate argument.
    expect(elsewhere(/\bshell: /, 'launcher/run.mjs')).toEqual([]);
    expect(elsewhere(/'\/bin\/sh'/, 'launcher/database/account.ts')).toEqual([]);
  });

  it('of others is started by the launcher, a job and a comparison only, never for a request', () => {
    const STARTERS =
      /^(launcher|tools|backup|seal)\/|^command-api\/jobs\/program\.ts$|^read-api\/audit\/export\/oracles\.ts$|^projector\/verify\/claims-of-log\.ts$/;
    const wrong = elsewhere(/from 'node:child_process'/).filter((file) => !STARTERS.test(file));
    expect(wrong).toEqual([]);
  });
});

describe('a connection to elsewhere', () => {
  it('is made to the stores that the operator named and by the gateway, never to an address of a request', () => {
    const web = (file: string) => file.startsWith('web/');
    const calls = elsewhere(
      /(?<![\w.]|async )fetch\(|from '(node:(https?|http2|tls|dgram|dns)|@fastify\/http-proxy|undici)'|\bnew WebSocket\(/,
    );
    expect(calls.filter((file) => !web(file))).toEqual([
      // Alarms, to the address that the operator sets.
      'launcher/alarms.ts',
      ...['launcher/gateway.ts', 'launcher/log-target.ts'],
      // The two services behind the web, for its health.
      'launcher/part-health.ts',
    ]);
    // Fonts that the page's own style sheet names, for the picture of a paper.
    const FONTS = ['web/shared/paper/paper-picture.ts'];
    // The page sends requests to its own server only.
    const inPage = product
      .filter((file) => web(file) && !FONTS.includes(file))
      .flatMap((file) =>
        [...(source.get(file) ?? '').matchAll(/(?<![\w.])fetch\(([^)]{0,30})/g)].map(([, to]) => to ?? ''),
      );
    expect(inPage.length).toBeGreaterThan(2);
    expect(inPage.filter((to) => !/^[`']\/api\//.test(to))).toEqual([]);
  });

  it('sends no mail: nothing speaks its protocol, and no package does', () => {
    expect(elsewhere(/nodemailer|sendmail|\bsmtps?\b/i)).toEqual([]);
  });

  it('that lasts is ended with the rights to it', () => {
    const streams = elsewhere(/\.type\('text\/event-stream/);
    expect(streams).toEqual(['command-api/jobs/routes.ts', 'identity/counted-events.ts']);
    expect(streams.filter((file) => !/\bendWithRights\(/.test(source.get(file) ?? ''))).toEqual([]);
  });

  it('is not followed to another address', () => {
    expect(elsewhere(/redirect: 'follow'|maxRedirections|follow-redirects/)).toEqual([]);
    // Its own path, without the last part.
    const TO_ITSELF = ['command-api/http/openapi.ts'];
    expect(elsewhere(/\breply\.redirect\(/, ...TO_ITSELF)).toEqual([]);
  });
});

describe('the page', () => {
  it('listens to no message of another window', () => {
    const WORKERS = ['web/shared/table/excel/excel-worker.ts'];
    // Windows of one till, which send each other the name of a part to be read again.
    const TILL = ['web/till/device/tab-channel.ts'];
    // A count that one window of the same origin receives for all; anything but a number is a request for it.
    const COUNTS = ['web/shared/api/watched-count.ts'];
    // Texts of the customer display, which the till's own window sends.
    const DISPLAY = ['web/till/selling/customer-display.ts', 'web/till/screens/customer-display.tsx'];
    expect(
      elsewhere(
        /addEventListener\('message'|\bonmessage = \(event\)|BroadcastChannel/,
        ...WORKERS,
        ...TILL,
        ...COUNTS,
        ...DISPLAY,
      ),
    ).toEqual([]);
    expect(elsewhere(/\.postMessage\([^)]*'\*'|window\.(parent|opener)/)).toEqual([]);
  });

  it('has no plug-in, no frame and no markup of others', () => {
    expect(elsewhere(/<(object|embed|applet|iframe)[\s>]/i)).toEqual([]);
    expect(elsewhere(/from '(marked|markdown-it|react-markdown|showdown|dompurify|handlebars|mustache|ejs)/)).toEqual(
      [],
    );
  });

  it('writes what it keeps on the device in few places, and never a token or a password', () => {
    const KEEPERS = elsewhere(/(localStorage|sessionStorage)\??\.setItem|\bopenDB</);
    const SETTINGS = [
      'web/shared/api/activity.ts',
      'web/shared/document/details-panel.tsx',
      'web/shared/document/model/chosen-columns.ts',
      'web/shared/document/model/local-drafts.ts',
      'web/shared/document/model/removed-drafts.ts',
      // The headings that were chosen for a form of file: docs/decisions/0148.
      'web/shared/import/chosen-headings.ts',
      'web/shared/jobs/started-jobs.ts',
      'web/shared/language/preferences.ts',
      'web/shared/session/menu-setting.ts',
      'web/shared/session/session.ts',
      'web/shared/table/side-panel.tsx',
      'web/till/printing/printer-settings.ts',
      'web/shell/onboarding.tsx',
      'web/shell/signing-in/sign-in.tsx',
      // Counted quantities that are sent when there is a network: docs/decisions/0086.
      'web/stock/counting/waiting.ts',
      // The data that a till needs without a network: docs/decisions/0075.
      'web/till/device/database.ts',
    ];
    expect(KEEPERS.filter((file) => !SETTINGS.includes(file))).toEqual([]);
    expect(elsewhere(/setItem\([^)]*(token|password|pin\b)/i)).toEqual([]);
  });
});

describe('cryptography', () => {
  /** The inventory of docs/security.md. */
  const HASHES: Readonly<Record<string, RegExp>> = {
    sha256: /./,
    // Compares levels with those that PostgreSQL computes: neither a secret nor a proof.
    md5: /^event-store\/decision-read\.ts$/,
    // Digests of a published list: neither a secret nor a proof.
    sha1: /^command-api\/identity\/passwords\/leaked-passwords\.ts$/,
  };

  it('uses the hashes of the inventory, each where it may be', () => {
    const found = product.flatMap((file) =>
      [
        ...(source.get(file) ?? '').matchAll(/\b(?:createHash|createHmac|hash|hkdfSync|pbkdf2Sync)\(\s*'([\w-]+)'/g),
      ].map(([, name = '']) => ({ file, name })),
    );
    expect(found.length).toBeGreaterThan(10);
    expect(found.filter(({ file, name }) => !HASHES[name]?.test(file))).toEqual([]);
  });

  it('has no cipher without authentication, and no implementation but of Node and the libraries that are named', () => {
    const ciphers = product.filter((file) => /createCipher(iv)?\(/.test(source.get(file) ?? ''));
    expect(ciphers.filter((file) => !/'(aes-256-gcm|chacha20-poly1305)'/.test(source.get(file) ?? ''))).toEqual([]);
    expect(elsewhere(/'(des|rc4|aes-\d+-(ecb|cbc|ctr))\b|createCipher\(/i)).toEqual([]);
    const OTHERS =
      /from '(crypto-js|bcrypt\w*|jsonwebtoken|node-forge|tweetnacl|sjcl|argon2|md5|js-sha\w*|@noble\/\w+)'/;
    expect(elsewhere(OTHERS)).toEqual([]);
    expect(elsewhere(/from '@node-rs\/argon2'/)).toEqual(['command-api/identity/passwords/passwords.ts']);
  });

  it('derives keys for the purposes of the inventory', () => {
    const places = product.flatMap((file) =>
      [...(source.get(file) ?? '').matchAll(/\bhkdfSync\('sha256', [\w.#]+, '', (.+), KEY_BYTES\)/g)].map(
        ([, purpose]) => `${file} ${purpose}`,
      ),
    );
    expect(places.toSorted()).toEqual([
      "backup/beside/beside-log.ts 'daftar beside the log'",
      'command-api/identity/at-tills/till-tickets.ts purpose',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source of a template.
      'command-api/identity/second-step/secret-cipher.ts `daftar ${purpose}`',
    ]);
    // The keys of a file of age, as its format says.
    const OF_THE_FORMAT = 'backup/stored/age.ts';
    const known = places.map((place) => place.split(' ')[0] ?? '');
    expect(elsewhere(/\bhkdf(Sync)?\(/, OF_THE_FORMAT, ...known)).toEqual([]);
    const ciphers = product.flatMap((file) => [...(source.get(file) ?? '').matchAll(/new SecretCipher\(([^)]*)\)/g)]);
    expect(ciphers.length).toBeGreaterThan(0);
    expect(ciphers.filter(([, given = '']) => !/^(secrets\.)?jwtSecret, 'second factor'$/.test(given))).toEqual([]);
  });

  it('of the page is that of the browser, at a till alone; codes and tokens are those of two libraries', () => {
    expect(elsewhere(/\bcrypto\.subtle\.(?!digest\b)/)).toEqual([
      'domain/till/till-ticket.ts',
      'web/till/device/pin-proof.ts',
    ]);
    expect(elsewhere(/from 'otpauth'/)).toEqual(['command-api/identity/second-step/one-time-code.ts']);
    expect(elsewhere(/from '@fastify\/jwt'/)).toEqual(['identity/guard.ts', 'identity/tokens.ts']);
  });

  it('takes what nobody may guess from the secure generator', () => {
    // The random pause before a repetition is not a secret.
    const PAUSES = ['event-store/kurrentdb/appender.ts', 'projector/builds/build.ts', 'web/shell/inactivity.ts'];
    expect(elsewhere(/Math\.random/, ...PAUSES)).toEqual([]);
  });
});

describe('a person', () => {
  it('has no question or hint in place of a password', () => {
    const fields = JSON.stringify(user);
    expect(fields.length).toBeGreaterThan(500);
    expect(fields).not.toMatch(/hint|security_question|secret_answer|maiden|pet_name/i);
  });
});
