/** For `doctor`: the time zone of the business, and whether somebody chose it or it was only inherited. */
import { isZone } from '../../domain/values/zone.ts';
import { timeZoneOf } from '../machine/preflight.ts';

type Query = (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

const ADVICE = 'Days begin at its midnight. Choose the zone of the shop in the system configurations.';

/** Returns the state in words. Throws a StartupError when TZ is not a zone. */
export async function describeZone(query: Query, environment: NodeJS.ProcessEnv): Promise<string> {
  const inherited = timeZoneOf(environment);
  const [built] = await query(`select to_regclass('read.record') is not null as there`);
  const [row] = built?.['there']
    ? await query(`select data ->> 'time_zone' as time_zone from read.record where kind = 'system_setting' and id = 1`)
    : [];
  const chosen = row?.['time_zone'];
  if (isZone(chosen)) return `${chosen}, chosen for the business`;
  if (environment['TZ']) return `${inherited}, only inherited from TZ. ${ADVICE}`;
  return `WARNING: ${inherited}, only inherited from the machine. ${ADVICE}`;
}
