/** Tells the terminal when there is too little space on the disk to store anything, and when there is enough again. */
import { type DiskSpace, FREE_MB_MIN } from '../identity/disk-space.ts';

const LOOK_EVERY_MS = 5_000;

/** Gives what ends the watch. */
export function watchDisk(space: DiskSpace, say: (line: string) => void, everyMs = LOOK_EVERY_MS): () => void {
  let wasLow = false;
  const look = () => {
    const { isLow, freeMb } = space;
    if (isLow === wasLow) return;
    wasLow = isLow;
    if (isLow) say(`The disk is almost full (${freeMb} MB free): nothing is stored until ${FREE_MB_MIN} MB are free.`);
    else say(`There is space on the disk again (${freeMb} MB free): everything is stored.`);
  };
  const timer = setInterval(look, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
