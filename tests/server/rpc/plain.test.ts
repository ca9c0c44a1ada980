import { serialize } from 'superjson'
import { expect, test } from 'vitest'

import { plain, transformer } from '#server/rpc/plain.ts'

test('a plain answer is sent byte for byte as superjson would send it', () => {
  const answer = { items: [{ id: 1, gun: '2026-11-20', cikis: null, ad: 'Işık "İ"' }], total: 1, acik: true }
  const sent = JSON.stringify(transformer.output.serialize(plain(answer)))
  expect(sent).toBe(JSON.stringify(serialize(answer)))
  expect(transformer.output.deserialize(JSON.parse(sent))).toEqual(answer)
})

test('other answers keep their dates and missing values', () => {
  const answer = { at: new Date(0), none: undefined }
  expect(transformer.output.deserialize(transformer.output.serialize(answer))).toEqual(answer)
})
