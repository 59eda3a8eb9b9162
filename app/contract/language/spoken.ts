import { inLanguage, LANGUAGE_VARIABLE, languageOf } from './language';

/** Language of this process, or of this page: main puts its own into the page's address. */
export const language = languageOf(
  typeof location === 'undefined'
    ? process.env[LANGUAGE_VARIABLE]
    : new URLSearchParams(location.search).get('language'),
);

/** A catalogue in the language that is spoken here. */
export function spoken<Catalogue>(english: Catalogue): Catalogue {
  return inLanguage(english, language);
}
