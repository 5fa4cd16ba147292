/** Reports to the terminal when the disk has too little space to store anything, and when it has enough again. */
import { type DiskSpace, FREE_MB_MIN } from '../identity/machine/disk-space.ts';

const LOOK_EVERY_MS = 5_000;

/** Returns a function that ends the watch. */
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
