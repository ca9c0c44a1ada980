import * as fc from '#tests/support/setup/fast-check.ts'
import { expect, test } from 'vitest'

import { decodeFrames, encodeFrame, type Frame } from '#shared/export/frames.ts'

import { collected } from '#tests/support/documents/export.ts'

const frame: fc.Arbitrary<Frame> = fc.oneof(
  fc.uint8Array({ maxLength: 50 }).map((bytes): Frame => ({ kind: 'data', bytes: new Uint8Array(bytes) })),
  fc.record({ kind: fc.constant('progress' as const), done: fc.nat(), total: fc.nat() }),
  fc.record({ kind: fc.constant('failure' as const), message: fc.string() }),
  fc.constant<Frame>({ kind: 'end' }),
)

async function* cut(bytes: Uint8Array, sizes: readonly number[]) {
  let from = 0
  for (let turn = 0; from < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1
    yield bytes.slice(from, from + size)
    from += size
  }
}

test('frames come back, however the network cuts them', async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1 })
  await fc.assert(
    fc.asyncProperty(fc.array(frame), sizes, async (frames, chunkSizes) => {
      const bytes = Buffer.concat(frames.map(encodeFrame))
      expect(await collected(decodeFrames(cut(bytes, chunkSizes)))).toEqual(frames)
    }),
  )
})

test('a frame that was cut off is no frame', async () => {
  const bytes = encodeFrame({ kind: 'data', bytes: Uint8Array.of(1, 2, 3) })
  expect(await collected(decodeFrames(cut(bytes.slice(0, -1), [100])))).toEqual([])
})

test('an unknown kind is an error', async () => {
  await expect(collected(decodeFrames(cut(Uint8Array.of(9, 0, 0, 0, 0), [5])))).rejects.toThrow(
    'no kind of frame: 9',
  )
})
