import { describe, expect, test } from 'vitest'

import { renderDocument } from '#server/documents/render.ts'
import type { ServiceDocument } from '#server/documents/service-document.ts'
import { readPdf, withoutSpace } from '#tests/support/read-pdf.ts'
import {
  buildDocument,
  buildLogo,
  emptyKayit,
  readAmount,
  someWork,
} from '#tests/support/service-document.ts'

const print = async (document: ServiceDocument) => await readPdf(await renderDocument(document))

describe('what the document says', () => {
  test('company, customer, vehicle, dates, complaint, items, notes, signatures, and that it is no invoice', async () => {
    const { text, rows } = await print(
      buildDocument({ work: [{ islem_adi: 'Yağ değişimi', islem_adet: 1_250, fiyat_kurus: 10_005 }] }),
    )
    const lines = text.split('\n')
    for (const sentence of [
      'Servis fişi',
      'Kayıt no: 1284',
      'Kayıt tarihi: 18.11.2026',
      'Düzenleme tarihi: 21.11.2026',
      'Yıldız Oto Servis',
      'İvedik OSB 1354. Cadde No: 18/A',
      'Yenimahalle / Ankara',
      'Tel: 0 (312) 555 12 34',
      'Gülşah Öztürk Çağlayan',
      '0 (532) 123 45 67',
      '10000000146',
      '34 ABC 123',
      'Volkswagen Golf 1.6 TDI',
      '2016',
      '148.250',
      'WVWZZZ1KZAW123456',
      'CAYC123456',
      '19.11.2026',
      '21.11.2026',
      'Tamamlandı',
      'Soğuk çalıştırmada ses geliyor, fren pedalı titriyor.',
      'Arka balatalar %40 seviyesinde.',
      'Teslim eden',
      'Teslim alan',
      'Mali değeri yoktur. Fatura yerine geçmez.',
      'Sayfa 1 / 1',
    ]) {
      expect(lines).toContain(sentence)
    }
    expect(rows[1]).toEqual(['Yağ değişimi', '₺83,38', '1.250', '₺104.218,75', '₺20.843,75', '₺125.062,50'])
  })

  test('with VAT: six columns and three totals', async () => {
    const { rows, text } = await print(buildDocument({ variant: 'vat' }))
    expect(rows[0]).toEqual(['İşlem', 'Birim fiyat (net)', 'Adet', 'Net tutar', 'KDV (%20)', 'Toplam (brüt)'])
    expect(text).toMatch(/Ara toplam\n₺[\d.]+,\d\d\nKDV \(%20\)\n₺[\d.]+,\d\d\nGenel toplam\n₺[\d.]+,\d\d\n/)
    expect(text).not.toContain('KDV dahil değildir')
  })

  test('plain: four columns, the net total, and that VAT is not included', async () => {
    const { rows, text } = await print(buildDocument({ variant: 'plain' }))
    expect(rows[0]).toEqual(['İşlem', 'Birim fiyat (net)', 'Adet', 'Tutar (net)'])
    expect(text).toMatch(/Net toplam\n₺[\d.]+,\d\d\nFiyatlara KDV dahil değildir\.\n/)
    expect(text).not.toContain('%20')
    expect(text).not.toContain('Genel toplam')
  })

  test('every Turkish letter and the lira sign come back exactly, in both weights', async () => {
    const letters = 'ABCÇDEFGĞHIİJKLMNOÖPRSŞTUÜVYZ abcçdefgğhıijklmnoöprsştuüvyz ÂâÎîÛû ₺'
    const { solid } = await print(buildDocument({ company: { name: letters }, kayit: { aciklama: letters } }))
    expect(solid.split(withoutSpace(letters))).toHaveLength(3)
  })

  test('"fi" stays two letters: a ligature would swallow the dot', async () => {
    const { solid } = await print(buildDocument({ kayit: { aciklama: 'profil filtre final' } }))
    expect(solid).toContain('profilfiltrefinal')
  })

  test('empty fields leave dashes or nothing, never "null" or "undefined"', async () => {
    const document = buildDocument({
      kayit: emptyKayit,
      company: { name: '', tel: '', address: '' },
      work: [],
    })
    const { text, rows } = await print(document)
    expect(text).not.toMatch(/null|undefined|NaN|Invalid/)
    expect(text.split('\n').filter((line) => line === '—')).toHaveLength(9)
    expect(text).not.toContain('Motor no')
    expect(text).not.toContain('Müşteri talebi')
    expect(text).not.toContain('Açıklama')
    expect(rows[1]).toEqual(['Henüz işlem girilmedi.'])
    expect(text).toContain('Genel toplam\n₺0,00')
  })

  test('the largest amounts stay on one line and inside the page', async () => {
    const work = [
      { islem_adi: 'Motor değişimi', islem_adet: 999, fiyat_kurus: 99_999_999_999 },
      { islem_adi: 'Vida', islem_adet: 100_000, fiyat_kurus: 1 },
    ]
    const { pages, rows } = await print(buildDocument({ work }))
    expect(rows[1]).toEqual([
      'Motor değişimi',
      '₺833.333.333,33',
      '999',
      '₺832.499.999.991,68',
      '₺166.499.999.998,33',
      '₺998.999.999.990,01',
    ])
    const texts = pages[0]?.texts ?? []
    const start = texts.findIndex(({ text }) => text === 'Motor değişimi')
    const row = texts.slice(start, start + 6)
    expect(new Set(row.map(({ y }) => y)).size).toBe(1)
    for (const [index, { right }] of row.entries()) {
      expect(right).toBeLessThan(row[index + 1]?.x ?? 553.3)
    }
  })
})

describe('columns add up', () => {
  const work = someWork(60)
  const sum = (lines: readonly string[][], column: number) =>
    lines.reduce((total, cells) => total + readAmount(cells[column] ?? ''), 0)
  /** The amount after the last line that is exactly the label. */
  const after = (text: string, label: string) => {
    const lines = text.split('\n')
    return readAmount(lines[lines.lastIndexOf(label) + 1] ?? '')
  }

  test('with VAT: printed totals are the sums of the printed lines, and each line adds up across', async () => {
    const { rows, text } = await print(buildDocument({ variant: 'vat', work }))
    const lines = rows.slice(1)
    expect(lines).toHaveLength(60)
    expect(after(text, 'Ara toplam')).toBe(sum(lines, 3))
    expect(after(text, 'KDV (%20)')).toBe(sum(lines, 4))
    expect(after(text, 'Genel toplam')).toBe(sum(lines, 5))
    for (const cells of lines) {
      const [net, vat, gross] = cells.slice(3).map(readAmount)
      expect((net ?? 0) + (vat ?? 0)).toBe(gross)
    }
  })

  test('plain: the printed net total is the sum of the printed lines', async () => {
    const { rows, text } = await print(buildDocument({ variant: 'plain', work }))
    expect(rows.slice(1)).toHaveLength(60)
    expect(after(text, 'Net toplam')).toBe(sum(rows.slice(1), 3))
  })

  test('amounts of a column end at the same place', async () => {
    const { pages } = await print(buildDocument({ work: someWork(20) }))
    const rights = (pages[0]?.texts ?? [])
      .filter(({ text }) => text.startsWith('₺'))
      .map(({ right }) => right.toFixed(1))
    expect(new Set(rights).size).toBe(4)
  })
})

describe('the file', () => {
  test('is tagged Turkish with title and author', async () => {
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

  test('the same document is the same file', async () => {
    const [first, second] = [await renderDocument(buildDocument()), await renderDocument(buildDocument())]
    expect(Buffer.from(first).equals(second)).toBe(true)
  })

  test('a usual document is small', async () => {
    expect((await renderDocument(buildDocument({ work: someWork(20) }))).length).toBeLessThan(60_000)
  })
})
