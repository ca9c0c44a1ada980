import sharp from 'sharp'
import { describe, expect, test } from 'vitest'

import { redrawLogo } from '#server/settings/logo.ts'
import { gzipped, picture, pixelBomb, svg, withChunk } from '#tests/support/documents/logo.ts'

const png = await picture('png')
const jpeg = await picture('jpeg')
/** Returns a drawing after these bytes. */
const behind = (start: string, inside = '') => Buffer.concat([Buffer.from(start), svg(inside)])
const SCRIPT = '<script>alert(1)</script><?php system("id"); ?>'
const href = (target: string) => svg(`<a xlink:href="${target}"><circle r="9"/></a>`)

const HOSTILE: [string, Uint8Array][] = [
  ['a script element', svg('<script>alert(1)</script>')],
  ['a script element under a prefix', svg('<x:script xmlns:x="http://www.w3.org/2000/svg">1</x:script>')],
  ['a script in CDATA', svg('<script><![CDATA[alert(1)]]></script>')],
  ['a script in capitals', svg('<SCRIPT>alert(1)</SCRIPT>')],
  ['onload', svg('', 'width="64" height="64" onload="alert(1)"')],
  ['onclick behind a line break', svg('<g\nonclick = "alert(1)"/>')],
  ['onbegin of an animation', svg('<animate onbegin="alert(1)" attributeName="x" dur="1s"/>')],
  ['an animated href', svg('<set xlink:href="javascript:alert(1)" attributeName="href"/>')],
  ['foreignObject', svg('<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>')],
  ['an iframe', svg('<iframe src="http://127.0.0.1:9/"/>')],
  ['a javascript link', href('javascript:alert(1)')],
  ['an external link', href('http://127.0.0.1:9/x')],
  ['an external use', svg('<use xlink:href="http://127.0.0.1:9/x.svg#a"/>')],
  ['a local file', svg('<image xlink:href="file:///etc/passwd" width="9" height="9"/>')],
  ['an embedded picture', svg(`<image href="data:image/png;base64,${png.toString('base64')}"/>`)],
  ['an external style sheet', svg('<style>@import url("http://127.0.0.1:9/x.css");</style>')],
  ['an external paint', svg('<style>rect { fill: url(http://127.0.0.1:9/#a) }</style>')],
  ['a paint behind 200,000 spaces', svg(`<style>rect{fill:url(${' '.repeat(200_000)}x)}</style>`)],
  ['a processing instruction', behind('<?xml version="1.0"?><?xml-stylesheet href="x"?>')],
  ['a DOCTYPE', behind('<!DOCTYPE svg SYSTEM "file:///etc/passwd">')],
  ['an entity bomb', behind('<!DOCTYPE svg [<!ENTITY a "&b;&b;"><!ENTITY b "x">]>', '&a;')],
  ['a filter', svg('<filter id="f"><feGaussianBlur stdDeviation="9000"/></filter>')],
  ['6,000 elements', svg('<g/>'.repeat(6_000))],
  ['21 repeaters', svg('<use href="#a"/>'.repeat(21))],
  ['600 KB of drawing', svg(`<path d="${'M0 0 '.repeat(120_000)}"/>`)],
  ['a drawing of a million pixels a side', svg('', 'width="1000000" height="1000000"')],
  ['UTF-16', Buffer.from(`\uFEFF${svg('').toString()}`, 'utf16le')],
  ['bytes that are no UTF-8', Buffer.concat([svg(''), Buffer.from([0xc3, 0x28])])],
  ['a tag that is never closed', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><g>')],
  ['gzip', gzipped(svg(''))],
  ['HTML', Buffer.from('<html><script>alert(1)</script></html>')],
  ['a GIF', Buffer.from('GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;', 'latin1')],
  ['half a PNG', png.subarray(0, png.length / 2)],
  ['the head of a PNG and a script', Buffer.concat([png.subarray(0, 40), Buffer.from(SCRIPT)])],
  ['a PNG of 3.6 billion pixels', pixelBomb(60_000).subarray(0, 1_048_576)],
  ['a PNG of 49 million pixels', pixelBomb(7_000)],
  ['the head of a JPEG and a script', Buffer.concat([jpeg.subarray(0, 20), Buffer.from(SCRIPT)])],
  ['a WebP in name only', Buffer.concat([Buffer.from('RIFF\u0010\u0000\u0000\u0000WEBP'), Buffer.alloc(16)])],
]

describe('files that are refused as logos', () => {
  test.each(HOSTILE)('%s is refused', async (_, file) => {
    expect(await redrawLogo(file)).toBeNull()
  })
})

const INERT: [string, Uint8Array][] = [
  ['a PNG with a script in a text chunk', withChunk(png, 'tEXt', Buffer.from(`Comment\0${SCRIPT}`))],
  ['a PNG with a script behind its end', Buffer.concat([png, Buffer.from(SCRIPT)])],
  ['a JPEG with a script behind its end', Buffer.concat([jpeg, Buffer.from(SCRIPT)])],
  ['a drawing with a script in a comment', svg('<!-- <sc\u200Bript>alert(1)</script> -->')],
  ['a drawing with an inner link', svg('<a href="#x"><circle id="x" r="9"/></a>')],
  ['a drawing of 16,000 pixels a side', svg('', 'width="16000" height="16000" viewBox="0 0 64 64"')],
]

describe('files that become an opaque PNG without any of their bytes', () => {
  test.each(INERT)('%s becomes an opaque PNG', async (_, file) => {
    const logo = await redrawLogo(file)
    if (logo === null) throw new Error('refused')
    const { format, width, height, hasAlpha, exif, xmp, icc } = await sharp(logo.png).metadata()
    expect({ format, hasAlpha, exif, xmp, icc }).toEqual({ format: 'png', hasAlpha: false })
    expect({ width, height }).toEqual({ width: logo.width, height: logo.height })
    expect(Math.max(width, height)).toBeLessThanOrEqual(800)
    expect(Buffer.from(logo.png).toString('latin1')).not.toMatch(/script|php|alert|tEXt/)
  })
})

describe('a valid picture', () => {
  test.each(['png', 'jpeg', 'webp'] as const)(
    'a picture in %s is scaled so that every side fits into 800 pixels',
    async (format) => {
      const logo = await redrawLogo(await picture(format, { width: 1_600, height: 1_000 }))
      expect(logo).toMatchObject({ width: 800, height: 500 })
      const small = await redrawLogo(await picture(format))
      expect(small).toMatchObject({ width: 64, height: 48 })
    },
  )

  test('transparent parts become white', async () => {
    const logo = await redrawLogo(svg('', 'width="128" height="64"'))
    if (logo === null) throw new Error('refused')
    const { data, info } = await sharp(logo.png).raw().toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width: 800, height: 400, channels: 3 })
    expect([...data.subarray(0, 3)]).toEqual([255, 0, 0])
    expect([...data.subarray(-3)]).toEqual([255, 255, 255])
  })
})

test('a decoder that hangs is killed after its time limit, and the next file is decoded', async () => {
  const child = new URL('../../support/documents/logo-child-hanging.ts', import.meta.url)
  const started = performance.now()
  const hanging = redrawLogo(png, { timeLimit: 1_500, child })
  const next = redrawLogo(png)
  expect(await hanging).toBeNull()
  expect(performance.now() - started).toBeGreaterThanOrEqual(1_400)
  expect(await next).not.toBeNull()
})

test('a decoder that cannot start returns nothing', async () => {
  const missing = new URL('./no-such-child.ts', import.meta.url)
  expect(await redrawLogo(png, { child: missing })).toBeNull()
})

test('the tenth file at once is refused with a request to wait', async () => {
  const all = await Promise.allSettled(Array.from({ length: 10 }, () => redrawLogo(svg(''))))
  const refused = all.flatMap((it) => (it.status === 'rejected' ? [it.reason as unknown] : []))
  expect(refused).toEqual([expect.objectContaining({ code: 'UNAVAILABLE', retryAfter: 2 })])
})
