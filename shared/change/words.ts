import { formatCount } from '#shared/count.ts'
import { type AppointmentState, STATE_WORDS } from '#shared/appointment/states.ts'
import { EMPTY_DASH, formatDay } from '#shared/date.ts'
import { isDay } from '#shared/day.ts'
import { EXPENSE_METHOD_WORDS } from '#shared/expense/words.ts'
import { type Stage, STAGE_WORDS } from '#shared/kayit/stage.ts'
import { formatTL } from '#shared/money.ts'
import { AUTH_ADMIN } from '#shared/options.ts'
import { METHOD_WORDS } from '#shared/payment/words.ts'
import type { StaffRole } from '#shared/staff/rights.ts'

import type { ChangeNoun, ChangeVerb, FieldChange, ItemLine, ShownChange } from './schema.ts'

/** The kinds of changed things in the words of the screens. */
export const NOUN_WORDS: Readonly<Record<ChangeNoun, string>> = {
  kayit: 'Kayıt',
  expense: 'Gider',
  repetition: 'Tekrarlayan gider',
  payment: 'Tahsilat',
  day_end: 'Gün sonu',
  vehicle: 'Araç',
  customer: 'Müşteri',
  price: 'Fiyat',
  package: 'Hazır paket',
  settings: 'Ayarlar',
  logo: 'Logo',
  user: 'Kullanıcı',
  feedback: 'Geri bildirim',
  export: 'Dışa aktarma',
  backup: 'Yedek',
  request: 'Başvuru',
}

const VERB_WORDS: Readonly<Record<ChangeVerb, string>> = {
  create: 'oluşturuldu',
  update: 'değiştirildi',
  delete: 'silindi',
  restore: 'geri getirildi',
  merge: 'birleştirildi',
  separate: 'ayrıldı',
  link: 'başka bir araca ya da müşteriye bağlandı',
  refund: 'iade edildi',
  reverse: 'iptal edildi',
  open: 'açıldı',
  skip: 'bir ay atlandı',
  end: 'bitirildi',
  share: 'için bağlantı oluşturuldu',
  whatsapp: 'için WhatsApp açıldı',
  copy: 'için bağlantı kopyalandı',
  mail: 'için e-posta sıraya alındı',
  view: 'müşteri tarafından görüldü',
  unshare: 'için bağlantı iptal edildi',
  intake: 'için araç kabul kaydedildi',
  delivery: 'için teslim kaydedildi',
  arrive: 'servise alındı',
  quote: 'yeniden teklif yapıldı',
  add: 'kaydına eklendi',
  approve: 'müşteri tarafından onaylandı',
  refuse: 'müşteri tarafından reddedildi',
  password: 'parolası değiştirildi',
  'reset-link': 'için parola bağlantısı oluşturuldu',
  'factor-on': 'iki adımlı doğrulaması açıldı',
  'factor-off': 'iki adımlı doğrulaması kapatıldı',
  'recovery-codes': 'için yeni yedek kodlar oluşturuldu',
  'passkey-add': 'için geçiş anahtarı eklendi',
  'passkey-rename': 'geçiş anahtarının adı değiştirildi',
  'passkey-remove': 'için geçiş anahtarı kaldırıldı',
  read: 'indirildi',
  suspend: 'durduruldu',
  reopen: 'yeniden açıldı',
  erase: 'kalıcı olarak silindi',
  remind: 'için hatırlatma kaydedildi',
  notify: 'için hatırlatma mesajı açıldı',
  sell: 'için satıldı bilgisi değiştirildi',
}

/** Sentences that noun and verb do not form by themselves. */
const SENTENCES: Readonly<Record<string, string>> = {
  'kayit share': 'Bağlantı oluşturuldu',
  'kayit whatsapp': 'WhatsApp açıldı',
  'kayit copy': 'Bağlantı kopyalandı',
  'kayit mail': 'E-posta sıraya alındı',
  'kayit view': 'Müşteri gördü',
  'vehicle remind': 'Aracın hatırlatması değiştirildi',
  'vehicle sell': 'Aracın satıldığı bilgisi değiştirildi',
  'vehicle notify': 'Aracın hatırlatması için WhatsApp açıldı',
  'vehicle view': 'Müşteri araç geçmişini gördü',
  'customer view': 'Müşteri ekstresini gördü',
  'kayit unshare': 'Bağlantı iptal edildi',
  'kayit intake': 'Araç kabul kaydedildi',
  'kayit delivery': 'Teslim kaydedildi',
  'kayit arrive': 'Araç servise alındı',
  'kayit quote': 'Kayıt yeniden teklif yapıldı',
  'kayit approve': 'Müşteri teklifi onayladı',
  'kayit refuse': 'Müşteri teklifi reddetti',
  'payment create': 'Tahsilat alındı',
  'payment link': 'Tahsilat bir kayda sayıldı',
  'repetition restore': 'Tekrarlayan gider sürdürüldü',
  'repetition skip': 'Tekrarlayan gider bir ay için atlandı',
  'day_end create': 'Gün kapatıldı',
  'day_end open': 'Kasa açıldı',
  'feedback create': 'Geri bildirim gönderildi',
  'user factor-on': 'Kullanıcının iki adımlı doğrulaması açıldı',
  'user factor-off': 'Kullanıcının iki adımlı doğrulaması kapatıldı',
  'user passkey-rename': 'Kullanıcının geçiş anahtarının adı değiştirildi',
  'user share': 'Takvim adresi oluşturuldu',
  'user unshare': 'Takvim adresi iptal edildi',
  'user suspend': 'Firma geçici olarak durduruldu',
  'user reopen': 'Firma yeniden açıldı',
  'user erase': 'Kullanıcının bilgileri kalıcı olarak silindi',
  'export read': 'Liste dosya olarak indirildi',
  'customer read': 'Müşterinin kişisel verileri dosya olarak indirildi',
  'customer erase': 'Müşterinin kişisel verileri silindi',
}

/** Returns a change as a sentence: 'Kayıt değiştirildi'. */
export const sentenceOf = ({ noun, verb }: Pick<ShownChange, 'noun' | 'verb'>): string =>
  SENTENCES[`${noun} ${verb}`] ?? `${NOUN_WORDS[noun]} ${VERB_WORDS[verb]}`

/** Returns the label of `detail.other`: the passkey, the reminder, or the other car or customer. */
export const otherWord = ({ verb }: Pick<ShownChange, 'verb'>): string =>
  verb.startsWith('passkey')
    ? 'Geçiş anahtarı'
    : verb === 'remind' || verb === 'notify'
      ? 'Hatırlatma'
      : 'Diğeri'

/** The names of fields in the words of the forms. */
export const FIELD_WORDS: Readonly<Record<string, string>> = {
  stage: 'Tür',
  quote_valid_until: 'Geçerlilik',
  appointment_day: 'Randevu günü',
  appointment_start: 'Randevu saati',
  appointment_minutes: 'Süre (dk)',
  appointment_state: 'Randevu',
  plaka: 'Plaka',
  musteri_adi_soyadi: 'Müşteri Adı Soyadı',
  musteri_tel: 'Telefon',
  km_bilgisi: 'Kilometre',
  musteri_talebi: 'Müşteri Talebi',
  durum: 'Durum',
  cikis_tarihi: 'Çıkış Tarihi',
  arac_marka: 'Marka',
  arac_model: 'Model',
  model_yili: 'Model Yılı',
  sasi_no: 'Şasi No',
  motor_no: 'Motor No',
  tc_vergino: 'T.C. / Vergi No',
  giris_tarihi: 'Giriş Tarihi',
  kayit_tarihi: 'Kayıt Tarihi',
  aciklama: 'Açıklama',
  private_note: 'Özel not',
  title: 'Başlık',
  amount_kurus: 'Tutar',
  day: 'Tarih',
  method: 'Ödeme yolu',
  category: 'Kategori',
  vat_rate: 'KDV oranı',
  expense_categories: 'Gider kategorileri',
  day_of_month: 'Ayın günü',
  is_automatic: 'Kendiliğinden kaydedilir',
  expected_kurus: 'Olması gereken',
  counted_kurus: 'Sayılan',
  difference_kurus: 'Fark',
  spend_date: 'Harcama tarihi',
  spread_date: 'Gösterilecek tarih',
  note: 'Not',
  name: 'Ad',
  price_kurus: 'Birim fiyat',
  quantity: 'Adet',
  items: 'İşlemler',
  company_name: 'Firma adı',
  company_tel: 'Firma telefonu',
  company_adress: 'Firma adresi',
  output_format: 'Çıktı biçimi',
  prices_with_vat: 'Fiyatlar KDV dahil yazılır',
  idle_minutes: 'Kullanılmayan oturum',
  username: 'Kullanıcı adı',
  email: 'E-posta',
  name_surname: 'Ad soyad',
  license_type: 'Lisans',
  license_end_date: 'Lisans bitişi',
  suspended_reason: 'Durdurma gerekçesi',
  auth: 'Yetki',
  role: 'Yetki',
  sees_figures: 'Gider ve istatistikleri görür',
  vehicle_id: 'Araç',
  customer_id: 'Müşteri',
  received_on: 'Başvuru tarihi',
  kind: 'Konu',
  answered_on: 'Yanıt tarihi',
  change_months: 'Değişikliklerin saklanması (ay)',
  accounts_start: 'Hesabın başlangıcı',
  opening_kurus: 'Devreden bakiye',
  reminder_text: 'Borç hatırlatması',
  reply_to: 'E-posta yanıt adresi',
  record_text: 'Servis fişi mesajı',
  quote_text: 'Teklif mesajı',
  statement_text: 'Ekstre mesajı',
  vehicle_text: 'Araç geçmişi mesajı',
  appointment_text: 'Randevu onayı mesajı',
  day_before_text: 'Randevu hatırlatması',
  car_reminder_text: 'Araç hatırlatması mesajı',
  due_day: 'Hatırlatma günü',
  due_km: 'Hatırlatma kilometresi',
  registered_on: 'İlk tescil tarihi',
  snoozed_until: 'Ertelendi',
  reminder_state: 'Hatırlatma',
  sold_on: 'Satıldı',
  intake_terms: 'Kabul şartları',
  opening_hours: 'Çalışma saatleri',
  day_capacity: 'Günlük araç sayısı',
  km: 'Kilometre',
  car_kind: 'Araç cinsi',
  fuel: 'Yakıt',
  belongings: 'Araçtaki eşya',
  marks: 'Hasar',
  promised_day: 'Söz verilen gün',
  promised_minute: 'Söz verilen saat',
  limit_kurus: 'Sormadan yapılabilecek',
  terms: 'Kabul şartları',
  parts: 'Değişen parçalar',
  warranty_months: 'Garanti süresi (ay)',
  warranty_km: 'Garanti (km)',
  item_warranties: 'Ayrı garantili işler',
  signer: 'İmzalayan',
  signature: 'İmza',
  anonymise_years: 'Kişisel verilerin saklanması (yıl)',
}

/** The methods of payments and of expenses; the methods of both have the same words. */
const METHODS: Readonly<Record<string, string>> = { ...METHOD_WORDS, ...EXPENSE_METHOD_WORDS }

const ROLE_WORDS: Readonly<Record<StaffRole, string>> = { desk: 'Büro', mechanic: 'Usta' }

/** Numbers that are shown without grouping. */
const PLAIN = new Set(['model_yili', 'vehicle_id', 'customer_id'])

/** Formats a stored value like the forms: kuruş as lira, days as 'gg.aa.yyyy'. */
export function valueWords(name: string, value: FieldChange['before']): string {
  if (value === null || value === '') return EMPTY_DASH
  if (typeof value === 'boolean') return value ? 'Evet' : 'Hayır'
  if (name === 'auth') return value === AUTH_ADMIN ? 'Yönetici' : 'Kullanıcı'
  if (name === 'role') return ROLE_WORDS[value as StaffRole] ?? String(value)
  if (name === 'method') return METHODS[String(value)] ?? String(value)
  if (name === 'appointment_state') return STATE_WORDS[value as AppointmentState] ?? String(value)
  if (name === 'stage') return STAGE_WORDS[value as Stage] ?? String(value)
  if (name === 'vat_rate') return `%${value}`
  if (name === 'idle_minutes') return `${value} dakika sonra kapanır`
  if (typeof value === 'number') {
    if (name.endsWith('_kurus')) return formatTL(value)
    return PLAIN.has(name) ? String(value) : formatCount(value)
  }
  return isDay(value) ? formatDay(value) : value
}

/**
 * Returns the parts of an item: '2 × ', 'Yağ filtresi', ', ₺120,00'. The last one is empty for a user who sees no
 * prices.
 */
export const itemParts = ({ islem_adi, islem_adet, fiyat_kurus }: ItemLine) =>
  [
    `${formatCount(islem_adet)} × `,
    islem_adi,
    fiyat_kurus === undefined ? '' : `, ${formatTL(fiyat_kurus)}`,
  ] as const

/** Returns an item as text: '2 × Yağ filtresi, ₺120,00'. */
export const itemWords = (item: ItemLine): string => itemParts(item).join('')
