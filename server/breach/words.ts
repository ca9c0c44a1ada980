import { ISTANBUL_INSTANT } from './options.ts'
import type { BreachReport, ConcernedShop, Person } from './report.ts'

const NOUNS: Readonly<Record<string, string>> = {
  kayit: 'servis kaydı',
  customer: 'müşteri',
  vehicle: 'araç',
  expense: 'gider',
  price: 'fiyat',
  package: 'hazır paket',
  settings: 'ayarlar',
  logo: 'logo',
  user: 'kullanıcı',
  feedback: 'geri bildirim',
  backup: 'yedek',
}

const at = (instant: string) => ISTANBUL_INSTANT.format(new Date(instant))

/** The report as plain text for the person who has to decide within 72 hours. */
export function reportWords({ since, until, backups, failed_logins, shops }: BreachReport): string {
  return [
    `İhlal raporu: ${at(since)} – ${at(until)} (Türkiye saati)`,
    '',
    ...(backups.length === 0
      ? ['Bu sürede yedek indirilmedi.']
      : [
          'DİKKAT: yedek indirildi. Bir yedek, paneldeki BÜTÜN firmaların bütün verilerini taşır:',
          ...backups.map((one) => `  ${at(one.at)}  ${one.by}  ${one.title}`),
        ]),
    '',
    shops.length === 0 ? 'Bu sürede hiçbir firmada kullanım görünmüyor.' : `İlgili firma: ${shops.length}`,
    ...shops.flatMap(shopWords),
    '',
    failed_logins.length === 0
      ? 'Saklanan hatalı giriş denemesi yok (en çok bir gün saklanır).'
      : 'Hatalı giriş denemeleri (en çok bir gün saklanır):',
    ...failed_logins.map((one) => `  ${one.username}  ${one.address}  ${one.count} deneme`),
    '',
    'Kayıtlara tek tek bakmak günlüğe yazılmaz: giriş yapmış biri, firmanın sakladığı her şeyi görmüş olabilir.',
    'Biten oturumlar veritabanında durmaz; onları ve adreslerini sunucu kayıtlarında (log) arayın.',
    'Yapılacaklar: docs/veri-ihlali.md',
  ].join('\n')
}

function shopWords({ id, name, categories, changed, exports, stored, by }: ConcernedShop): string[] {
  const changes = Object.entries(changed).map(([noun, count]) => `${count} ${NOUNS[noun] ?? noun}`)
  return [
    '',
    `== ${name} (no ${id})`,
    `  Veri türleri: ${categories.length === 0 ? 'yok' : categories.join(', ')}`,
    `  Firmanın sakladığı: ${stored.records} kayıt, ${stored.customers} müşteri, ${stored.vehicles} araç, ${stored.people} kullanıcı`,
    `  Değiştirilen: ${changes.length === 0 ? 'yok' : changes.join(', ')}`,
    `  Dışa aktarılan: ${exports.length === 0 ? 'yok' : ''}`.trimEnd(),
    ...exports.map(
      (one) => `    ${at(one.at)}  ${one.by}  ${one.title}${one.rows === null ? '' : `  ${one.rows} satır`}`,
    ),
    '  Kim:',
    ...by.flatMap(personWords),
  ]
}

function personWords({ username, changes, exports, exported_rows, sessions, addresses }: Person): string[] {
  return [
    `    ${username}: ${changes} değişiklik, ${exports} dışa aktarma (${exported_rows} satır)`,
    ...(addresses.length === 0 ? [] : [`      Adresler: ${addresses.join(', ')}`]),
    ...sessions.map(
      (one) => `      Oturum ${at(one.from)} – ${at(one.to)}  ${one.browser || 'tarayıcı bilinmiyor'}`,
    ),
  ]
}
