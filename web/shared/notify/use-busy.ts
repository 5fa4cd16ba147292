/** Busy state of an action until it ends; reports its errors. */
import { useState } from 'react';
import { notifyProblem } from './notify.ts';

export function useBusy() {
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch (problem) {
      notifyProblem(problem);
    } finally {
      setBusy(false);
    }
  };
  return { busy, run };
}
