import { describe, expect, test } from 'vitest'

import { renderDocument } from '#server/platform/documents/render.ts'
import { readPdf, withoutSpace } from '#tests/support/documents/read-pdf.ts'
import { buildDocument, buildLogo, itemRows } from '#tests/support/documents/service-document.ts'

const print = async (overrides: Parameters<typeof buildDocument>[0]) =>
  await readPdf(await renderDocument(buildDocument(overrides)))

describe('hostile text', () => {
  test('XML signs in a company name leave the metadata well-formed', async () => {
    const name = 'Öz & Kardeşler <Oto> "Servis" ]]>'
    const { author, xmp, solid } = await print({ company: { name } })
    expect(author).toBe(name)
    expect(xmp).toContain('<rdf:li>Öz &amp; Kardeşler &lt;Oto&gt; "Servis" ]]&gt;</rdf:li>')
    expect(solid).toContain(withoutSpace(name))
  })

  test('PDF syntax in texts stays text', async () => {
    const name = String.raw`\) Tj /F1 99 Tf (kötü) ET endstream endobj <</JS (app.alert(1))>> %`
    const bytes = await renderDocument(
      buildDocument({ company: { name }, kayit: { aciklama: name, plaka: name } }),
    )
    const { solid, author } = await readPdf(bytes)
    expect(solid.split(withoutSpace(name)).length - 1).toBeGreaterThanOrEqual(2)
    expect(author).toBe(name)
  })

  test('paths and addresses in texts are printed, not opened', async () => {
    const text = 'file:///etc/passwd <img src="http://127.0.0.1:9/x"> ../../etc/passwd'
    const { solid } = await print({ kayit: { aciklama: text, musteri_talebi: text } })
    expect(solid.split(withoutSpace(text))).toHaveLength(3)
    expect(solid).not.toContain('root:')
  })

  test('direction marks cannot reverse a plate, and control characters vanish', async () => {
    const { text } = await print({
      kayit: { plaka: '34\u202E CBA 321\u0000', musteri_adi_soyadi: 'Ali\u0007 \u200FVeli' },
    })
    expect(text.split('\n')).toEqual(expect.arrayContaining(['34 CBA 321', 'Ali Veli']))
  })

  test('letters that no font has are printed as a visible sign', async () => {
    const work = [{ islem_adi: '张 Bakım 伟', islem_adet: 1, fiyat_kurus: 100 }]
    const { rows } = await print({ work })
    expect(rows[1]?.[0]).toBe('◻ Bakım ◻')
  })

  test('long words without a space are broken and stay inside the page, quickly', async () => {
    const word = 'Ğ'.repeat(50_000)
    const started = performance.now()
    const { pages, rows } = await print({
      company: { name: word, address: word, tel: word },
      kayit: {
        musteri_adi_soyadi: word,
        plaka: word,
        sasi_no: word,
        arac_model: word,
        durum: word,
        aciklama: word,
      },
      work: Array.from({ length: 50 }, () => ({ islem_adi: word, islem_adet: 1, fiyat_kurus: 100 })),
    })
    expect(performance.now() - started).toBeLessThan(5_000)
    const items = itemRows(rows)
    expect(items).toHaveLength(50)
    for (const [name = ''] of items) expect(withoutSpace(name)).toBe(`${'Ğ'.repeat(199)}…`)
    expect(pages.flatMap(({ texts }) => texts).filter(({ right, y }) => right > 553.4 || y < 36)).toEqual([])
  })
})

describe('hostile logos', () => {
  test('a broken logo is left out and the document is printed', async () => {
    const sound = await buildLogo()
    const withLogo = (logo: Uint8Array) => renderDocument(buildDocument({ company: { logo } }))
    const without = await renderDocument(buildDocument())
    expect((await withLogo(sound)).length).toBeGreaterThan(without.length)
    const lying = Buffer.from(sound)
    lying.writeUInt32BE(0x7fff_fff0, sound.indexOf('IDAT') - 4)
    const damaged = Buffer.from(sound)
    damaged.fill(0, damaged.indexOf('IDAT') + 10, damaged.indexOf('IDAT') + 20)
    for (const logo of [
      sound.subarray(0, sound.length / 2),
      lying,
      damaged,
      Buffer.from('GIF89a'),
      new Uint8Array(),
    ]) {
      expect(Buffer.from(await withLogo(logo)).equals(without)).toBe(true)
    }
  })

  test.each([
    { width: 4_000, height: 10 },
    { width: 10, height: 4_000 },
    { width: 1, height: 1 },
  ])('a logo of $width × $height pixels leaves room for the company', async (size) => {
    const { text } = await print({ company: { logo: await buildLogo(size) } })
    expect(text.split('\n')).toEqual(
      expect.arrayContaining(['Yıldız Oto Servis', 'Servis fişi', 'Sayfa 1 / 1']),
    )
  })
})
