/** Faults of an unattended server: connections break during an append, and its clock jumps. */
import { mustHold, scaled } from '../measure.ts';
import { buyGoods } from './business.ts';
import { Load, STOCK } from './load.ts';
import type { Ordeal } from './ordeal.ts';

const CLIENTS = 16;
const CUTS = 200;
const STEPS = 40;

export const cuts: Ordeal = {
  name: 'cuts',
  about: `${CUTS} times every connection to PostgreSQL is cut while ${CLIENTS} cashiers sell`,
  async run({ business, size }) {
    const goods = await buyGoods(business, 'Cuts', String(STOCK));
    const load = new Load(business, goods, 'cuts', CLIENTS);
    const times = scaled(CUTS, size, 5);
    let connections = 0;
    for (let cut = 0; cut < times; cut += 1) {
      await load.more(CLIENTS / 2);
      const { ended } = await business.row<{ ended: number }>(
        `select count(*) filter (where pg_terminate_backend(pid))::int as ended from pg_stat_activity
         where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
      );
      connections += ended;
    }
    await load.more(CLIENTS + 1);
    await load.end();
    await load.check();
    return [
      { name: 'connections cut', value: `${connections} in ${times} cuts` },
      { name: 'sales answered', value: `${load.sold.length}, none lost, none twice` },
      { name: 'longest without answer', value: `${load.longestGapMs.toFixed(0)} ms` },
    ];
  },
};

export const clock: Ordeal = {
  name: 'clock',
  about: `${STEPS} times the clock of the log jumps up to two hours, forth and back, while ${CLIENTS} cashiers sell`,
  async run({ business, size }) {
    const goods = await buyGoods(business, 'Clock', String(STOCK));
    const load = new Load(business, goods, 'clock', CLIENTS);
    const steps = scaled(STEPS, size, 4);
    for (let step = 0; step < steps; step += 1) {
      await load.more(CLIENTS);
      const minutes = Math.round((step % 2 === 0 ? -120 : 120) * ((step + 1) / steps));
      await business.execute(`create or replace function log.clock() returns timestamptz language sql volatile as
        'select clock_timestamp() + interval ''${minutes} minutes'''`);
    }
    await business.execute(`create or replace function log.clock() returns timestamptz language sql volatile as
      'select clock_timestamp()'`);
    await load.more(CLIENTS);
    await load.end();
    await load.check();
    const { back } = await business.row<{ back: number }>(
      `select count(*)::int as back from (
         select recorded_at < lag(recorded_at) over (order by position) as is_back from log.event) e where is_back`,
    );
    mustHold(back === 0, `${back} events were recorded before the event before them`);
    return [
      { name: 'jumps', value: String(steps) },
      { name: 'sales answered', value: `${load.sold.length}, no time goes back` },
    ];
  },
};
