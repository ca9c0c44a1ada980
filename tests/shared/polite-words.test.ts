import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/** The messages that the specification prescribes literally (§4, §5, §8). */
const SPECIFIED = [
  'Silmek istediğine emin misin?',
  'Bu işlemi silmek istediğine emin misin?',
  'Giriş başarısız. Bilgileri kontrol et.',
  'Parola çok zayıf. Daha güçlü bir parola belirle.',
  'Son 30 gün – plan yap.',
  'Teşekkürler! Geri bildirimin alındı.',
  'Sunucu hatası. Lütfen tekrar dene.',
]

/** Informal imperatives and past forms. */
const VERBS =
  'aç|al|bak|bas|başlat|bekle|belirle|bırak|bul|çalıştır|çık|değiştir|dene|dön|düzelt|düzenle|ekle|et|geç|gir|git|gönder|gör|işaretle|kaldır|kapat|kaydet|koy|kullan|kur|oku|ol|öğren|sakla|seç|sil|tamamla|temizle|tıkla|unut|ver|yap|yaz|yenile|yükle'

/** Patterns of the informal 'sen'. A button's label ('Kaydet') is no message: it has no full stop. */
const INFORMAL = [
  // onaylamalısın, silemezsin, bekliyorsun, emin misin
  '\\p{L}+(?:m[ae]l[ıi]|[aeıiuü][rz]|yor|[ae]c[ae][kğ]|m[ıiuü]ş)s[ıiuü]n',
  'm[ıiuü]s[ıiuü]n',
  // gönderdin, yaptın
  `(?:${VERBS})[dt][ıiuü]n`,
  // '… tekrar dene.'
  `(?:${VERBS})(?=[.!](?:[\\s'"\`<)’]|$))`,
  'sen|seni|sana|senin|yetkin|yetkini|bildirimin|istediğin[ei]?',
].map((pattern) => new RegExp(`(?<!\\p{L})(?:${pattern})(?!\\p{L})`, 'giu'))

const informal = (text: string): string[] => INFORMAL.flatMap((pattern) => text.match(pattern) ?? [])

describe('the detection of the informal “sen”', () => {
  test.each(SPECIFIED)('informal words are found in %s', (message) => {
    expect(informal(message)).not.toEqual([])
  })

  test.each([
    'Devam etmek için aydınlatma metnini onaylamalısın.',
    'Bugün çok sayıda geri bildirim gönderdin.',
    'Bu işlem için yetkin yok.',
    'Kendi hesabını silemezsin.',
  ])('informal words are found in %s', (message) => {
    expect(informal(message)).not.toEqual([])
  })

  test.each([
    'Lütfen tekrar deneyin.',
    'Devam etmek için aydınlatma metnini onaylamalısınız.',
    'Kaydın sahibi olan kullanıcının numarası. Silinsin mi?',
    'Kaydet',
    'Bu metin herkes için.',
  ])('no informal words are found in %s', (message) => {
    expect(informal(message)).toEqual([])
  })
})

const FILES = globSync('{client,server,shared,scripts}/**/*.{ts,tsx,mjs,html}', { cwd: ROOT }).filter(
  (path) => !path.endsWith('turkish-sort-table.ts'),
)

test('no text uses the informal “sen” except messages of the specification', () => {
  expect(FILES.length).toBeGreaterThan(300)
  const found = FILES.flatMap((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8')
    const ours = SPECIFIED.reduce((rest, message) => rest.replaceAll(message, ''), text)
    return informal(ours).map((words) => `${path}: ${words}`)
  })
  expect(found).toEqual([])
})

test('the messages of the specification are still used', () => {
  const all = FILES.map((path) => readFileSync(join(ROOT, path), 'utf8')).join('\n')
  expect(SPECIFIED.filter((message) => !all.includes(message))).toEqual([])
})
