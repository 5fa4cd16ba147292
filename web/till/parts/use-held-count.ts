/** How many sales are held: at this till, and at the outlet's other tills while these are known. */
import { useEffect, useState } from 'react';
import type { TillDevice } from '../device/device.ts';
import { useWatched } from '../device/use-watched.ts';

export function useHeldCount(device: TillDevice): number {
  const version = useWatched(device.parked.changes);
  const network = useWatched(device.network);
  const elsewhere = useWatched(device.shared.elsewhere);
  const [own, setOwn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are others after every change.
  useEffect(() => {
    void device.parked.list().then(({ length }) => setOwn(length));
  }, [device, version]);
  return own + (network === 'online' ? elsewhere.length : 0);
}
