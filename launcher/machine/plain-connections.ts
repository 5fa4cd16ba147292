/**
 * Connections to other machines must be encrypted: an address without TLS that is neither on this machine nor a socket
 * stops the start, unless ALLOW_PLAIN_CONNECTIONS declares its network trusted.
 */
import { StartupError } from './startup-error.ts';

const ALLOWED = 'ALLOW_PLAIN_CONNECTIONS';

interface Leads {
  readonly hosts: readonly string[];
  readonly isEncrypted: boolean;
}

/** Parses the address of each variable. */
const READERS: Readonly<Record<string, (address: string) => Leads | undefined>> = {
  DATABASE_URL: postgres,
  COMMAND_DATABASE_URL: postgres,
  READ_DATABASE_URL: postgres,
  PROJECTOR_DATABASE_URL: postgres,
  DAFTAR_EVENTSTORE_URL: kurrentdb,
  EVENTSTORE_URL: kurrentdb,
  REDIS_URL: redis,
  COMMAND_API_URL: http,
  READ_API_URL: http,
  LOG_TARGET: syslog,
};

/** Throws StartupError with each address, and the remedy. */
export function requireEncrypted(environment: NodeJS.ProcessEnv): void {
  const plain = plainConnections(environment);
  if (plain.length === 0 || isAllowed(environment)) return;
  throw new StartupError(
    `${plain.join(', ')}: passwords and books would pass there unencrypted. Use TLS (sslmode=verify-full for PostgreSQL, rediss:// for Redis, tls=true for KurrentDB, https:// for services, tls:// for logs), or set ${ALLOWED}=yes where nobody else is in that network.`,
  );
}

/** For doctor. Throws an error with the problems. */
export function describeConnections(environment: NodeJS.ProcessEnv): string {
  const plain = plainConnections(environment);
  if (plain.length === 0) return 'encrypted, or on this machine';
  if (isAllowed(environment)) return `${plain.join(', ')}, which ${ALLOWED} allows`;
  throw new Error(`${plain.join(', ')}: the next start will refuse this, unless ${ALLOWED}=yes`);
}

/** `REDIS_URL leads to 10.0.0.7 without TLS` */
function plainConnections(environment: NodeJS.ProcessEnv): readonly string[] {
  return Object.entries(READERS).flatMap(([variable, read]) => {
    const address = environment[variable];
    const { hosts = [], isEncrypted = true } = (address && read(address)) || {};
    const others = hosts.filter((host) => !isOnThisMachine(host));
    return isEncrypted || others.length === 0 ? [] : [`${variable} leads to ${others.join(', ')} without TLS`];
  });
}

const isAllowed = (environment: NodeJS.ProcessEnv): boolean => environment[ALLOWED] === 'yes';

const isOnThisMachine = (host: string): boolean =>
  host === '' || host.startsWith('/') || /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);

/** The database is on this machine, as far as its address tells. */
export const isDatabaseHere = (address: string): boolean => postgres(address)?.hosts.every(isOnThisMachine) ?? true;

type Given = Readonly<Record<string, string | undefined>>;

/** Where alarms are posted; undefined without ALARM_WEBHOOK. Throws as `sentTo`. */
export const alarmUrlOf = ({ ALARM_WEBHOOK: given }: Given): string | undefined => sentTo('ALARM_WEBHOOK', given);

/** Where traces are sent; undefined without OTEL_EXPORTER_OTLP_ENDPOINT. Throws as `sentTo`. */
export const collectorUrlOf = ({ OTEL_EXPORTER_OTLP_ENDPOINT: given }: Given): string | undefined =>
  sentTo('OTEL_EXPORTER_OTLP_ENDPOINT', given);

/** Throws StartupError for an address that is neither https nor of this machine. */
function sentTo(name: string, given: string | undefined): string | undefined {
  if (!given) return undefined;
  const url = URL.parse(given);
  const isAllowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && isOnThisMachine(url.hostname));
  if (!isAllowed) throw new StartupError(`${name} is no https address, and no http address of this machine.`);
  return given;
}

const ENCRYPTED_MODES: ReadonlySet<string> = new Set(['require', 'verify-ca', 'verify-full']);

/** A host in the query, often the folder of a socket, overrides that of the address. */
function postgres(address: string): Leads | undefined {
  if (address.startsWith('/') || address.startsWith('socket:')) return undefined;
  const url = URL.parse(address);
  if (!url) return undefined;
  const mode = url.searchParams.get('sslmode');
  const isEncrypted = mode === null ? isYes(url.searchParams.get('ssl')) : ENCRYPTED_MODES.has(mode);
  return { hosts: [url.searchParams.get('host') ?? decodeURIComponent(url.hostname)], isEncrypted };
}

const isYes = (setting: string | null): boolean => setting === 'true' || setting === '1';

/** May name several nodes: `esdb://user:password@one:2113,two:2113?tls=true`. TLS is the default. */
function kurrentdb(address: string): Leads | undefined {
  const [, nodes, query = ''] = /^[a-z+]+:\/\/(?:[^@/?]*@)?([^/?]*)[^?]*(\?.*)?$/i.exec(address) ?? [];
  if (nodes === undefined) return undefined;
  const tls = [...new URLSearchParams(query)].find(([name]) => name.toLowerCase() === 'tls')?.[1];
  return { hosts: nodes.split(',').map((node) => node.replace(/:\d+$/, '')), isEncrypted: tls !== 'false' };
}

function redis(address: string): Leads | undefined {
  const url = address.startsWith('/') ? null : URL.parse(address);
  return url ? { hosts: [decodeURIComponent(url.hostname)], isEncrypted: url.protocol === 'rediss:' } : undefined;
}

function http(address: string): Leads | undefined {
  const url = URL.parse(address);
  return url ? { hosts: [url.hostname], isEncrypted: url.protocol === 'https:' } : undefined;
}

function syslog(address: string): Leads | undefined {
  const url = URL.parse(address);
  return url ? { hosts: [url.hostname], isEncrypted: url.protocol === 'tls:' } : undefined;
}
