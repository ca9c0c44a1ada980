import { expect, test } from 'vitest'

import { renderDocument } from '#server/platform/documents/render.ts'
import { readPdf } from '#tests/support/documents/read-pdf.ts'
import { buildDocument } from '#tests/support/documents/service-document.ts'

const note = async (aciklama: string) =>
  (await readPdf(await renderDocument(buildDocument({ kayit: { aciklama } })))).text.split('\n')

// The documents of a thread share its fonts: one document must not affect the next.
test('a letter that an earlier document used only within a composed one can be read back', async () => {
  expect(await note('Ẋẍ')).toContain('Ẋẍ')
  expect(await note('Xx')).toContain('Xx')
})

test('each document keeps its own of two characters that look the same', async () => {
  expect(await note('a\u2010b')).toContain('a\u2010b')
  expect(await note('a-b')).toContain('a-b')
  expect(await note('10 % — ₺5')).toContain('10 % — ₺5')
  expect(await note('10 % – ₺5')).toContain('10 % – ₺5')
})

test('a word has the same width in the first document and in the hundredth', async () => {
  const first = await renderDocument(buildDocument())
  await Promise.all(Array.from({ length: 20 }, () => renderDocument(buildDocument({ variant: 'plain' }))))
  expect(Buffer.from(await renderDocument(buildDocument())).equals(first)).toBe(true)
})
