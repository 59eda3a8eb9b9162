import { inLanguage, LANGUAGE_VARIABLE, languageOf } from '../contract/language/language';

const language = languageOf(process.env[LANGUAGE_VARIABLE]);

/** A catalogue of the services or of the command line, in the language that the environment names. */
export function spoken<Catalogue>(english: Catalogue): Catalogue {
  return inLanguage(english, language);
}
