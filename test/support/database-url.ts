/** Addresses of the databases of tests, and the roles that a run has: those of production, under names of the run's own. */
import { type DatabaseRole, RUNTIME_ROLES, urlAs } from '../../launcher/database/role-names.ts';

/** The same server and user, another database. */
export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

export const ROLES: readonly DatabaseRole[] = ['owner', ...RUNTIME_ROLES];
export const ROLE_PASSWORD = 'a password of tests';

/** Of a database of the run with this prefix, as each role. */
export function urlsOf(url: string, prefix: string): Readonly<Record<DatabaseRole, string>> {
  const as = (role: DatabaseRole) => urlAs(url, prefix + role, ROLE_PASSWORD);
  return { owner: as('owner'), command: as('command'), read: as('read'), projector: as('projector') };
}
