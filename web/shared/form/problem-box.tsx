/** The errors of a form at its top: takes the focus after each attempt to save. */
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';

interface ProblemBoxProps {
  readonly title: string;
  /** Number of attempts to save. */
  readonly attempt: number;
  readonly className?: string;
  /** List items. */
  readonly children: ReactNode;
}

export function ProblemBox({ title, attempt, className = '', children }: ProblemBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // An open dialog shows its own errors and keeps the focus.
    const isBehind = document.querySelector('[role=dialog]') !== null && !box.current?.closest('[role=dialog]');
    if (attempt > 0 && !isBehind) box.current?.focus();
  }, [attempt]);
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className={`rounded-md border border-danger-ink/40 bg-danger px-4 py-3 text-danger-ink outline-none ${className}`}
    >
      <p className="flex items-center gap-2 font-semibold">
        <TriangleAlert size={15} aria-hidden />
        {title}
      </p>
      <ul className="mt-1 list-disc ps-6">{children}</ul>
    </div>
  );
}
