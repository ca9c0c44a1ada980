import { describe, expect, test } from 'vitest'

import { renderDocument } from '#server/platform/documents/render.ts'
import type { ServiceDocument } from '#server/platform/documents/service-document.ts'
import { readPdf, withoutSpace } from '#tests/support/documents/read-pdf.ts'
import { buildDocument, buildLogo, emptyKayit, someWork } from '#tests/support/documents/service-document.ts'

const print = async (document: ServiceDocument) => await readPdf(await renderDocument(document))

describe('the content of a document', () => {
  test('a document shows company, customer, vehicle, dates, complaint, items, notes, signatures, and that it is no invoice', async () => {
    const { text, rows, solid } = await print(
      buildDocument({ work: [{ islem_adi: 'Yağ değişimi', islem_adet: 1_250, fiyat_kurus: 10_005 }] }),
    )
    const lines = text.split('\n')
    for (const message of [
      'Servis fişi',
      'No 1284 · 21.11.2026',
      '18.11.2026',
      'Yıldız Oto Servis',
      'İvedik OSB 1354. Cadde No: 18/A',
      'Yenimahalle / Ankara',
      'Tel: 0 (312) 555 12 34',
      'Gülşah Öztürk Çağlayan',
      '0 (532) 123 45 67',
      '10000000146',
      '34 ABC 123',
      '148.250 km',
      'WVWZZZ1KZAW123456',
      'Motor no: CAYC123456',
      '19.11.2026 – 21.11.2026',
      'Tamamlandı',
      'Soğuk çalıştırmada ses geliyor, fren pedalı titriyor.',
      'Arka balatalar %40 seviyesinde.',
      'Teslim eden',
      'Teslim alan',
      'Mali değeri yoktur. Fatura yerine geçmez.',
      'Sayfa 1 / 1',
    ]) {
      expect(lines).toContain(message)
    }
    expect(solid).toContain(withoutSpace('Volkswagen Golf 1.6 TDI, 2016'))
    expect(rows[1]).toEqual(['Yağ değişimi', '1.250', '₺100,05', '₺104.218,75', '₺20.843,75', '₺125.062,50'])
  })

  test('a document with VAT has six columns, net and VAT beside each price, and three totals', async () => {
    const work = [{ islem_adi: 'Akü', islem_adet: 2, fiyat_kurus: 10_005 }]
    const { rows, text } = await print(buildDocument({ variant: 'vat', work }))
    expect(rows).toEqual([
      ['İşlem', 'Adet', 'Birim fiyat', 'KDV hariç', 'KDV %20', 'Tutar'],
      ['Akü', '2', '₺100,05', '₺166,75', '₺33,35', '₺200,10'],
    ])
    expect(text).toContain('KDV hariç toplam\n₺166,75\nKDV %20\n₺33,35\nKDV dahil toplam\n₺200,10\n')
    expect(text).toContain('Birim fiyat ve tutara KDV dahildir.')
    expect(text).not.toContain('KDV dahil değildir')
  })

  test.each([
    ['vat', 15_000, 'Ödenen\n₺50,10\nKalan\n₺150,00\n'],
    ['plain', 15_000, 'Ödenen (KDV dahil)\n₺50,10\nKalan (KDV dahil)\n₺150,00\n'],
    ['vat', -15_000, 'Fazla ödenen\n₺150,00\n'],
  ] as const)(
    'once a payment is stored, a document (%s, %i) says what was paid and is left',
    async (variant, rest_kurus, lines) => {
      const { text } = await print(buildDocument({ variant, paid: { paid_kurus: 5_010, rest_kurus } }))
      expect(text).toContain(lines)
      expect((await print(buildDocument({ variant }))).text).not.toMatch(/Ödenen|Kalan/)
    },
  )

  test('each of several VAT rates has its own line, and the column of VAT none', async () => {
    const rates = [
      { kdv_orani: 10, net_kurus: 10_000, kdv_kurus: 1_000, brut_kurus: 11_000 },
      { kdv_orani: 20, net_kurus: 20_000, kdv_kurus: 4_000, brut_kurus: 24_000 },
    ]
    const { text, rows } = await print({ ...buildDocument(), rates })
    expect(text).toContain('KDV %10\n₺10,00\nKDV %20\n₺40,00\nKDV dahil toplam\n')
    expect(rows[0]).toContain('KDV')
  })

  test('a short note stands beside the totals, a longer one below them over the full width', async () => {
    const placeOf = async (aciklama: string) => {
      const { pages } = await print(buildDocument({ kayit: { aciklama } }))
      const texts = pages[0]?.texts ?? []
      const yOf = (label: string) => texts.find(({ text }) => text === label)?.y ?? 0
      return yOf('Açıklama') - yOf('KDV dahil toplam')
    }
    expect(await placeOf('Arka balatalar %40 seviyesinde.')).toBeGreaterThan(0)
    expect(await placeOf('Arka balatalar %40 seviyesinde. '.repeat(12))).toBeLessThan(0)
  })

  test('a document without VAT has four columns, the net total, and a note that VAT is not included', async () => {
    const { rows, text } = await print(buildDocument({ variant: 'plain' }))
    expect(rows[0]).toEqual(['İşlem', 'Adet', 'Birim fiyat', 'Tutar'])
    expect(text).toMatch(/Fiyatlara KDV dahil değildir\.\nKDV hariç toplam\n₺[\d.]+,\d\d\n/)
    expect(text).not.toContain('%20')
    expect(text).not.toContain('KDV dahil toplam')
  })

  test('a plate is text on its frame, where a Turkish one leaves room for its band', async () => {
    const xOf = async (plaka: string) => {
      const { pages } = await print(buildDocument({ kayit: { plaka } }))
      const texts = pages[0]?.texts ?? []
      expect(texts.map(({ text }) => text)).not.toContain('TR')
      return texts.find(({ text }) => text === plaka)?.x ?? 0
    }
    expect((await xOf('34 ABC 123')) - (await xOf('M-AB 1234'))).toBeCloseTo(17)
    // A plate that is too long for its frame is printed without one, as a line of the car.
    expect((await xOf('M-AB 1234')) - (await xOf('34ABC'.repeat(5)))).toBeCloseTo(8)
  })

  test('the total is the largest number, whatever its length, and stays beside its words', async () => {
    for (const fiyat_kurus of [10_005, 99_899_999_999]) {
      const work = [{ islem_adi: 'Motor', islem_adet: 1000, fiyat_kurus }]
      const { pages } = await print(buildDocument({ work }))
      const texts = pages[0]?.texts ?? []
      const label = texts.findLastIndex(({ text }) => text === 'KDV dahil toplam')
      const [words, total] = texts.slice(label, label + 2)
      const net = texts.find(({ text }) => text === 'KDV hariç toplam')
      const netAmount = texts[texts.indexOf(net ?? { text: '', x: 0, y: 0, right: 0 }) + 1]
      expect(total?.text).toMatch(/^₺[\d.]+,\d\d$/)
      expect(total?.x).toBeGreaterThan((words?.right ?? 0) + 5)
      expect(total?.right).toBeCloseTo(netAmount?.right ?? 0, 0)
    }
  })

  test('every page names the product below', async () => {
    const { pages } = await print(buildDocument({ work: someWork(60) }))
    expect(pages.length).toBeGreaterThan(1)
    for (const { texts } of pages)
      expect(texts.map(({ text }) => text)).toContain('Oto Servis Yönetim Paneli')
  })

  test('Turkish phone numbers are formatted, and other numbers are printed as typed', async () => {
    const phones = async (tel: string, musteri_tel: string) => {
      const { text } = await print(buildDocument({ company: { tel }, kayit: { musteri_tel } }))
      const lines = text.split('\n')
      return [lines.find((line) => line.startsWith('Tel:')), lines[lines.indexOf('Telefon') + 1]]
    }
    expect(await phones('4441234', '+905321234567')).toEqual(['Tel: 444 12 34', '0 (532) 123 45 67'])
    expect(await phones('+49 30 1234567', '05321234567 Ali')).toEqual([
      'Tel: +49 30 1234567',
      '05321234567 Ali',
    ])
  })

  test('every Turkish letter and the lira sign can be read back, in both weights', async () => {
    const letters = 'ABCÇDEFGĞHIİJKLMNOÖPRSŞTUÜVYZ abcçdefgğhıijklmnoöprsştuüvyz ÂâÎîÛû ₺'
    const { solid } = await print(buildDocument({ company: { name: letters }, kayit: { aciklama: letters } }))
    expect(solid.split(withoutSpace(letters))).toHaveLength(3)
  })

  test('"fi" stays two letters: a ligature would lose the dot', async () => {
    const { solid } = await print(buildDocument({ kayit: { aciklama: 'profil filtre final' } }))
    expect(solid).toContain('profilfiltrefinal')
  })

  test('empty fields are printed as dashes or nothing, never as "null" or "undefined"', async () => {
    const document = buildDocument({
      kayit: emptyKayit,
      company: { name: '', tel: '', address: '' },
      work: [],
    })
    const { text, rows } = await print(document)
    expect(text).not.toMatch(/null|undefined|NaN|Invalid/)
    expect(text.split('\n').filter((line) => line === '—')).toHaveLength(4)
    expect(text).not.toContain('Motor no')
    expect(text).not.toContain('Müşteri talebi')
    expect(text).not.toContain('Açıklama')
    expect(rows[1]).toEqual(['Henüz işlem girilmedi.'])
    expect(text).toContain('KDV dahil toplam\n₺0,00')
  })
})

describe('the file of a document', () => {
  test('the file is tagged Turkish and has title and author', async () => {
    const logo = await buildLogo()
    const { title, author, language, pages, xmp } = await print(buildDocument({ company: { logo } }))
    expect({ title, author, language }).toEqual({
      title: 'Servis fişi 34 ABC 123',
      author: 'Yıldız Oto Servis',
      language: 'tr-TR',
    })
    expect(pages[0]?.roles).toEqual(
      expect.arrayContaining(['Document', 'H1', 'H2', 'L', 'Table', 'TH', 'TD']),
    )
    expect(xmp).toContain('Yıldız Oto Servis')
  })

  test('the file of a link has no plate in its title', async () => {
    expect((await print({ ...buildDocument(), isPublic: true })).title).toBe('Servis fişi')
  })

  test('equal documents are equal files', async () => {
    const [first, second] = [await renderDocument(buildDocument()), await renderDocument(buildDocument())]
    expect(Buffer.from(first).equals(second)).toBe(true)
  })

  test('the file of a usual document is small', async () => {
    expect((await renderDocument(buildDocument({ work: someWork(20) }))).length).toBeLessThan(60_000)
  })
})
