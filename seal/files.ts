/** Stores seals as files and reads them. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';
import { checked } from '../domain/schemas/checked.schema.ts';
import type { Seal } from './seal.ts';
import { SEAL_FORMAT } from './seal.ts';

const Text = Type.String();
const sealHead = checked(
  'the seal',
  Type.Object({ seal: Text, days: Type.Integer(), events: Type.Integer(), last_position: Text, root: Text }),
);
const sealedDay = checked(
  'a day of the seal',
  Type.Object({
    day: Text,
    events: Type.Integer(),
    root: Text,
    positions: Type.Union([Type.Array(Text), Type.Object({ first: Text, last: Text })]),
    marks: Text,
  }),
);

/** Folder within the data folder; each seal is named by its last position. */
export const sealsFolder = (dataDir: string): string => join(dataDir, 'seals');

/** Paths of all seals, oldest first. */
export function keptSeals(dataDir: string): string[] {
  const folder = sealsFolder(dataDir);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^seal-\d+\.jsonl$/.test(name))
    .sort((a, b) => Number(/\d+/.exec(a)?.[0]) - Number(/\d+/.exec(b)?.[0]))
    .map((name) => join(folder, name));
}

export class NotASeal extends Error {
  constructor(file: string) {
    super(`${file} is not a whole seal of the format ${SEAL_FORMAT}`);
    this.name = 'NotASeal';
  }
}

/** Throws NotASeal. */
export function readSeal(file: string): Seal {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  try {
    const [first = '', ...rest] = lines;
    const [head, days] = [sealHead.parse(first), rest.map((line) => sealedDay.parse(line))];
    if (head.seal !== SEAL_FORMAT || head.days !== days.length) throw new NotASeal(file);
    return { events: head.events, last_position: head.last_position, root: head.root, days };
  } catch {
    throw new NotASeal(file);
  }
}
