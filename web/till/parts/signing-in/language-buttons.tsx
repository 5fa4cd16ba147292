/** A button for each language, in its own name. */
import { useTranslation } from 'react-i18next';
import { LANGUAGES, type Language } from '../../../shared/language/preferences.ts';
import { TillButton } from '../till-button.tsx';

interface LanguageButtonsProps {
  readonly current: Language;
  readonly onChoose: (language: Language) => void;
}

export function LanguageButtons({ current, onChoose }: LanguageButtonsProps) {
  const { t } = useTranslation();
  return LANGUAGES.map((language) => (
    <TillButton
      key={language}
      look="quiet"
      lang={language}
      aria-pressed={language === current}
      onPress={() => onChoose(language)}
      className="aria-pressed:font-semibold aria-pressed:text-ink"
    >
      {t(`languages.${language}`)}
    </TillButton>
  ));
}
