/** Doctor's report on the roles of the database: whether a running process could change stored events. */
import type { QueryResultRow } from 'pg';
import { givenUrls, namesOf, RUNTIME_ROLES, roleName, rolesSentence } from '../machine/role-names.ts';

interface Found {
  readonly database: string;
  readonly owner: string;
  readonly owner_is_superuser: boolean;
}

export type Query = <Row extends QueryResultRow>(sql: string, values?: unknown[]) => Promise<readonly Row[]>;

const OWNER = `select current_database() as database, r.rolname as owner, r.rolsuper as owner_is_superuser
  from pg_class c join pg_roles r on r.oid = c.relowner where c.oid = to_regclass('log.event')`;

/** Existing roles that are no superusers and cannot write events except through `log.append`. */
const HELD_BACK = `select rolname as name from pg_roles where rolname = any ($1) and not rolsuper
  and not has_table_privilege(rolname, 'log.event', 'insert, update, delete, truncate')`;

/** Returns a message; a database without separate roles is no error, but is reported. */
export async function describeRoles(query: Query, environment: NodeJS.ProcessEnv): Promise<string> {
  const [found] = await query<Found>(OWNER);
  if (!found) return 'not known before the migrations have run';
  const given = givenUrls(environment);
  const names = given ? namesOf(given) : RUNTIME_ROLES.map((role) => roleName(found.database, role));
  const held = (await query<{ readonly name: string }>(HELD_BACK, [names])).map(({ name }) => name);
  if (found.owner_is_superuser || !names.every((name) => held.includes(name)))
    return rolesSentence([found.owner], false);
  return `${rolesSentence(names, true)}; the tables belong to ${found.owner}`;
}
