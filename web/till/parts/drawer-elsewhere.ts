/** A drawer that is open at the server for the cashier and unknown to this device. */
import { useEffect, useState } from 'react';
import { useWatched } from '../device/use-watched.ts';
import { useTill } from './till-context.tsx';

/** Its number; undefined without one, and while offline. */
export function useDrawerElsewhere(): string | undefined {
  const { device, session } = useTill();
  const open = useWatched(device.server)?.open_drawers;
  const cashier = session.cashier.id;
  const [found, setFound] = useState<string>();
  useEffect(() => {
    let isWanted = true;
    void find().then((number) => isWanted && setFound(number));
    return () => {
      isWanted = false;
    };
    async function find(): Promise<string | undefined> {
      for (const { id, user_fk, uuid, number } of open ?? []) {
        // A drawer that was opened here is already closed here, but the server has not received the entry yet.
        const isHere = typeof uuid === 'string' && (await device.journal.entry(uuid)) !== undefined;
        if (user_fk === cashier && !isHere) return String(number ?? id);
      }
      return undefined;
    }
  }, [device, cashier, open]);
  return found;
}
