/**
 * Letters that TextDecoder takes for others than the servers do, by their bytes as one number: each run has those of the number
 * that it begins with and of the ones behind it (`CONVERT(CONVERT(0x8160 USING sjis) USING utf32)` of MySQL 9.7 and
 * MariaDB 10.11, which agree; TextDecoder of Node 20 and of Node 12 in Electron 9). U+FFFD stands for letters that the servers have
 * none for, and for those that are a backslash to them: among the words of a statement it would be another one.
 */
const RUNS: Readonly<Record<string, readonly (readonly [number, string])[]>> = {
  big5: [
    [0xa145, '•'],
    [0xa14e, '\uff64'],
    [0xa15a, '\ufffd'],
    [0xa1c2, '\u203e\ufffd'],
    [0xa1c5, '\ufffd'],
    [0xa1e3, '\u223c'],
    [0xa1f2, '♁☉'],
    [0xa1fe, '\ufffd'],
    [0xa240, '\ufffd／＼'],
    [0xa244, '¥'],
    [0xa246, '¢£'],
    [0xa2cc, '\ufffd'],
    [0xa2ce, '\ufffd'],
    [
      0xc6a1,
      'ヾゝゞ々ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんァアィイゥウェ',
    ],
    [
      0xc740,
      'エォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユ',
    ],
    [
      0xc7a1,
      'ョヨラリルレロヮワヰヱヲンヴヵヶДЕЁЖЗИЙКЛМУФХЦЧШЩЪЫЬЭЮЯабвгдеёжзийклмнопрстуфхцчшщъыьэюя①②③④⑤⑥⑦⑧⑨⑩⑴⑵⑶⑷⑸⑹⑺⑻⑼⑽',
    ],
  ],
  gb2312: [
    [0xa1a4, '・'],
    [0xa1aa, '―'],
  ],
  gb18030: [
    [0xa3a0, '\ue5e5'],
    [0xa6d9, '\ue78d\ue78e\ue78f\ue790\ue791\ue792\ue793'],
    [0xa6ec, '\ue794\ue795'],
    [0xa6f3, '\ue796'],
    [0xfe59, '\ue81e'],
    [0xfe61, '\ue826'],
    [0xfe66, '\ue82b\ue82c'],
    [0xfe6d, '\ue832'],
    [0xfe7e, '\ue843'],
    [0xfe90, '\ue854'],
    [0xfea0, '\ue864'],
  ],
  euckr: [[0xa2e6, '€®']],
  sjis: [
    [0x815f, '\ufffd〜‖'],
    [0x817c, '\u2212'],
    [0x8191, '¢£'],
    [0x81ca, '¬'],
  ],
  ujis: [
    [0xa1c0, '\ufffd〜‖'],
    [0xa1dd, '\u2212'],
    [0xa1f1, '¢£'],
    [0xa2cc, '¬'],
    [0x8fa2b7, '~'],
  ],
  eucjpms: [
    [0x8fa2c3, '￤'],
    [0x8ff3f3, 'ⅰⅱⅲⅳⅴⅵⅶⅷⅸⅹⅠⅡ'],
    [
      0x8ff4a1,
      'ⅢⅣⅤⅥⅦⅧⅨⅩ＇＂㈱№℡炻仼僴凬匇匤﨎咊坙﨏塚增寬峵嵓﨑德悅愠敎昻晥晴朗栁﨓﨔橫櫢淸淲瀨凞猪甁皂皞益礰礼神祥福竧靖精綠緖羽荢﨟薰蘒﨡蠇諸譿賴赶﨣﨤逸郞都鄕﨧﨨閒隆﨩霻靍靑飯飼館馞髙魲鶴黑',
    ],
  ],
};

/** Returns the letter of bytes, as one number; undefined where TextDecoder knows it. */
export type Correction = (code: number) => string | undefined;

/** The letters of a character set that TextDecoder takes for others; null where there are none. */
export function correctionOf(charset: string): Correction | null {
  const runs = RUNS[charset];
  if (runs === undefined) return null;
  const letters = new Map(
    runs.flatMap(([first, text]) => Array.from(text, (letter, at): [number, string] => [first + at, letter])),
  );
  if (charset === 'euckr') for (const [code, letter] of unifiedHangul()) letters.set(code, letter);
  const isJapanese = charset === 'ujis' || charset === 'eucjpms';
  return (code) => letters.get(code) ?? (isJapanese ? userDefined(code) : undefined);
}

/**
 * The syllables that Unified Hangul Code adds to EUC-KR: those of Unicode that KS X 1001 does not have, in their order. TextDecoder
 * of Node 20 takes their bytes for two letters.
 */
function* unifiedHangul(): Generator<[number, string]> {
  const decoder = new TextDecoder('euc-kr');
  const known = new Set<string>();
  for (let lead = 0xb0; lead <= 0xc8; lead += 1)
    for (let trail = 0xa1; trail <= 0xfe; trail += 1)
      known.add(decoder.decode(new Uint8Array([lead, trail])));
  const codes = unifiedCodes();
  for (let point = 0xac00; point <= 0xd7a3; point += 1) {
    const letter = String.fromCharCode(point);
    if (known.has(letter)) continue;
    const { value } = codes.next();
    if (value !== undefined) yield [value, letter];
  }
}

function* unifiedCodes(): Generator<number, undefined> {
  for (let lead = 0x81; lead <= 0xc6; lead += 1)
    for (const [from, to] of [
      [0x41, 0x5a],
      [0x61, 0x7a],
      [0x81, lead < 0xa1 ? 0xfe : 0xa0],
    ] as const)
      for (let trail = from; trail <= to; trail += 1) yield lead * 256 + trail;
  return undefined;
}

/** User-defined letters of EUC-JP: ten rows of 94, of two bytes and of three, are the first ones of Unicode's private use. */
function userDefined(code: number): string | undefined {
  const [row, column] = [(code >> 8) & 0xff, code & 0xff];
  if (row < 0xf5 || row > 0xfe || column < 0xa1 || column > 0xfe) return undefined;
  const first = code > 0xffff ? 0xe3ac : 0xe000;
  return String.fromCharCode(first + (row - 0xf5) * 94 + (column - 0xa1));
}
