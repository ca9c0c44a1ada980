import sharp, { type JpegOptions } from 'sharp'
import { describe, expect, test } from 'vitest'

import { uploadLogo, redrawLogo } from '#server/settings/logo.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { svg, withChunk } from '#tests/support/documents/logo.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'

const db = await testDatabase()

/** Returns a JPEG with some detail, so that a part of its bytes is a part of its picture. */
async function photo(options: JpegOptions = {}): Promise<Buffer> {
  const [width, height] = [320, 240]
  const pixels = Buffer.from(Array.from({ length: width * height * 3 }, (_, at) => (at * 7919) % 251))
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .blur(1)
    .jpeg(options)
    .toBuffer()
}

/** Returns the JPEG with odd bytes before its tables, as some scanners write them. */
function withOddBytes(jpeg: Buffer, count: number): Buffer {
  const at = jpeg.indexOf(Buffer.from([0xff, 0xdb]))
  return Buffer.concat([jpeg.subarray(0, at), Buffer.alloc(count, 0x11), jpeg.subarray(at)])
}

const JFIF = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex')
const jpeg = await photo()
const progressive = await photo({ progressive: true })

/** A figure on mid-grey, the colour with which the decoder fills missing rows. */
const grey = await sharp(
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240"><rect width="320" height="240" fill="#808080"/><circle cx="40" cy="40" r="30" fill="#fff"/></svg>',
  ),
)
  .jpeg()
  .toBuffer()

describe('a JPEG that decodes with warnings', () => {
  test.each([
    ['with 18 odd bytes before its tables', withOddBytes(jpeg, 18)],
    ['with 18 odd bytes behind a JFIF header', withOddBytes(Buffer.concat([JFIF, jpeg.subarray(2)]), 18)],
    ['without its end', jpeg.subarray(0, -2)],
    ['without its last hundredth', jpeg.subarray(0, Math.floor(jpeg.length * 0.99))],
    ['with a text behind its end', Buffer.concat([jpeg, Buffer.from('odd')])],
    ['of progressive kind without its end', progressive.subarray(0, -2)],
    ['that is grey below, without its end', grey.subarray(0, -2)],
    ['that is grey below, with 18 odd bytes', withOddBytes(grey, 18)],
    [
      'that is grey below, with 2,000 odd bytes and without its end',
      withOddBytes(grey.subarray(0, -2), 2_000),
    ],
  ])('%s is accepted', async (_, file) => {
    const logo = await redrawLogo(file)
    expect(logo).toMatchObject({ width: 320, height: 240, isPale: false })
  })

  test.each([
    ['a half', jpeg.subarray(0, jpeg.length / 2)],
    ['nine tenths', jpeg.subarray(0, Math.floor(jpeg.length * 0.9))],
    [
      'a half with odd bytes and an end',
      Buffer.concat([withOddBytes(jpeg, 18).subarray(0, jpeg.length / 2), Buffer.from([0xff, 0xd9])]),
    ],
    ['its head', jpeg.subarray(0, 200)],
    ['its head and a script', Buffer.concat([jpeg.subarray(0, 400), Buffer.from('<?php system("id"); ?>')])],
  ])('%s of one is refused', async (_, file) => {
    expect(await redrawLogo(file)).toBeNull()
  })

  test('a bomb is refused at any leniency', async () => {
    const huge = Buffer.from(jpeg)
    const frame = huge.indexOf(Buffer.from([0xff, 0xc0]))
    huge.writeUInt16BE(60_000, frame + 5)
    huge.writeUInt16BE(60_000, frame + 7)
    expect(await redrawLogo(huge)).toBeNull()
  })
})

test('a PNG with a damaged chunk that no picture needs is accepted', async () => {
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#c00' } })
    .png()
    .toBuffer()
  const odd = withChunk(png, 'tIME', Buffer.from([1]))
  expect(await redrawLogo(odd)).toMatchObject({ width: 9, height: 9 })
})

describe('a white logo', () => {
  const white = (background: string) =>
    svg(
      `<rect width="64" height="64" fill="${background}"/><rect x="8" y="8" width="30" height="30" fill="#fff"/>`,
    )
  const bare = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect x="8" y="8" width="30" height="30" fill="#fdfdfd"/></svg>',
  )

  test('a white logo on transparency is reported, and drawn on a dark ground when asked', async () => {
    const ctx = userCtx(db, await buildUser(db))
    expect((await uploadLogo(ctx, bare)).isPale).toBe(true)
    expect((await uploadLogo(ctx, bare, 'dark')).isPale).toBe(false)
    const stored = await db
      .selectFrom('logo')
      .where('shop_id', '=', ctx.actor.shop)
      .selectAll()
      .executeTakeFirstOrThrow()
    const { channels, isOpaque } = await sharp(stored.png).stats()
    expect(isOpaque).toBe(true)
    expect(channels.map(({ min, max }) => [min < 40, max > 240])).toEqual([
      [true, true],
      [true, true],
      [true, true],
    ])
  })

  test.each([
    ['on its own dark ground', white('#123456')],
    ['that is opaque', white('#ffffff')],
    [
      'with a dark name',
      Buffer.from(bare.toString().replace('</svg>', '<path d="M8 44h30v14h-30z"/></svg>')),
    ],
    ['in colour', svg('')],
  ])('%s is not', async (_, file) => {
    expect((await redrawLogo(file))?.isPale).toBe(false)
  })
})

const drawing = (inside: string, attributes = '') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" ${attributes}>${inside}</svg>`)
const square = (fill: string) => `<rect x="8" y="8" width="30" height="30" fill="${fill}"/>`

describe('a logo that leaves hardly any ink', () => {
  test.each([
    ['light grey', drawing(square('#e0e0e0'))],
    ['light yellow', drawing(square('#ffffd0'))],
    ['black of 5 %', drawing(square('#000'), 'opacity="0.05"')],
    ['black of 14 %', drawing(square('#000'), 'opacity="0.14"')],
    ['white on a shade of 5 %', drawing(`<path d="M0 0h64v64H0z" opacity="0.05"/>${square('#fff')}`)],
  ])('%s is pale', async (_, file) => {
    expect(await redrawLogo(file)).toMatchObject({ isPale: true, isEmpty: false })
  })

  test.each([
    ['grey', drawing(square('#bbb'))],
    ['yellow', drawing(square('#ff0'))],
    ['black of 30 %', drawing(square('#000'), 'opacity="0.3"')],
  ])('%s is not', async (_, file) => {
    expect(await redrawLogo(file)).toMatchObject({ isPale: false, isEmpty: false })
  })

  test('an empty logo is refused', async () => {
    const ctx = userCtx(db, await buildUser(db))
    const png = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer()
    const message = 'Bu logoda görünen bir şey yok: resmin tamamı saydam. Başka bir dosya seçin.'
    expect(await redrawLogo(png)).toMatchObject({ isEmpty: true })
    for (const file of [png, drawing('')])
      await expectRefusal(uploadLogo(ctx, file, 'dark'), { code: 'INVALID', message, field: 'file' })
  })
})

const DOCTYPE =
  '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'

describe('an SVG with a DOCTYPE', () => {
  test.each([
    ['behind its declaration', Buffer.concat([Buffer.from(`<?xml version="1.0"?>\n${DOCTYPE}\n`), svg('')])],
    ['in UTF-16', Buffer.from(`\uFEFF${DOCTYPE}${svg('').toString()}`, 'utf16le')],
    [
      'between an instruction and a comment that look like one comment',
      Buffer.from(`<?xml version="1.0"?><?x <!-- ?>${DOCTYPE}<!-- -->${svg('').toString()}`),
    ],
  ])('%s is refused with a hint how to save it without', async (_, file) => {
    const ctx = userCtx(db, await buildUser(db))
    const message =
      'Bu SVG’de DOCTYPE satırı var. Inkscape’te “Sade SVG” olarak kaydedin ya da PNG olarak dışa aktarıp tekrar deneyin.'
    expect(await redrawLogo(file)).toBeNull()
    await expectRefusal(uploadLogo(ctx, file), { code: 'INVALID', message, field: 'file' })
  })
})

test.each([
  ['with a DOCTYPE in a comment', Buffer.from(`<!-- no <!DOCTYPE -->${svg('').toString()}`)],
  [
    'whose elements have a prefix',
    Buffer.from(
      '<svg:svg xmlns:svg="http://www.w3.org/2000/svg" width="64" height="64"><svg:rect width="64" height="64"/></svg:svg>',
    ),
  ],
])('an SVG %s is accepted', async (_, file) => {
  expect(await redrawLogo(file)).toMatchObject({ isPale: false })
})
