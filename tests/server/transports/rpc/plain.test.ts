import { serialize } from 'superjson'
import { expect, test } from 'vitest'

import { plain, transformer } from '#server/transports/rpc/plain.ts'

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

const { serialize: send, deserialize: read } = transformer.input

test.each([
  undefined,
  null,
  'Işık',
  -0,
  { a: undefined, 'b.c': Number.NaN, d: [undefined, 1], e: { f: undefined } },
  { constructed: [{ x: 1 }, { x: undefined }] },
])('an input of the page is read as it was: %j', (input) => {
  expect(read(JSON.parse(JSON.stringify(send(input))) as ReturnType<typeof send>)).toEqual(input)
})

test('an object that the page sends twice arrives twice', () => {
  const item = { ad: 'Yağ', adet: 1 }
  expect(read(send({ items: [item, item] }))).toEqual({ items: [item, item] })
})

/** Annotations that each cost superjson as much as all together: some 30 s in a body of 2 MB. */
const elements = Array.from({ length: 20_000 }, (_, index) => index)
const COSTLY = [
  { json: { x: [1] }, meta: { values: { x: ['set'] } } },
  { json: { x: [[1, 2]] }, meta: { values: { x: ['map'] } } },
  { json: { x: '/a+/' }, meta: { values: { x: ['regexp'] } } },
  { json: { x: '2026-11-24' }, meta: { values: { x: ['Date'] } } },
  { json: { x: { y: 1 } }, meta: { values: { x: { y: ['undefined'] } } } },
  { json: { x: { y: 1 } }, meta: { values: { x: ['undefined', { y: ['undefined'] }] } } },
  {
    json: { x: elements },
    meta: {
      values: { x: ['set'], ...Object.fromEntries(elements.map((at) => [`x.${at}`, ['undefined']])) },
    },
  },
  { json: 1, meta: { values: null } },
  { json: 1, meta: { values: 'undefined' } },
]

test.each(COSTLY.map((sent, index) => [index, sent] as const))(
  'marks of another kind are refused (%i)',
  (_, sent) => {
    expect(() => read(sent as unknown as Parameters<typeof read>[0])).toThrow(TypeError)
  },
)
