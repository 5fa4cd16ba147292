/**
 * Every variable of the environment that is read: the one declaration of which docs/configuration.md is made, and with
 * which `npm run doctor` finds a misspelt one.
 */

export interface VariableDeclaration {
  readonly name: string;
  readonly group: VariableGroup;
  readonly does: string;
  /** Without it. */
  readonly default?: string;
  /**
   * `address`: NAME_FILE holds it, and …_PASSWORD_FILE its password. `value`: NAME_FILE holds it. Both in files, as
   * platforms provide secrets.
   */
  readonly secret?: 'address' | 'value';
  /** A page and section below docs/. */
  readonly see?: string;
}

export const VARIABLE_GROUPS = ['usual', 'stores', 'access', 'services', 'tests', 'internal'] as const;
export type VariableGroup = (typeof VARIABLE_GROUPS)[number];

export const VARIABLE_GROUP_TITLES: Readonly<Record<VariableGroup, string>> = {
  usual: 'One machine',
  stores: 'Databases and queues',
  access: 'Addresses, secrets and limits',
  services: 'Single services',
  tests: 'Tests and measurements',
  internal: 'Set by Daftar for its own processes',
};

const ROLES = 'operations.md#roles-of-the-database';

const USUAL: readonly VariableDeclaration[] = [
  { name: 'PORT', group: 'usual', does: 'port of the web and the API', default: '8080, or the next free one' },
  { name: 'HOST', group: 'usual', does: 'the address to listen on', default: '`127.0.0.1`; in the image `0.0.0.0`' },
  { name: 'DATA_DIR', group: 'usual', does: 'folder of the data', default: '`data`; of the demonstration `data-demo`' },
  {
    name: 'BACKUP_DIR',
    group: 'usual',
    does:
      'a folder on another disk for daily backups and a copy of each entry; fourteen are kept, and an old one is ' +
      'checked each week; empty: none',
    default: '`DATA_DIR/backups`, with three',
  },
  {
    name: 'BACKUP_COPY_TO',
    group: 'usual',
    does: 'a second folder, into which each backup is copied; fourteen daily ones are kept',
    see: 'operations.md#copies-elsewhere',
  },
  {
    name: 'BACKUP_COPY_COMMAND',
    group: 'usual',
    does: 'a line for `sh` that takes each backup elsewhere; `$1` is its path',
    see: 'operations.md#copies-elsewhere',
  },
  {
    name: 'BACKUP_PASSPHRASE',
    group: 'usual',
    does: 'encrypts backups and the copy of each entry; 16 characters or more',
    default: 'they are not encrypted',
    secret: 'value',
    see: 'operations.md#encrypted-backups',
  },
  {
    name: 'TZ',
    group: 'usual',
    does: 'the time zone, by its name, until the business has chosen its own in the system configurations',
    default: 'that of the machine; `Asia/Baghdad` in the image',
    see: 'decisions/0105-the-time-zone-of-the-business.md',
  },
  {
    name: 'LOG_LEVEL',
    group: 'usual',
    does: 'the least severe lines of the log: `debug`, `info`, `warn`, `error`',
    default: '`info`',
  },
  { name: 'LOG_OUTPUT', group: 'usual', does: '`yes` prints the lines of `daftar.log` on the standard output too' },
  {
    name: 'LOG_TARGET',
    group: 'usual',
    does: '`tls://HOST:PORT` of a syslog collector (RFC 5424) that receives each line of the log',
  },
];

const STORES: readonly VariableDeclaration[] = [
  {
    name: 'DATABASE_URL',
    group: 'stores',
    does: 'a PostgreSQL instead of the embedded one, with a role that may create roles, or the owner of the tables',
    secret: 'address',
  },
  {
    name: 'COMMAND_DATABASE_URL',
    group: 'stores',
    does: 'the same database with the role of the command API; created where `DATABASE_URL` may create roles',
    secret: 'address',
    see: ROLES,
  },
  {
    name: 'READ_DATABASE_URL',
    group: 'stores',
    does: 'the same with the role of the read API',
    secret: 'address',
    see: ROLES,
  },
  {
    name: 'PROJECTOR_DATABASE_URL',
    group: 'stores',
    does: 'the same with the role of the projector',
    secret: 'address',
    see: ROLES,
  },
  {
    name: 'DAFTAR_EVENTSTORE_URL',
    group: 'stores',
    does: 'a KurrentDB (node or cluster) for the log instead of PostgreSQL',
    secret: 'value',
  },
  {
    name: 'EVENTSTORE_URL',
    group: 'stores',
    does: 'the same; a KurrentDB that is started in the same shell interprets it as its own setting and does not start',
    secret: 'value',
  },
  {
    name: 'REDIS_URL',
    group: 'stores',
    does: 'Redis for background jobs instead of PostgreSQL',
    secret: 'address',
  },
  {
    name: 'ALLOW_PLAIN_CONNECTIONS',
    group: 'stores',
    does: '`yes` permits connections to other machines without TLS; otherwise Daftar does not start',
  },
];

const ACCESS: readonly VariableDeclaration[] = [
  {
    name: 'PUBLIC_URL',
    group: 'access',
    does: 'the address that people open, such as `https://books.example.com`; with https, cookies are secure',
  },
  {
    name: 'TRUST_PROXY',
    group: 'access',
    does: 'the proxies whose `X-Forwarded-For` is trusted: addresses and ranges (`10.0.0.5,fd00::/64`), or their number',
  },
  {
    name: 'JWT_SECRET',
    group: 'access',
    does:
      'the key of sign-in tokens, 32 characters or more; required, and equal, for `command-api` and `read-api` as ' +
      'services',
    default: '`npm start` creates one',
    secret: 'value',
  },
  {
    name: 'ALARM_WEBHOOK',
    group: 'access',
    does: 'an https address, or one of this machine, to which the beginning and the end of each alarm are posted',
    secret: 'value',
    see: 'operations.md#alarms',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    group: 'access',
    does: 'an https address, or one of this machine, of an OpenTelemetry collector, to which traces are sent',
    see: 'operations.md#traces',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    group: 'access',
    does: 'headers for the collector, such as `authorization=Bearer%20TOKEN`',
    secret: 'value',
    see: 'operations.md#traces',
  },
  {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    group: 'access',
    does: 'the part of the traces that is sent, from 0 to 1',
    default: '1',
    see: 'operations.md#traces',
  },
  {
    name: 'METRICS_TOKEN',
    group: 'access',
    does: 'opens `/metrics` for Prometheus to whoever has this token',
    secret: 'value',
    see: 'operations.md#metrics-and-alerts',
  },
  {
    name: 'LEAKED_PASSWORDS',
    group: 'access',
    does: 'a sorted file of SHA-1 digests, such as the one from Have I Been Pwned; new passwords in it are refused',
  },
  {
    name: 'REQUESTS_PER_MINUTE',
    group: 'access',
    does: 'limit for one person; an address may send ten times as many; 0 is unlimited',
    default: '3000',
  },
];

const SERVICES: readonly VariableDeclaration[] = [
  { name: 'COMMAND_API_URL', group: 'services', does: 'the address of the command API; required by `npm run web`' },
  { name: 'READ_API_URL', group: 'services', does: 'the address of the read API; required by `npm run web`' },
];

const histories = (name: string, does: string): VariableDeclaration => ({ name, group: 'tests', does });

const TESTS: readonly VariableDeclaration[] = [
  {
    name: 'CHROMIUM_PATH',
    group: 'tests',
    does: 'the browser of the tests',
    default: 'Debian’s `chromium-headless-shell` or `chromium`',
  },
  { name: 'FIREFOX_PATH', group: 'tests', does: 'the second browser, of the nightly run', default: '`firefox-esr`' },
  { name: 'TEST_EVENTSTORE_URL', group: 'tests', does: 'an empty KurrentDB for the tests that need one' },
  { name: 'TEST_SEED', group: 'tests', does: 'the seed of `npm run test:nightly`, which prints the seed that it used' },
  { name: 'RANDOM_SEED', group: 'tests', does: 'the seed of a random test, which its failure prints' },
  { name: 'TEST_LIMIT_MS', group: 'tests', does: 'the limit of a wait', default: '300000' },
  histories('ORACLE_HISTORIES', 'number of random histories that `test/oracle` compares with independent books'),
  histories('ORACLE_SEED', 'their seed'),
  histories('ORACLE_PATH', 'one history, as its failure names it'),
  histories('ORACLE_PROJECTED', 'number of histories that are compared with the read models'),
  histories('BOUNDS_HISTORIES', 'number of histories that are played against bounds of memory'),
  histories('CLAIMS_HISTORIES', 'number of histories of claims, in each event store'),
  { name: 'SCREENSHOTS', group: 'tests', does: 'a folder for pictures of what the tests of the browser see' },
  { name: 'IMPORT_FILE', group: 'tests', does: 'a file of real trade for the measurement and the tests of the import' },
  { name: 'IMPORT_RATES', group: 'tests', does: 'its exchange rates' },
  { name: 'KEEP', group: 'tests', does: 'keeps the folder in which `npm run test:mutants` made its errors' },
  { name: 'XDG_CACHE_HOME', group: 'tests', does: 'the folder below which test runs are noted', default: '`~/.cache`' },
];

const INTERNAL: readonly VariableDeclaration[] = [
  {
    name: 'DAFTAR_URL',
    group: 'internal',
    does: 'the address of the running Daftar, for a command that uses its API and for the server of `vite`',
  },
  { name: 'TEST_RING', group: 'internal', does: 'the ring of the test run' },
  { name: 'TEST_DIGESTS', group: 'internal', does: 'digests of the test files that a run may note as passed' },
  { name: 'TEST_PROFILE', group: 'internal', does: 'the folder of the measurements of `npm test -- --profile`' },
  { name: 'NODE_COMPILE_CACHE', group: 'internal', does: 'compiled code beside the packages, of Node' },
];

export const VARIABLES: readonly VariableDeclaration[] = [
  ...USUAL,
  ...STORES,
  ...ACCESS,
  ...SERVICES,
  ...TESTS,
  ...INTERNAL,
];

/** The variable with the password of an address: `DATABASE_PASSWORD_FILE` of `DATABASE_URL`. */
export const passwordFileOf = (name: string): string => name.replace(/_URL$/, '_PASSWORD_FILE');

/** Every name that is read, with those of files. */
export const KNOWN_NAMES: ReadonlySet<string> = new Set(
  VARIABLES.flatMap(({ name, secret }) => [
    name,
    ...(secret === undefined ? [] : [`${name}_FILE`]),
    ...(secret === 'address' ? [passwordFileOf(name)] : []),
  ]),
);
