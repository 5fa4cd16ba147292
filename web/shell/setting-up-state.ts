/** The set-up step that a person has opened from the home page, until they return. */
import { useSyncExternalStore } from 'react';

let step: string | undefined;
const listeners = new Set<() => void>();

/** `name` of the step: `shell:onboarding.<name>`; undefined after the return. */
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
