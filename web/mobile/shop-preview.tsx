/** The application's home screen as customers see it, for users who edit its sliders and sections. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Reads, read } from '../shared/api/read.ts';
import { Amount } from '../shared/controls/amount.tsx';
import { FailedState, SkeletonLines } from '../shared/controls/states.tsx';
import { usePreferences } from '../shared/language/preferences.ts';
import { Picture } from '../shared/pictures/picture.tsx';

type Section = Reads['mobile_sections/preview']['sections'][number];

export function ShopPreview() {
  const { t } = useTranslation();
  const { language } = usePreferences();
  const { data, error, refetch } = useQuery({
    queryKey: ['mobile_sections', 'preview', language],
    queryFn: ({ signal }) => read('mobile_sections/preview', { signal }),
    meta: { quiet: true },
  });
  if (error) return <FailedState problem={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines lines={10} />;
  const { sliders, sections } = data;
  return (
    <div className="flex h-full flex-col items-center gap-3 overflow-y-auto p-4">
      <h1 className="text-xl font-semibold">{t('mobile:preview')}</h1>
      <p className="text-ink-muted">{t('mobile:preview_text')}</p>
      <div className="flex w-full max-w-[390px] flex-col gap-4 rounded-2xl border border-edge bg-surface-1 p-3 shadow-card">
        {sliders.length > 0 && (
          <ul aria-label={t('mobile:slider_images')} className="flex gap-2 overflow-x-auto">
            {sliders.map(({ slider_image_id, title, image }) => (
              <li key={slider_image_id} className="w-64 shrink-0">
                {image && <Picture attachment={image} label={title} className="h-32 w-full rounded-lg object-cover" />}
                <bdi className="text-sm">{title}</bdi>
              </li>
            ))}
          </ul>
        )}
        {sections.length === 0 && <p className="text-ink-muted">{t('mobile:preview_empty')}</p>}
        {sections.map((section) => (
          <ShownSection key={section.mobile_section_id} section={section} />
        ))}
      </div>
    </div>
  );
}

function ShownSection({ section: { title, description, items } }: { section: Section }) {
  return (
    <section aria-label={title}>
      <h2 className="font-semibold">
        <bdi>{title}</bdi>
      </h2>
      {description && <p className="text-sm text-ink-muted">{description}</p>}
      <ul className="mt-2 grid grid-cols-2 gap-2">
        {items.map((item) => (
          <ShownItem key={item.item_id} item={item} />
        ))}
      </ul>
    </section>
  );
}

function ShownItem({ item: { item_name, images, in_stock, units } }: { item: Section['items'][number] }) {
  const { t } = useTranslation();
  const [image] = images;
  const unit = units.find(({ is_default }) => is_default) ?? units[0];
  return (
    <li className={`rounded-lg border border-edge p-2 ${in_stock ? '' : 'opacity-60'}`}>
      {image && <Picture attachment={image} label={item_name} className="mb-1 h-24 w-full rounded object-cover" />}
      <bdi className="block text-sm">{item_name}</bdi>
      {unit?.price && (
        <span className="text-sm font-medium">
          <Amount value={unit.price} /> <bdi className="text-ink-muted">{unit.unit_name}</bdi>
        </span>
      )}
      {!in_stock && <span className="block text-xs text-danger-ink">{t('mobile:out_of_stock')}</span>}
    </li>
  );
}
