/** Buttons for touch: 48 px high, with their key. */
import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Keys } from '../../shared/controls/keys.tsx';
import type { ShortcutName } from '../../shared/shortcuts/definitions.ts';
import { useShortcut } from '../../shared/shortcuts/shortcuts.ts';

const LOOKS = {
  primary: 'bg-accent text-accent-ink hover:bg-accent-strong font-semibold border-transparent',
  secondary: 'bg-surface-1 text-ink border-edge-strong/55 hover:bg-surface-2',
  quiet: 'text-ink-muted hover:text-ink hover:bg-surface-3 border-transparent',
  danger: 'bg-danger-solid text-accent-ink hover:opacity-90 font-semibold border-transparent',
} as const;

export interface TillButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: keyof typeof LOOKS;
  readonly icon?: LucideIcon;
  /** The button's key, shown on it. */
  readonly shortcut?: ShortcutName;
  /** False while a panel in front uses the key. */
  readonly listens?: boolean;
  readonly onPress: () => void;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly children?: ReactNode;
}

export function TillButton({
  look = 'secondary',
  icon: Icon,
  shortcut,
  listens = true,
  onPress,
  children,
  className = '',
  ...rest
}: TillButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      onClick={onPress}
      className={`inline-flex min-h-12 min-w-12 shrink-0 items-center justify-center gap-2 rounded-md border px-3 text-base transition-colors disabled:opacity-45 ${LOOKS[look]} ${className}`}
    >
      {Icon && <Icon size={18} aria-hidden className="shrink-0" />}
      {children}
      {shortcut && <Pressed shortcut={shortcut} listens={listens && !rest.disabled} onPress={onPress} />}
    </button>
  );
}

interface PressedProps {
  readonly shortcut: ShortcutName;
  readonly listens: boolean;
  readonly onPress: () => void;
}

function Pressed({ shortcut, listens, onPress }: PressedProps) {
  useShortcut(shortcut, onPress, listens);
  return (
    <span className="max-lg:hidden">
      <Keys name={shortcut} />
    </span>
  );
}
