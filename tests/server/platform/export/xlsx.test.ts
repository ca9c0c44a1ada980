import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'

import * as fc from '#tests/support/setup/fast-check.ts'
import { describe, expect, test } from 'vitest'

import { type Column, sheetOfRows } from '#server/platform/export/sheet.ts'
import { xlsxChunks } from '#server/platform/export/xlsx.ts'
import { zipChunks } from '#server/platform/lib/zip.ts'

import { bookOf, bytesOf, xlsxOf } from '#tests/support/documents/export.ts'

type Row = { ad: string; gun?: string; tutar?: number; adet?: number; pay?: number }
const COLUMNS: readonly Column<Row>[] = [
  { title: 'Müşteri', width: 26, kind: 'text', value: ({ ad }) => ad },
  { title: 'Gün', width: 11, kind: 'day', value: ({ gun }) => gun ?? null },
  { title: 'Tutar (₺)', width: 16, kind: 'money', value: ({ tutar }) => tutar ?? null },
  { title: 'Adet', width: 8, kind: 'count', value: ({ adet }) => adet ?? null },
  { title: 'Pay %', width: 8, kind: 'percent', value: ({ pay }) => pay ?? null },
]
const sheet = (name: string, ...rows: Row[]) => sheetOfRows(name, COLUMNS, rows)
const sheetsOf = async (...rows: Row[]) => (await xlsxOf(bookOf(sheet('Kayıtlar', ...rows)))).sheets

/** Characters that XML cannot hold. */
const FORBIDDEN = ['\u0000', '\u0008', '\ud800', '\ufffe', '\uffff']

describe('an XLSX file', () => {
  test('texts, days, amounts and counts are true values with formats', async () => {
    const [read] = await sheetsOf(
      { ad: 'Çağ Işık & Oğlu <"Ltd">', gun: '2026-11-03', tutar: 123_456_705, adet: 1_500, pay: 12.5 },
      { ad: '05321234567' },
    )
    expect(read?.rows).toEqual([
      ['Müşteri', 'Gün', 'Tutar (₺)', 'Adet', 'Pay %'],
      ['Çağ Işık & Oğlu <"Ltd">', new Date('2026-11-03'), 1_234_567.05, 1_500, 12.5],
      ['05321234567', null, null, null, null],
    ])
    const format = (place: string) => read?.cells?.get(place)?.style?.numFmt
    expect([format('1,0'), format('1,1'), format('1,2'), format('1,3'), format('1,4')]).toEqual([
      '@',
      String.raw`dd\.mm\.yyyy`,
      '#,##0.00',
      '#,##0',
      '0.0',
    ])
  })

  test('the header is frozen, everything can be filtered, and the columns have widths', async () => {
    const [read] = await sheetsOf({ ad: 'a' }, { ad: 'b' })
    expect(read?.freezePane).toMatchObject({ rows: 1 })
    expect(read?.autoFilter?.range).toBe('A1:E3')
    expect(read?.columns?.map(({ width }) => width)).toEqual([28, 13, 18, 10, 10])
    expect(read?.cells?.get('0,0')?.style?.font?.bold).toBe(true)
  })

  test('a book has a sheet for each of its tables, also empty ones', async () => {
    const book = bookOf(sheet('Kayıtlar', { ad: 'a' }), sheet('Giderler'))
    const { sheets } = await xlsxOf(book)
    expect(sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
      ['Kayıtlar', 2],
      ['Giderler', 1],
    ])
  })

  test('a formula stays a text', async () => {
    const [read] = await sheetsOf({ ad: '=1+1' })
    expect(read?.rows[1]).toEqual(['=1+1', null, null, null, null])
    expect(read?.cells?.get('1,0')?.formula).toBeUndefined()
  })

  test('the file can be read and has any text without forbidden characters', async () => {
    const units = [...FORBIDDEN, '😀', '\n', '\t', ' ', '<', '&', '"', 'ı', '_x0041_']
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...units), { minLength: 1, maxLength: 12 }),
        async (parts) => {
          const text = `x${parts.join('')}x`
          const [read] = await sheetsOf({ ad: text })
          const kept = Array.from(text, (unit) => (FORBIDDEN.includes(unit) ? '' : unit)).join('')
          // The reading library does not decode Excel's escape of an underscore.
          expect(String(read?.rows[1]?.[0]).replaceAll('_x005F_', '_')).toBe(kept)
        },
      ),
      { numRuns: 50 },
    )
  })

  test('a text is at most as long as a cell may be', async () => {
    const [read] = await sheetsOf({ ad: 'ş'.repeat(40_000) })
    expect(String(read?.rows[1]?.[0])).toHaveLength(32_767)
  })

  test('every day is that day; the first months of 1900, which programs count differently, are texts', async () => {
    const day = (gun: string) => sheetsOf({ ad: 'x', gun }).then(([read]) => read?.rows[1]?.[1])
    expect(await day('1900-03-01')).toEqual(new Date('1900-03-01'))
    expect(await day('2200-12-31')).toEqual(new Date('2200-12-31'))
    expect(await day('1900-02-28')).toBe('28.02.1900')
  })

  test('an amount up to the limit of a record is exact', async () => {
    const most = 99_999_999_999_999
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: -most, max: most }), async (tutar) => {
        const [read] = await sheetsOf({ ad: 'x', tutar })
        expect(Math.round(Number(read?.rows[1]?.[2]) * 100)).toBe(tutar)
      }),
      { numRuns: 50 },
    )
  })

  test('more rows than a sheet has are refused before anything is written', () => {
    const none = { ...sheet('Kayıtlar'), total: 1_048_576 }
    expect(() => xlsxChunks(bookOf(none))).toThrow('Bir Excel sayfasına en fazla 1.048.575 satır sığar.')
  })
})

describe('a ZIP archive', () => {
  const big = Buffer.from('satır '.repeat(100_000))

  test('unzip finds no fault in it', async () => {
    const bytes = await bytesOf(
      zipChunks([
        { name: 'ş.txt', data: [big] },
        { name: 'boş', data: [] },
      ]),
    )
    const dir = mkdtempSync(join(tmpdir(), 'zip-'))
    writeFileSync(join(dir, 'a.zip'), bytes)
    const said = execFileSync('python3', ['-m', 'zipfile', '-t', join(dir, 'a.zip')]).toString()
    rmSync(dir, { recursive: true })
    expect(said).toContain('Done testing')
  })

  test('it is compressed while it is read, and who stops reading stops its sources', async () => {
    let read = 0
    let isStopped = false
    const endless = async function* () {
      try {
        for (;;) {
          read += 1
          yield big
        }
      } finally {
        isStopped = true
      }
    }
    const chunks = zipChunks([{ name: 'a', data: endless() }])
    for (let count = 0; count < 3; count++) await chunks.next()
    await chunks.return(undefined)
    expect(isStopped).toBe(true)
    // zlib returns its first bytes only after some megabytes of such repetitive data.
    expect(read).toBeLessThan(200)
  })

  test('an entry is what was put into it', async () => {
    const bytes = await bytesOf(zipChunks([{ name: 'a', data: [big.subarray(0, 7), big.subarray(7)] }]))
    expect(inflateRawSync(bytes.subarray(31)).equals(big)).toBe(true)
  })
})
