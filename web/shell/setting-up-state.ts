/** The step of setting up that a person has gone to from the home page, until they are back there. */
import { useSyncExternalStore } from 'react';

let step: string | undefined;
const listeners = new Set<() => void>();

/** `name` is that of the step: `shell:onboarding.<name>`; undefined when they are back. */
export function goToStep(name: string | undefined): void {
  if (step === name) return;
  step = name;
  for (const listener of listeners) listener();
}

export const useStepGoneTo = (): string | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => step,
  );
