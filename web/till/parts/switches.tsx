/** Switches of language and theme. */
import { useTranslation } from 'react-i18next';
import { changeLanguage } from '../../shared/language/language.ts';
import { LANGUAGES, setPreferences, usePreferences } from '../../shared/language/preferences.ts';
import { TillButton } from './till-button.tsx';

export function Switches() {
  const { t } = useTranslation();
  const { language, theme } = usePreferences();
  return (
    <div className="flex flex-wrap items-center gap-1">
      {LANGUAGES.map((other) => (
        <TillButton
          key={other}
          look="quiet"
          lang={other}
          aria-pressed={other === language}
          onPress={() => void changeLanguage(other)}
          className="aria-pressed:font-semibold aria-pressed:text-ink"
        >
          {t(`languages.${other}`)}
        </TillButton>
      ))}
      <TillButton look="quiet" onPress={() => setPreferences({ theme: theme === 'dark' ? 'light' : 'dark' })}>
        {t(theme === 'dark' ? 'theme.light' : 'theme.dark')}
      </TillButton>
    </div>
  );
}
