/** Seals as files: where they are kept, how they are read again. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Seal, SealedDay } from './seal.ts';
import { SEAL_FORMAT } from './seal.ts';

/** In the data folder; each seal is named by the last position that it holds. */
export const sealsFolder = (dataDir: string): string => join(dataDir, 'seals');

/** Oldest first. */
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
    const [head, ...days] = lines.map((line) => JSON.parse(line) as unknown) as [
      { seal: string; days: number } & Omit<Seal, 'days'>,
      ...SealedDay[],
    ];
    if (head.seal !== SEAL_FORMAT || head.days !== days.length) throw new NotASeal(file);
    return { events: head.events, last_position: head.last_position, root: head.root, days };
  } catch {
    throw new NotASeal(file);
  }
}
