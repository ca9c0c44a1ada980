import * as fc from '#tests/support/setup/fast-check.ts'
import sharp, { type PngOptions } from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'

import { embeddablePng } from '#server/platform/documents/png.ts'

const picture = (options: PngOptions = {}, channels: 3 | 4 = 3) =>
  sharp({ create: { width: 60, height: 40, channels, background: { r: 200, g: 60, b: 10, alpha: 0.5 } } })
    .png(options)
    .toBuffer()

let opaque: Buffer
beforeAll(async () => {
  opaque = await picture()
})

describe('logos embedded in a document', () => {
  test('opaque and transparent pictures are accepted', async () => {
    for (const png of [opaque, await picture({}, 4)]) {
      const embeddable = embeddablePng(png)
      const { data, info } = await sharp(embeddable ?? Buffer.alloc(0))
        .raw()
        .toBuffer({ resolveWithObject: true })
      expect(info).toMatchObject({ width: 60, height: 40 })
      expect(data.equals(await sharp(png).raw().toBuffer())).toBe(true)
    }
  })

  test('chunks that the picture does not need are left out', () => {
    const note = chunk('tEXt', Buffer.from(`Comment\0${'x'.repeat(200_000)}`))
    const marked = Buffer.concat([opaque.subarray(0, 33), note, opaque.subarray(33)])
    expect(embeddablePng(marked)?.includes('Comment')).toBe(false)
  })

  test('interlaced, too large and other files are refused', async () => {
    expect(embeddablePng(await picture({ progressive: true }))).toBeNull()
    expect(embeddablePng(await picture({ palette: true }))).toBeNull()
    expect(embeddablePng(withSize(opaque, 60_000, 60_000))).toBeNull()
    expect(embeddablePng(withSize(opaque, 0, 40))).toBeNull()
    expect(embeddablePng(await sharp(opaque).jpeg().toBuffer())).toBeNull()
    expect(embeddablePng(Buffer.from('<svg/>'))).toBeNull()
    expect(embeddablePng(new Uint8Array())).toBeNull()
    expect(embeddablePng(Buffer.concat([opaque, Buffer.alloc(5_000_000)]))).toBeNull()
  })

  test('a picture that inflates to more or less than its size is refused', () => {
    expect(embeddablePng(withSize(opaque, 60, 41))).toBeNull()
    expect(embeddablePng(withSize(opaque, 60, 39))).toBeNull()
  })

  test('chunk lengths beyond the end of the file are refused', () => {
    const lying = Buffer.from(opaque)
    lying.writeUInt32BE(0xffff_fff0, opaque.indexOf('IDAT') - 4)
    expect(embeddablePng(lying)).toBeNull()
  })

  test('every truncated file is refused', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: opaque.length - 1 }), (length) => {
        expect(embeddablePng(opaque.subarray(0, length))).toBeNull()
      }),
    )
  })
})

function withSize(png: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(png)
  changed.writeUInt32BE(width, 16)
  changed.writeUInt32BE(height, 20)
  return changed
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)])
}
