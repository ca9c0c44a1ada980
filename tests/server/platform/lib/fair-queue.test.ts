import * as fc from '#tests/support/setup/fast-check.ts'
import { expect, test } from 'vitest'

import { anonymousKey } from '#server/platform/lib/caller.ts'
import { FairQueue } from '#server/platform/lib/semaphore.ts'

/** Takes all entries out of the queue. */
function emptied(queue: FairQueue<string>): string[] {
  const taken: string[] = []
  for (let one = queue.next(); one !== undefined; one = queue.next()) taken.push(one)
  return taken
}

test('keys come in turn, and within a key who came first', () => {
  const queue = new FairQueue<string>()
  for (const one of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) queue.add(one.slice(0, 1), one)
  expect([queue.size, queue.keys, queue.waitingOf('a'), queue.waitingOf('d')]).toEqual([6, 3, 3, 0])
  expect(emptied(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3'])
  expect([queue.size, queue.keys]).toEqual([0, 0])
})

test('a key that comes back waits behind the others', () => {
  const queue = new FairQueue<string>()
  queue.add('a', 'a1')
  queue.add('b', 'b1')
  expect(queue.next()).toBe('a1')
  queue.add('a', 'a2')
  queue.add('c', 'c1')
  expect(emptied(queue)).toEqual(['b1', 'a2', 'c1'])
})

test('a caller who leaves is passed over, once', () => {
  const queue = new FairQueue<string>()
  for (const one of ['a1', 'a2', 'b1']) queue.add(one.slice(0, 1), one)
  expect([queue.delete('a', 'a1'), queue.delete('a', 'a1'), queue.delete('b', 'a2')]).toEqual([
    true,
    false,
    false,
  ])
  expect(queue.delete('b', 'b1')).toBe(true)
  expect([queue.size, queue.keys]).toEqual([1, 1])
  expect(emptied(queue)).toEqual(['a2'])
})

test('anonymous callers get every second turn, however many networks they have', () => {
  const queue = new FairQueue<string>()
  for (const network of ['p', 'q', 'r', 's']) queue.add(anonymousKey(network), network)
  for (const one of ['a1', 'a2', 'b1']) queue.add(`shop ${one.slice(0, 1)}`, one)
  expect([queue.size, queue.keys, queue.waitingOf(anonymousKey('q'))]).toEqual([7, 6, 1])
  expect(queue.delete(anonymousKey('r'), 'r')).toBe(true)
  expect(emptied(queue)).toEqual(['a1', 'p', 'b1', 'q', 'a2', 's'])
})

test('a kind that may not have a turn leaves it to the other', () => {
  const queue = new FairQueue<string>()
  queue.add('shop a', 'a')
  queue.add(anonymousKey('p'), 'p')
  expect(queue.next((key) => key !== 'shop a')).toBe('p')
  expect(queue.next()).toBe('a')
})

/** A simple model of the queue: a list of the waiting entries, and the keys in their turn. */
class Model {
  waiting: { key: string; one: number }[] = []
  #keys: string[] = []

  add(key: string, one: number): void {
    this.waiting.push({ key, one })
    if (!this.#keys.includes(key)) this.#keys.push(key)
  }

  leave(one: number): void {
    this.waiting = this.waiting.filter((it) => it.one !== one)
    this.#keys = this.#keys.filter((key) => this.waiting.some((it) => it.key === key))
  }

  next(): number | undefined {
    const key = this.#keys.shift()
    if (key === undefined) return undefined
    this.#keys.push(key)
    const first = this.waiting.find((it) => it.key === key)
    this.leave(first?.one ?? -1)
    return first?.one
  }

  get figures() {
    return { size: this.waiting.length, keys: this.#keys.length }
  }
}

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ add: fc.constantFrom('a', 'b', 'c', 'd') }) },
  { weight: 2, arbitrary: fc.constant({ next: true }) },
  { weight: 1, arbitrary: fc.record({ leave: fc.nat() }) },
)
type Step = { add?: string; next?: boolean; leave?: number }

/** Returns the removed entries and the number of waiting ones after each step, for the queue and for the model. */
function run(steps: Step[]) {
  const [queue, model] = [new FairQueue<number>(), new Model()]
  const seen = { queue: [] as unknown[], model: [] as unknown[] }
  for (const [one, { add, next, leave }] of steps.entries()) {
    if (add !== undefined) {
      queue.add(add, one)
      model.add(add, one)
    }
    const left = leave === undefined ? undefined : model.waiting[leave % model.waiting.length]
    if (left !== undefined) {
      seen.queue.push(queue.delete(left.key, left.one))
      seen.model.push(true)
      model.leave(left.one)
    }
    if (next === true) {
      seen.queue.push(queue.next())
      seen.model.push(model.next())
    }
    seen.queue.push({ size: queue.size, keys: queue.keys })
    seen.model.push(model.figures)
  }
  return seen
}

test('no caller is lost or passed over, whichever callers come and leave', () => {
  const property = fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
    const seen = run(steps)
    expect(seen.queue).toEqual(seen.model)
  })
  fc.assert(property, { numRuns: 300 })
})
