/** Work that a person waits for: busy until it ends, and what was refused is told. */
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
