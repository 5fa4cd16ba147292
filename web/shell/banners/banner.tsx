/** A banner at the top of every screen, for important notices. */
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface BannerProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children: ReactNode;
}

export const Banner = ({ icon: Icon, title, children }: BannerProps) => (
  <section
    role="status"
    aria-label={title}
    className="no-print flex shrink-0 gap-3 border-b border-edge bg-warning px-4 py-2 text-warning-ink"
  >
    <Icon size={16} aria-hidden className="mt-0.5 shrink-0" />
    <div className="min-w-0">{children}</div>
  </section>
);
