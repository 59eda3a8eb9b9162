/** Source of a person's names and city. Each has its own script, so that text is more than ASCII. */
export interface Culture {
  readonly kind: 'latin' | 'greek' | 'cyrillic' | 'han' | 'kana' | 'hangul' | 'arabic';
  /** Out of 100 customers, how many are of this culture. */
  readonly share: number;
  readonly countries: readonly [string, ...string[]];
  readonly given: readonly [string, ...string[]];
  readonly family: readonly [string, ...string[]];
  readonly cities: readonly [string, ...string[]];
  /** Beginnings of e-mail addresses, which are ASCII. */
  readonly mailboxes: readonly [string, ...string[]];
}

export const CULTURES: readonly [Culture, ...Culture[]] = [
  {
    kind: 'latin',
    share: 52,
    countries: ['DE', 'FR', 'ES', 'PL', 'SE', 'VN', 'IE', 'BR'],
    given: [
      'Zoë',
      'François',
      'Łukasz',
      'Åsa',
      'Begoña',
      'Jürgen',
      'Siân',
      'João',
      'Nguyễn',
      'Anna',
      'Chloé',
      'Søren',
    ],
    family: [
      'Müller',
      "O'Brien",
      'Núñez',
      'Žižka',
      'Groß',
      'Çelik',
      'Ångström',
      'Brzęczyszczykiewicz',
      'Đặng',
      'Smith',
    ],
    cities: ['Köln', 'Besançon', 'A Coruña', 'Łódź', 'Malmö', 'Đà Nẵng', 'Dún Laoghaire', 'São Paulo'],
    mailboxes: ['zoe', 'francois', 'lukasz', 'asa', 'begona', 'jurgen', 'sian', 'joao', 'anna', 'soren'],
  },
  {
    kind: 'greek',
    share: 9,
    countries: ['GR', 'CY'],
    given: ['Γιώργος', 'Ελένη', 'Κώστας', 'Μαρία', 'Θεόδωρος', 'Αικατερίνη', 'Άγγελος'],
    family: ['Παπαδόπουλος', 'Οικονόμου', 'Ζαχαρίου', 'Ψαρρά', 'Ξανθάκης'],
    cities: ['Αθήνα', 'Θεσσαλονίκη', 'Λευκωσία', 'Ηράκλειο'],
    mailboxes: ['giorgos', 'eleni', 'kostas', 'maria', 'thodoris'],
  },
  {
    kind: 'cyrillic',
    share: 12,
    countries: ['UA', 'BG', 'RS', 'KZ'],
    given: ['Олена', 'Їжак', 'Борис', 'Цветана', 'Љубица', 'Фёдор', 'Әсел'],
    family: ['Шевченко', 'Ґонта', 'Стоянов', 'Ђоковић', 'Щербина', 'Қайратұлы'],
    cities: ['Київ', 'Пловдив', 'Ниш', 'Алматы', 'Чернівці'],
    mailboxes: ['olena', 'boris', 'tsveta', 'ljubica', 'fedor', 'asel'],
  },
  {
    kind: 'han',
    share: 10,
    countries: ['TW', 'SG', 'CN'],
    given: ['伟', '秀英', '娜', '志明', '淑芬', '𠮷男'],
    family: ['王', '李', '歐陽', '張', '劉', '龔'],
    cities: ['臺北', '上海', '新加坡', '高雄', '成都'],
    mailboxes: ['wei', 'xiuying', 'na', 'zhiming', 'shufen'],
  },
  {
    kind: 'kana',
    share: 6,
    countries: ['JP'],
    given: ['さくら', 'はると', 'ユウコ', 'ケンジ', 'めぐみ'],
    family: ['たなか', 'ヤマモト', 'すずき', 'ワタナベ'],
    cities: ['さいたま', '東京', 'つくば', '大阪'],
    mailboxes: ['sakura', 'haruto', 'yuko', 'kenji'],
  },
  {
    kind: 'hangul',
    share: 4,
    countries: ['KR'],
    given: ['민준', '서연', '지훈', '하은'],
    family: ['김', '이', '박', '남궁'],
    cities: ['서울', '부산', '전주'],
    mailboxes: ['minjun', 'seoyeon', 'jihoon', 'haeun'],
  },
  {
    kind: 'arabic',
    share: 7,
    countries: ['EG', 'MA', 'JO'],
    given: ['فاطمة', 'محمد', 'ليلى', 'يوسف', 'آمنة'],
    family: ['الهاشمي', 'بن علي', 'حداد', 'المصري'],
    cities: ['القاهرة', 'الدار البيضاء', 'عمّان'],
    mailboxes: ['fatima', 'mohamed', 'layla', 'yousef'],
  },
];

/** Nicknames that contain a picture: characters outside the BMP, joined ones too. */
export const NICKNAMES: readonly [string, ...string[]] = [
  '🦊',
  'Ana 🌻',
  '👩‍👩‍👧',
  '🇬🇷 Ellie',
  'k𝒶te',
  '🏴‍☠️ Jim',
  '👍🏽',
  'B♥B',
];

/** Remarks as people type them: several lines, tabs, quotes, backslashes. */
export const REMARKS: readonly [string, ...string[]] = [
  'Please ring twice\nside door',
  'C:\\orders\\2024 – see there',
  'He said "no plastic"; it\'s important',
  'Column A\tColumn B\r\n1\t2',
  'Χτυπήστε το κουδούνι',
  'Залишити у сусідів',
  '请放在门口 🙏',
  'اتركه عند الباب',
  '\\N',
  '100 % sure_thing',
  'Paketstation 123, Größe „L“',
  '',
];
