/**
 * Daftar's roles of PostgreSQL. The owner has the tables and migrates them; the three others are those of the command
 * API, the read API and the projector, with the rights of launcher/database/rights.sql only.
 */
import { defined } from '../../domain/values/defined.ts';
import { StartupError } from './startup-error.ts';

/** The roles that connect at run time. */
export const RUNTIME_ROLES = ['command', 'read', 'projector'] as const;
export type RuntimeRole = (typeof RUNTIME_ROLES)[number];
export type DatabaseRole = 'owner' | RuntimeRole;

/** An address for each; three equal ones when roles are not separated. */
export type RuntimeUrls = Readonly<Record<RuntimeRole, string>>;
/** 24 random bytes each, encoded as text. */
export type RolePasswords = Readonly<Record<DatabaseRole, string>>;

const VARIABLES: Readonly<Record<RuntimeRole, string>> = {
  command: 'COMMAND_DATABASE_URL',
  read: 'READ_DATABASE_URL',
  projector: 'PROJECTOR_DATABASE_URL',
};

export const variableOf = (role: RuntimeRole): string => VARIABLES[role];

/** PostgreSQL truncates longer names. */
const NAME_LENGTH_MAX = 63;

/** Roles belong to a server, not to a database, so the name contains the database: `daftar_command`. */
export const roleName = (database: string, role: DatabaseRole): string =>
  `${database.slice(0, NAME_LENGTH_MAX - role.length - 1)}_${role}`;

/**
 * The addresses that the environment names. Undefined when it names none; throws a StartupError when it names only
 * some.
 */
export function givenUrls(environment: NodeJS.ProcessEnv): RuntimeUrls | undefined {
  const missing = RUNTIME_ROLES.filter((role) => !environment[VARIABLES[role]]);
  if (missing.length === RUNTIME_ROLES.length) return undefined;
  if (missing.length > 0) {
    const names = missing.map(variableOf).join(' and ');
    throw new StartupError(
      `${names} must be set beside the other addresses of roles, or none of them. See docs/operations.md.`,
    );
  }
  const nameless = RUNTIME_ROLES.find((role) => !URL.parse(defined(environment[VARIABLES[role]]))?.username);
  if (nameless) {
    throw new StartupError(
      `${VARIABLES[nameless]} names no role. Give an address such as postgres://role:password@server/database.`,
    );
  }
  return urlsBy((role) => defined(environment[VARIABLES[role]]));
}

export const urlsBy = (urlOf: (role: RuntimeRole) => string): RuntimeUrls => ({
  command: urlOf('command'),
  read: urlOf('read'),
  projector: urlOf('projector'),
});

/** The user of an address: `daftar_command`. */
export const userOf = (url: string): string => decodeURIComponent(new URL(url).username);

/** The same server and database, as another user. */
export function urlAs(url: string, user: string, password: string): string {
  const other = new URL(url);
  other.username = encodeURIComponent(user);
  other.password = encodeURIComponent(password);
  return other.href;
}

/** The environment of a process with one role: its own address, and no other. */
export const environmentAs = (environment: NodeJS.ProcessEnv, url: string): NodeJS.ProcessEnv => ({
  ...environment,
  COMMAND_DATABASE_URL: undefined,
  READ_DATABASE_URL: undefined,
  PROJECTOR_DATABASE_URL: undefined,
  DATABASE_URL: url,
});

/** For people: whether a running process could change stored events. `names` are those of the runtime roles. */
export function rolesSentence(names: readonly string[], areSeparate: boolean): string {
  if (areSeparate) return `separate (${names.join(', ')})`;
  return `not separate: everything works as "${names[0]}", which may change what is stored. See docs/operations.md, "Roles of the database".`;
}

export const namesOf = (urls: RuntimeUrls): readonly string[] => RUNTIME_ROLES.map((role) => userOf(urls[role]));
