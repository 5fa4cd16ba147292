/** A status with colour, word and symbol together, so that the colour is never the only sign. */
import { Ban, Check, CircleDashed, CircleDot, Clock, type LucideIcon } from 'lucide-react';

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';

const LOOKS: Readonly<Record<Tone, { className: string; icon: LucideIcon }>> = {
  neutral: { className: 'bg-neutral text-neutral-ink', icon: CircleDashed },
  info: { className: 'bg-info text-info-ink', icon: CircleDot },
  success: { className: 'bg-success text-success-ink', icon: Check },
  warning: { className: 'bg-warning text-warning-ink', icon: Clock },
  danger: { className: 'bg-danger text-danger-ink', icon: Ban },
};

export function StatusChip({ tone, label, icon }: { tone: Tone; label: string; icon?: LucideIcon }) {
  const Icon = icon ?? LOOKS[tone].icon;
  return (
    <span
      className={`inline-flex h-5.5 items-center gap-1 rounded-full ps-1.5 pe-2 text-xs font-medium whitespace-nowrap ${LOOKS[tone].className}`}
    >
      <Icon size={12} aria-hidden strokeWidth={2.4} />
      {label}
    </span>
  );
}
