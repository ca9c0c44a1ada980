import { deviceOf } from '#server/settings/logins.ts'
import { formatInstant as at } from '#shared/date.ts'

import type { BreachReport, ConcernedShop, Person } from './report.ts'

const NOUNS: Readonly<Record<string, string>> = {
  kayit: 'servis kaydı',
  customer: 'müşteri',
  vehicle: 'araç',
  expense: 'gider',
  repetition: 'tekrarlayan gider',
  price: 'fiyat',
  package: 'hazır paket',
  settings: 'ayarlar',
  logo: 'logo',
  user: 'kullanıcı',
  feedback: 'geri bildirim',
  request: 'başvuru',
}

const ACCOUNT_WORDS: Readonly<Record<string, string>> = {
  create: 'hesap açıldı',
  update: 'bilgileri ya da yetkisi değiştirildi',
  delete: 'hesap kapatıldı',
  restore: 'kapatılan hesap yeniden açıldı',
  password: 'parolası değişti',
  'reset-link': 'parola bağlantısı yapıldı',
  'open-link': 'kullanılmamış parola bağlantısı duruyor',
  'factor-on': 'iki adımlı doğrulama açıldı',
  'factor-off': 'iki adımlı doğrulama kapatıldı',
  'recovery-codes': 'yeni yedek kodlar yapıldı',
  'passkey-add': 'geçiş anahtarı eklendi',
  'passkey-rename': 'geçiş anahtarının adı değişti',
  'passkey-remove': 'geçiş anahtarı kaldırıldı',
  suspend: 'firma durduruldu',
  reopen: 'firma yeniden açıldı',
  erase: 'hesap kalıcı olarak silindi',
}

const METHODS: Readonly<Record<string, string>> = {
  password: 'parola',
  code: 'parola ve kod',
  passkey: 'geçiş anahtarı',
  legacy: 'program (login.php)',
}

const KINDS: Readonly<Record<string, string>> = {
  pending: ', metin onayı bekliyor',
  code: ', parola doğru, kod bekliyor',
  setup: ', parola doğru, doğrulama kurulacak',
}

const TRIED = {
  password: 'parola',
  code: 'doğrulama kodu',
  link: 'parola bağlantısı',
  passkey: 'geçiş anahtarı',
}

const browserIn = (userAgent: string) => deviceOf(userAgent) || 'tarayıcı bilinmiyor'

/** Returns the report as plain text for the person who has to decide on a notification within 72 hours. */
export function reportWords(report: BreachReport): string {
  const { since, until, shops } = report
  return [
    `İhlal raporu: ${at(since)} – ${at(until)} (Türkiye saati)`,
    '',
    ...backupWords(report),
    '',
    shops.length === 0 ? 'Bu sürede hiçbir firmada kullanım görünmüyor.' : `İlgili firma: ${shops.length}`,
    ...shops.flatMap(shopWords),
    '',
    ...erasedWords(report),
    ...failedWords(report),
    '',
    'Bu rapordan öğrenilemeyenler:',
    '- Kayıtlara tek tek bakmak günlüğe yazılmaz: giriş yapmış biri, firmanın sakladığı her şeyi görmüş olabilir.',
    '- Biten oturumlar veritabanında durmaz. Girişleri, çıkışları, reddedilen parola, kod ve geçiş anahtarlarını, adresleriyle, sunucu kayıtlarında (log) arayın: "security event" ve "access refused" satırları.',
    '- Yedeğin panele yüklenip geri yüklenmesi yalnızca sunucu kayıtlarındadır: "backup restored". Geri yükleme bu veritabanının önceki günlüğünü de değiştirir.',
    '- "npm run backup", veri klasörünün kopyalanması ve veritabanına doğrudan bağlanmak burada iz bırakmaz.',
    'Yapılacaklar: docs/veri-ihlali.md',
  ].join('\n')
}

function backupWords({ backups, shops }: BreachReport): string[] {
  if (backups.length === 0) return ['Bu sürede panelden yedek alınmadı ve indirilmedi.']
  const isOut = backups.some(({ what }) => what === 'downloaded')
  const sum = (name: keyof ConcernedShop['stored']) =>
    shops.reduce((all, { stored }) => all + stored[name], 0)
  return [
    isOut
      ? 'DİKKAT: yedek indirildi. Bir yedek, paneldeki BÜTÜN firmaların bütün verilerini taşır:'
      : 'Yedek alındı, indirilmedi. Bir yedek, paneldeki BÜTÜN firmaların bütün verilerini taşır ve sunucuda durur:',
    ...backups.map(
      (one) => `  ${at(one.at)}  ${one.by}  ${one.what === 'made' ? 'alındı' : `indirildi: ${one.title}`}`,
    ),
    ...(isOut
      ? [
          `  Aşağıdaki firmaların bugün sakladığı: ${sum('records')} kayıt, ${sum('customers')} müşteri, ${sum('vehicles')} araç, ${sum('people')} kullanıcı.`,
        ]
      : []),
  ]
}

function erasedWords({ erased }: BreachReport): string[] {
  if (erased.length === 0) return []
  const words = erased.map(
    ({ at: instant, kind, id }) => `  ${at(instant)}  ${kind === 'shop' ? 'firma' : 'çalışan'} no ${id}`,
  )
  return ['Kalıcı olarak silinenler (raporun geri kalanında görünmez):', ...words, '']
}

function failedWords({ failed_logins }: BreachReport): string[] {
  const retention = 'parolalar 15 dakika, kodlar bir gün; doğru giriş siler'
  if (failed_logins.length === 0) return [`Saklanan hatalı giriş denemesi yok (${retention}).`]
  const words = failed_logins.map(
    ({ username, what, address, count }) =>
      `  ${username || '(kullanıcı adı yok)'}  ${TRIED[what]}  ${address}  ${count} deneme`,
  )
  return [`Hatalı giriş denemeleri (${retention}):`, ...words]
}

function shopWords(shop: ConcernedShop): string[] {
  const { id, name, categories, changed, exports, accounts, stored, by } = shop
  const changes = Object.entries(changed).map(([noun, count]) => `${count} ${NOUNS[noun] ?? noun}`)
  return [
    '',
    `== ${name} (no ${id})`,
    `  Veri türleri: ${categories.length === 0 ? 'yok' : categories.join(', ')}`,
    `  Firmanın sakladığı: ${stored.records} kayıt, ${stored.customers} müşteri, ${stored.vehicles} araç, ${stored.people} kullanıcı`,
    `  Değiştirilen: ${changes.length === 0 ? 'yok' : changes.join(', ')}`,
    `  Dosya olarak indirilen: ${exports.length === 0 ? 'yok' : ''}`.trimEnd(),
    ...exports.map((one) => {
      const rows = one.rows === null ? '' : `  ${one.rows} ${one.what === 'list' ? 'satır' : 'kayıt'}`
      const what =
        one.what === 'list' ? one.title : `bir müşterinin bütün verileri: ${one.title || '(silinmiş)'}`
      return `    ${at(one.at)}  ${one.by}  ${what}${rows}`
    }),
    `  Hesaplarda yapılan: ${accounts.length === 0 ? 'yok' : ''}`.trimEnd(),
    ...accounts.map(
      (one) => `    ${at(one.at)}  ${one.by || '?'}  ${one.title}: ${ACCOUNT_WORDS[one.what] ?? one.what}`,
    ),
    `  Kim: ${by.length === 0 ? 'kimse görünmüyor' : ''}`.trimEnd(),
    ...by.flatMap(personWords),
  ]
}

function personWords(person: Person): string[] {
  const { username, changes, exports, exported_rows, sessions, addresses, new_devices } = person
  return [
    `    ${username}: ${changes} değişiklik, ${exports} dosya (${exported_rows} satır)`,
    ...addresses.map((one) => `      Adres ${one.address}, son giriş ${at(one.last_login)}`),
    ...new_devices.map(
      (one) =>
        `      YENİ CİHAZDAN GİRİŞ ${at(one.at)}  ${one.address}  ${browserIn(one.browser)}  ${METHODS[one.method] ?? one.method}`,
    ),
    ...sessions.map(
      (one) =>
        `      Oturum ${at(one.from)} – ${at(one.to)}  ${browserIn(one.browser)}  ${METHODS[one.method] ?? one.method}${KINDS[one.kind] ?? ''}`,
    ),
  ]
}
