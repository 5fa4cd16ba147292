/** Switches of language and theme. */
import { useTranslation } from 'react-i18next';
import { changeLanguage } from '../../shared/language/language.ts';
import { setPreferences, usePreferences } from '../../shared/language/preferences.ts';
import { LanguageButtons } from './signing-in/language-buttons.tsx';
import { TillButton } from './till-button.tsx';

export function Switches() {
  const { t } = useTranslation();
  const { language, theme } = usePreferences();
  return (
    <div className="flex flex-wrap items-center gap-1">
      <LanguageButtons current={language} onChoose={(other) => void changeLanguage(other)} />
      <TillButton look="quiet" onPress={() => setPreferences({ theme: theme === 'dark' ? 'light' : 'dark' })}>
        {t(theme === 'dark' ? 'theme.light' : 'theme.dark')}
      </TillButton>
    </div>
  );
}
