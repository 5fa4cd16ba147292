/** Buttons. A screen has one primary button; destructive actions are red only in their confirmation. */
import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, Ref } from 'react';

const LOOKS = {
  primary: 'bg-accent text-accent-ink hover:bg-accent-strong font-medium border border-transparent',
  secondary: 'bg-surface-1 text-ink border border-edge-strong/55 hover:bg-surface-2',
  quiet: 'text-ink-muted hover:text-ink hover:bg-surface-3 border border-transparent',
  danger: 'bg-danger-solid text-accent-ink hover:opacity-90 font-medium border border-transparent',
} as const;

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: keyof typeof LOOKS;
  readonly icon?: LucideIcon;
  readonly busy?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Button({ look = 'secondary', icon: Icon, busy, children, className = '', ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled || busy}
      aria-busy={busy || undefined}
      className={`inline-flex h-8 shrink-0 items-center justify-center gap-1.5 pointer-coarse:min-h-11 rounded-md px-3 whitespace-nowrap transition-colors disabled:opacity-50 ${LOOKS[look]} ${className}`}
    >
      {Icon && <Icon size={15} aria-hidden className="shrink-0" />}
      {children}
    </button>
  );
}

export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly icon: LucideIcon;
  /** For screen readers and the tooltip. */
  readonly label: string;
  readonly pressed?: boolean;
  /** The symbol shows a direction and is mirrored in right-to-left languages. */
  readonly mirror?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ icon: Icon, label, pressed, mirror, className = '', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      aria-pressed={pressed}
      title={label}
      className={`inline-flex size-8 shrink-0 items-center pointer-coarse:size-11 justify-center rounded-md text-ink-muted transition-colors hover:bg-surface-3 hover:text-ink disabled:pointer-events-none disabled:opacity-40 aria-pressed:bg-accent-soft aria-pressed:text-accent-strong ${className}`}
    >
      <Icon size={16} aria-hidden className={mirror ? 'mirror' : ''} />
    </button>
  );
}
