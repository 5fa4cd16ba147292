/** The first load of the catalogue; later ones run in the background. */
import { useTranslation } from 'react-i18next';
import type { TillDevice } from '../../device/device.ts';
import { useWatched } from '../../device/use-watched.ts';

export function FirstLoad({ device }: { device: TillDevice }) {
  const { t } = useTranslation();
  const { loading } = useWatched(device.catalogue.state);
  const { total, items } = loading ?? { items: 0, total: null };
  return (
    <div className="m-auto flex w-full max-w-md flex-col gap-4 p-6 text-center" role="status">
      <p className="text-lg">{t('selling:first_load')}</p>
      <progress className="h-3 w-full" {...(total ? { value: items, max: total } : {})} />
    </div>
  );
}
