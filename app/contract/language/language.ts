import { inPseudoLocale } from './pseudo-locale';

/**
 * Languages that the faces speak. `en-XA` is CLDR's name of the pseudo-locale: English with other letters and more of
 * them, in which a word that no catalogue holds, or that has too little room, is seen at once.
 */
const LANGUAGES = ['en', 'en-XA'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Environment variable that chooses the language of a face. */
export const LANGUAGE_VARIABLE = 'SLUICE_LANGUAGE';

/** Language of this name; English for none and for one that no catalogue is written in. */
export function languageOf(name: string | null | undefined): Language {
  return LANGUAGES.find((language) => language === name) ?? 'en';
}

/**
 * A catalogue in a language. A catalogue is a tree of sentences and of functions that return one; a further language is
 * another tree of the same type.
 */
export function inLanguage<Catalogue>(english: Catalogue, language: Language): Catalogue {
  switch (language) {
    case 'en':
      return english;
    case 'en-XA':
      return inPseudoLocale(english);
  }
}
