/** Addresses of test databases, and the roles of a run: those of production, with a prefix for the run. */
import { type DatabaseRole, RUNTIME_ROLES, urlAs } from '../../launcher/machine/role-names.ts';

/** The same server and user, another database. */
export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** The parameter of an address with which pg connects to the socket file in a folder instead of over TCP. */
export const SOCKET_PARAMETER = 'host';

/** The address with another port of this machine, over TCP: that of a proxy. */
export function overPort(url: string, port: number): string {
  const address = new URL(url);
  address.searchParams.delete(SOCKET_PARAMETER);
  address.hostname = '127.0.0.1';
  address.port = String(port);
  return address.href;
}

export const ROLES: readonly DatabaseRole[] = ['owner', ...RUNTIME_ROLES];
export const ROLE_PASSWORD = 'a password of tests';

/** Addresses of a database with this prefix, by role. */
export function urlsOf(url: string, prefix: string): Readonly<Record<DatabaseRole, string>> {
  const as = (role: DatabaseRole) => urlAs(url, prefix + role, ROLE_PASSWORD);
  return { owner: as('owner'), command: as('command'), read: as('read'), projector: as('projector') };
}
