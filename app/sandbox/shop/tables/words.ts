/** A branch of the category tree: its name and the names below it. */
export interface Branch {
  readonly name: string;
  readonly below: readonly Branch[];
}

const leaves = (...names: readonly string[]): readonly Branch[] => names.map((name) => ({ name, below: [] }));

export const CATEGORY_TREE: readonly Branch[] = [
  {
    name: 'Kitchen',
    below: [
      { name: 'Pots & pans', below: leaves('Crêpe pans', 'Woks', 'Casseroles') },
      { name: 'Coffee', below: leaves('Grinders', 'Kettles', 'Cups') },
      { name: 'Knives', below: leaves('Chef’s knives', '包丁') },
    ],
  },
  {
    name: 'Garden',
    below: [
      { name: 'Seeds', below: leaves('Flowers', 'Herbs', 'Vegetables') },
      { name: 'Tools', below: leaves('Spades', 'Shears') },
    ],
  },
  {
    name: 'Music',
    below: [
      { name: 'Strings', below: leaves('Violins', 'Μπουζούκι', 'Oud عود') },
      { name: 'Keys', below: leaves('Pianos', 'Accordions') },
    ],
  },
  { name: 'Books', below: leaves('Fiction', 'Science', 'Словари', '漫画') },
  { name: 'Toys 🧸', below: leaves('Wooden', 'Outdoor', 'Puzzles') },
  { name: 'Clothes', below: leaves('Jackets', 'Socks', 'Hats') },
];

export const QUALITIES: readonly [string, ...string[]] = [
  'Small',
  'Large',
  'Folding',
  'Hand-made',
  'Travel',
  'Everyday',
  'Classic',
  'Light',
  'Café',
  'Rustic',
];

export const THINGS: readonly [string, ...string[]] = [
  'lamp',
  'basket',
  'jug',
  'drum',
  'kite',
  'notebook',
  'lantern',
  'scarf',
  'stool',
  'whisk',
  'teapot',
  'atlas',
];

export const COLOURS: readonly [string, ...string[]] = [
  'red',
  'sea green',
  'ochre',
  'white',
  'anthracite',
  'lilac',
  'sky blue',
  'terracotta',
];

export const DESCRIPTIONS: readonly [string, ...string[]] = [
  'Made to last and easy to repair; every part can be ordered.',
  'A favourite of our customers since the first day.\nWashable at 40 °C.',
  'Size: 12" × 8"\tWeight: see attributes',
  'Aus Restholz gefertigt – jedes Stück ist anders.',
  'Φτιαγμένο στο χέρι, σε μικρές παρτίδες.',
  'Сделано небольшой мастерской.',
  '匠人手作，限量供应。',
  'مصنوع يدويًا من مواد معاد تدويرها.',
];

export const OPINIONS: readonly [string, ...string[]] = [
  'Exactly as described.',
  'Broke after a week :-(',
  '👍👍👍',
  'Très bien, livraison rapide !',
  'Πολύ καλή ποιότητα',
  'Чудова річ, дякую!',
  '很好，会再买',
  '思ったより小さい…',
  'ممتاز جدا',
  'Line one\nLine two\n\nLine four',
  'path\\to\\heaven',
  '',
];

export const PAGES: readonly [string, ...string[]] = [
  '/',
  '/search?q=%E2%98%95',
  '/cart',
  '/sale',
  '/help/returns',
  '/account',
  '/products/lamp',
  '/σελίδα',
];

/** Country code, name, currency, and value added tax in per cent. */
export const COUNTRIES: readonly (readonly [string, string, string, string])[] = [
  ['BG', 'България', 'BGN', '20.00'],
  ['BR', 'Brasil', 'BRL', '17.00'],
  ['CN', '中国', 'CNY', '13.00'],
  ['CY', 'Κύπρος', 'EUR', '19.00'],
  ['DE', 'Deutschland', 'EUR', '19.00'],
  ['EG', 'مصر', 'EGP', '14.00'],
  ['ES', 'España', 'EUR', '21.00'],
  ['FR', 'France', 'EUR', '20.00'],
  ['GR', 'Ελλάδα', 'EUR', '24.00'],
  ['IE', 'Éire', 'EUR', '23.00'],
  ['JO', 'الأردن', 'JOD', '16.00'],
  ['JP', '日本', 'JPY', '10.00'],
  ['KR', '대한민국', 'KRW', '10.00'],
  ['KZ', 'Қазақстан', 'KZT', '12.00'],
  ['MA', 'المغرب', 'MAD', '20.00'],
  ['PL', 'Polska', 'PLN', '23.00'],
  ['RS', 'Србија', 'RSD', '20.00'],
  ['SE', 'Sverige', 'SEK', '25.00'],
  ['SG', 'Singapore', 'SGD', '9.00'],
  ['TW', '臺灣', 'TWD', '5.00'],
  ['UA', 'Україна', 'UAH', '20.00'],
  ['VN', 'Việt Nam', 'VND', '10.00'],
];
