/** The product's mark and name. */
import { useTranslation } from 'react-i18next';

export function Mark({ size = 28 }: { size?: number }) {
  return <img src="/icon.svg" width={size} height={size} alt="" />;
}

export function Brand() {
  const { t } = useTranslation();
  return (
    <span className="inline-flex items-center gap-2.5">
      <Mark size={34} />
      <span className="text-xl font-semibold">{t('product')}</span>
    </span>
  );
}
