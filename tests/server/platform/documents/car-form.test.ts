import { describe, expect, test } from 'vitest'

import type { CarForm } from '#server/platform/documents/car-form.ts'
import { renderCarForm } from '#server/platform/documents/render-car-form.ts'
import { markWords, MAX_BELONGINGS, MAX_TERMS } from '#shared/intake/rules.ts'
import { deliveryForm, intakeForm, someMarks } from '#tests/support/documents/car-form.ts'
import { readPdf, withoutSpace } from '#tests/support/documents/read-pdf.ts'

const print = async (form: CarForm) => await readPdf(await renderCarForm(form))

const name = 'Uzun Adlı Müşteri '.repeat(12).slice(0, 200)
const words = (length: number) => 'Ön takımdan ses geliyor. '.repeat(500).slice(0, length)
const long = {
  company: { name, tel: '0224 123 45 67', address: words(500), logo: null },
  record: { ...intakeForm().record, customer: name, plaka: name, sasi_no: name, complaint: words(10_000) },
  car: name,
  signer: name,
  user: name,
  terms: words(MAX_TERMS),
}

describe('the form of an intake', () => {
  test('has the fields of the after-sales regulation', async () => {
    const { text, solid, title, author, language, pages } = await print(intakeForm())
    const lines = text.split('\n')
    for (const shown of [
      'Araç Kabul Formu',
      'No 1491 · 21.11.2026',
      'Işık Oto',
      'Tel: 0 (224) 123 45 67',
      'Sanayi Sitesi 12. Blok No 8',
      'Gülşah Yeşilırmak',
      '0 (500) 014 62 30',
      'Hasan Demirel',
      '16 KRM 146',
      'NM0Z4K7E5P0R01208',
      '126.870 km',
      '14.11.2026 09:12',
      '20.11.2026 17:00',
      '5/8',
      '₺2.500,00',
      'Frene basınca ses geliyor.',
      'Ruhsat, yedek lastik',
      'Teslim eden, müşteri',
      'Teslim alan, servis',
      '14.11.2026 09:14',
      'Sayfa 1 / 1',
      'Mali değeri yoktur. Fatura yerine geçmez.',
    ])
      expect(lines).toContain(shown)
    expect(solid).toContain(withoutSpace('Otomobil, Poyraz Combi, 2019'))
    expect(solid).toContain(withoutSpace('Garanti dışında değişen parçalar en az 6 ay garantilidir.'))
    expect(solid).toContain(withoutSpace('2 Göçük, sol ön çamurluk'))
    expect({ title, author, language }).toEqual({
      title: 'Araç Kabul Formu 16 KRM 146',
      author: 'Işık Oto',
      language: 'tr-TR',
    })
    expect(pages[0]?.roles).toEqual(expect.arrayContaining(['H1', 'H2', 'L', 'LI', 'Figure', 'P']))
  })

  test('without an intake has places to write', async () => {
    const { text } = await print(
      intakeForm({ marks: null, signature: null, signer: '', signedAt: '', fuel: null, belongings: '' }),
    )
    expect(text).toContain('Ad soyad, tarih, imza')
    expect(text).toContain('Arıza ve yapılacak iş')
    expect(text).not.toContain('hasar yok')
  })

  test('says that it was changed after its signature', async () => {
    expect((await print(intakeForm({ isChanged: true }))).text).toContain('İmzadan sonra değişti.')
    expect((await print(intakeForm())).text).not.toContain('değişti')
  })

  test.each([
    ['no mark', intakeForm({ marks: [] })],
    ['60 marks', intakeForm({ marks: someMarks(60) })],
    ['long names and texts', intakeForm({ ...long, belongings: words(MAX_BELONGINGS) })],
    ['all of it', intakeForm({ ...long, belongings: words(MAX_BELONGINGS), marks: someMarks(60) })],
  ])('with %s is one page, with every mark, belonging and term', async (_, form) => {
    const { pages, solid } = await print(form)
    expect(pages).toHaveLength(1)
    for (const { x, y, right } of pages[0]?.texts ?? []) {
      expect(x).toBeGreaterThanOrEqual(30)
      expect(right).toBeLessThanOrEqual(560)
      expect(y).toBeGreaterThanOrEqual(30)
    }
    expect(solid).toContain(withoutSpace(form.belongings))
    expect(solid).toContain(withoutSpace(form.terms))
    const items = form.marks?.map((mark, index) => withoutSpace(`${index + 1} ${markWords(mark)}`)) ?? []
    expect(items.filter((item) => !solid.includes(item))).toEqual([])
  })

  test('keeps its texts apart', async () => {
    const { pages } = await print(
      intakeForm({ ...long, belongings: words(MAX_BELONGINGS), marks: someMarks(60) }),
    )
    const texts = pages[0]?.texts ?? []
    const yOf = (start: string) => texts.find(({ text }) => text.startsWith(start))?.y ?? 0
    expect(yOf('20 ')).toBeGreaterThan(yOf('Şartlar'))
    expect(yOf('Şartlar')).toBeGreaterThan(yOf('Teslim eden, müşteri'))
  })
})

describe('the form of a delivery', () => {
  test('has the work, its price, the parts and the warranty', async () => {
    const { text, rows, title } = await print(deliveryForm({ terms: 'Kendi şartımız.' }))
    expect(rows).toEqual([
      ['Yapılan iş', 'Adet', 'Tutar, KDV dahil'],
      ['Balata', '2', '₺2.000,00'],
    ])
    for (const shown of ['Ücret, KDV dahil', '20.11.2026 17:30', 'Tümü verildi', 'Kendi şartımız.'])
      expect(text).toContain(shown)
    expect(text).toContain('Garanti dışında değişen parçalar en az 6 ay garantilidir.')
    expect(title).toBe('Teslim Formu 16 KRM 146')
  })

  test('has a column of warranties where works have their own, and names those of other works', async () => {
    const lines = [
      { islem_adi: 'Akü', islem_adet: 1, brut_kurus: 1_000, warranty: '24 ay ya da 100.000 km' },
      { islem_adi: 'Balata', islem_adet: 2, brut_kurus: 200_000, warranty: '' },
    ]
    const { text, rows } = await print(deliveryForm({ lines, warranty: 'Rot: garanti yok' }))
    expect(rows).toEqual([
      ['Yapılan iş', 'Adet', 'Garanti', 'Tutar, KDV dahil'],
      ['Akü', '1', '24 ay ya da 100.000 km', '₺10,00'],
      ['Balata', '2', '–', '₺2.000,00'],
    ])
    expect(text).toContain('Yapılan işlerin garantisi: Rot: garanti yok.')
  })

  test('with many items is one page and says where the others are', async () => {
    const lines = Array.from({ length: 300 }, (_, index) => ({
      islem_adi: `İşlem ${index + 1}`,
      islem_adet: 1,
      brut_kurus: 100,
    }))
    const { pages, text, rows } = await print(deliveryForm({ ...long, lines, parts: words(500) }))
    expect(pages).toHaveLength(1)
    expect(rows.length).toBeGreaterThan(1)
    expect(text).toContain(`${300 - (rows.length - 1)} işlem daha: ayrıntısı No 1491 servis fişinde.`)
  })

  test('with many warranties of works that are gone is one page, whose texts stay apart', async () => {
    const gone = Array.from({ length: 60 }, (_, index) => `${index} ${name}: 24 ay`).join('; ')
    const { pages, rows } = await print(deliveryForm({ ...long, parts: words(500), warranty: gone }))
    expect(pages).toHaveLength(1)
    expect(rows).toHaveLength(2)
    const texts = pages[0]?.texts ?? []
    const yOf = (start: string) => texts.find(({ text }) => text.startsWith(start))?.y ?? 0
    expect(yOf('Ücret, KDV dahil')).toBeGreaterThan(yOf('Değişen parçalar'))
    expect(yOf('Garanti ve şartlar')).toBeGreaterThan(yOf('Teslim alan, müşteri'))
  })
})
