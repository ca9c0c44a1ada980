import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { strangerOf } from '#server/platform/lib/caller.ts'
import { Turns } from '#server/platform/lib/turns.ts'

/** Takes everybody out. */
function emptied(turns: Turns<string>): string[] {
  const taken: string[] = []
  for (let one = turns.next(); one !== undefined; one = turns.next()) taken.push(one)
  return taken
}

test('keys come in turn, and within a key who came first', () => {
  const turns = new Turns<string>()
  for (const one of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) turns.add(one.slice(0, 1), one)
  expect([turns.size, turns.keys, turns.of('a'), turns.of('d')]).toEqual([6, 3, 3, 0])
  expect(emptied(turns)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3'])
  expect([turns.size, turns.keys]).toEqual([0, 0])
})

test('a key that comes back waits behind the others', () => {
  const turns = new Turns<string>()
  turns.add('a', 'a1')
  turns.add('b', 'b1')
  expect(turns.next()).toBe('a1')
  turns.add('a', 'a2')
  turns.add('c', 'c1')
  expect(emptied(turns)).toEqual(['b1', 'a2', 'c1'])
})

test('who leaves is passed over, once', () => {
  const turns = new Turns<string>()
  for (const one of ['a1', 'a2', 'b1']) turns.add(one.slice(0, 1), one)
  expect([turns.delete('a', 'a1'), turns.delete('a', 'a1'), turns.delete('b', 'a2')]).toEqual([
    true,
    false,
    false,
  ])
  expect(turns.delete('b', 'b1')).toBe(true)
  expect([turns.size, turns.keys]).toEqual([1, 1])
  expect(emptied(turns)).toEqual(['a2'])
})

test('strangers get every second turn, however many networks they have', () => {
  const turns = new Turns<string>()
  for (const network of ['p', 'q', 'r', 's']) turns.add(strangerOf(network), network)
  for (const one of ['a1', 'a2', 'b1']) turns.add(`shop ${one.slice(0, 1)}`, one)
  expect([turns.size, turns.keys, turns.of(strangerOf('q'))]).toEqual([7, 6, 1])
  expect(turns.delete(strangerOf('r'), 'r')).toBe(true)
  expect(emptied(turns)).toEqual(['a1', 'p', 'b1', 'q', 'a2', 's'])
})

test('a kind that may not have a turn leaves it to the other', () => {
  const turns = new Turns<string>()
  turns.add('shop a', 'a')
  turns.add(strangerOf('p'), 'p')
  expect(turns.next((key) => key !== 'shop a')).toBe('p')
  expect(turns.next()).toBe('a')
})

/** The same, told simply: a list of those who wait, and the keys in their turn. */
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

/** What came out, and how many waited after each step, of the turns and of the model. */
function run(steps: Step[]) {
  const [turns, model] = [new Turns<number>(), new Model()]
  const seen = { turns: [] as unknown[], model: [] as unknown[] }
  for (const [one, { add, next, leave }] of steps.entries()) {
    if (add !== undefined) {
      turns.add(add, one)
      model.add(add, one)
    }
    const left = leave === undefined ? undefined : model.waiting[leave % model.waiting.length]
    if (left !== undefined) {
      seen.turns.push(turns.delete(left.key, left.one))
      seen.model.push(true)
      model.leave(left.one)
    }
    if (next === true) {
      seen.turns.push(turns.next())
      seen.model.push(model.next())
    }
    seen.turns.push({ size: turns.size, keys: turns.keys })
    seen.model.push(model.figures)
  }
  return seen
}

test('nobody is lost or passed over, whoever comes and leaves', () => {
  const property = fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
    const seen = run(steps)
    expect(seen.turns).toEqual(seen.model)
  })
  fc.assert(property, { numRuns: 300 })
})
