/** Shown while a screen's chunk loads, and after an error. */
import type { ErrorComponentProps } from '@tanstack/react-router';
import { FailedState, SkeletonLines } from '../shared/controls/states.tsx';

export function LoadingScreen() {
  return <SkeletonLines lines={8} />;
}

export function FailedScreen({ error, reset }: ErrorComponentProps) {
  return <FailedState problem={error} onRetry={reset} />;
}
