/** The current device of a till: when it last connected, and the state that it reported then. */
import { sql } from 'kysely';
import { paperPrefix } from '../../domain/till/device-entry.ts';
import type { Snapshot } from '../database/reader.ts';
import type { Reader } from '../database/reader-type.ts';
import type { Row } from './names.ts';

interface Device {
  readonly till_id: number;
  readonly nth: number;
  readonly device: string | null;
  readonly enrolled_at: string;
  readonly seen_at: string | null;
  readonly waiting: number | null;
  readonly oldest_at: string | null;
  readonly refused: number | null;
  readonly version: string | null;
  readonly has_update: boolean | null;
  readonly missing: number | null;
  readonly told_at: string | null;
}

/** A till without a device gets no fields. */
export async function besideTills(reader: Reader | Snapshot, rows: readonly Row[]): Promise<Row[]> {
  const ids = rows.map((row) => Number(row['id']));
  const { rows: devices } = await sql<Device>`
    select till_id, nth, device, enrolled_at, seen_at, waiting, oldest_at, refused, version, has_update, missing, told_at
    from identity.till_device where revoked_at is null and till_id = any(${ids}::int[])`.execute(reader);
  const byTill = new Map(devices.map(({ till_id, ...device }) => [till_id, device]));
  return rows.map((row) => {
    const id = Number(row['id']);
    const { nth, ...device } = byTill.get(id) ?? {};
    return { ...row, ...device, ...(nth === undefined ? {} : { number_prefix: paperPrefix(id, nth) }) };
  });
}
