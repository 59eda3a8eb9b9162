import { formatDate, formatDateTime, momentOf, SECONDS_PER_DAY, SHOP_NOW } from '../calendar';
import { CULTURES, NICKNAMES, REMARKS, type Culture } from './people';
import { Random } from '../random';
import type { Row, TableRows } from '../rows';
import type { ShopSizes } from '../sizes';

const MAIL_HOSTS = ['example.com', 'example.org', 'example.net', 'mail.example'] as const;
const INTERESTS = [
  '',
  'news',
  'offers',
  'events',
  'news,offers',
  'offers,events',
  'news,offers,events',
] as const;

/** The customers: names in seven scripts and emoji, some who were brought by an earlier customer. */
export function customerRows(sizes: ShopSizes): TableRows {
  return {
    table: 'customers',
    columns: [
      'id',
      'email',
      'given_name',
      'family_name',
      'nickname',
      'culture',
      'country_code',
      'city',
      'born_on',
      'interests',
      'referred_by',
      'joined_at',
      'last_seen_at',
      'remark',
    ],
    total: sizes.customers,
    rows: () => generateCustomers(sizes.customers),
  };
}

function* generateCustomers(count: number): Iterable<Row> {
  const random = new Random('customers');
  for (let id = 1; id <= count; id++) {
    const culture = pickCulture(random);
    const joined = momentOf(id, count);
    const lastSeen = joined + Math.floor(random.fraction() * (SHOP_NOW - joined));
    const microseconds = String(random.integer(0, 999_999)).padStart(6, '0');
    yield [
      id,
      `${random.pick(culture.mailboxes)}${id}@${random.pick(MAIL_HOSTS)}`,
      random.pick(culture.given),
      random.pick(culture.family),
      random.chance(0.08) ? random.pick(NICKNAMES) : null,
      culture.kind,
      random.pick(culture.countries),
      random.pick(culture.cities),
      random.chance(0.7) ? formatDate(-random.integer(-12_000, 14_000) * SECONDS_PER_DAY) : null,
      random.pick(INTERESTS),
      id > 1 && random.chance(0.2) ? random.integer(1, id - 1) : null,
      formatDateTime(joined),
      random.chance(0.9) ? `${formatDateTime(lastSeen)}.${microseconds}` : null,
      random.chance(0.15) ? random.pick(REMARKS) : null,
    ];
  }
}

function pickCulture(random: Random): Culture {
  let left = random.integer(0, 99);
  for (const culture of CULTURES) {
    if (left < culture.share) return culture;
    left -= culture.share;
  }
  return CULTURES[0];
}
