import * as fc from '#tests/support/setup/fast-check.ts'
import { expect, test } from 'vitest'

import { acceptConsent, cancelConsent, logout } from '#server/auth/operations.ts'
import { resolveActor } from '#server/auth/actor.ts'
import { endOtherSessions } from '#server/auth/sessions.ts'
import type { Actor, Ctx } from '#server/platform/core/context.ts'

import { secondsLater, startSession, anonymous } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { baseCtx, buildUser, type TestUser } from '#tests/support/rows/factories.ts'

const db = await testDatabase()

/** The expected state of an issued token; `end` is in seconds from the start. */
type Token = {
  text: string
  user: number
  kind: 'web' | 'legacy' | 'pending'
  remember: boolean
  end: number
}
type World = {
  users: TestUser[]
  tokens: (Token & { ended: boolean })[]
  deleted: Set<number>
  clock: number
}

const user = fc.nat({ max: 1 })
const which = fc.nat({ max: 30 })
const anyStep = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('start' as const),
      user,
      kind: fc.constantFrom('web' as const, 'legacy' as const, 'pending' as const),
      remember: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constantFrom('accept', 'cancel', 'logout', 'changePassword'), which }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      seconds: fc.constantFrom(1, 599, 600, 43_199, 43_200, 2_591_999),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), user }) },
)
type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never

const lifetime = ({ kind, remember }: Pick<Token, 'kind' | 'remember'>) =>
  kind === 'pending' ? 600 : remember ? 30 * 86_400 : 12 * 3600

const lives = (world: World, token: World['tokens'][number]) =>
  !token.ended && world.clock < token.end && !world.deleted.has(token.user)

function add(world: World, token: Omit<Token, 'end'>): void {
  world.tokens.push({ ...token, end: world.clock + lifetime(token), ended: false })
}

const ctxAt = (world: World, actor: Actor | null = null): Ctx => ({
  ...anonymous(db, { now: secondsLater(world.clock) }),
  actor,
})

async function actorOf(world: World, sent: { cookie: string } | { header: string }): Promise<Actor | null> {
  return (await resolveActor(baseCtx(db, { now: secondsLater(world.clock) }), sent)).actor
}

async function run(world: World, step: Step): Promise<void> {
  if (step.do === 'wait') world.clock += step.seconds
  else if (step.do === 'start') await start(world, step)
  else if (step.do === 'delete') await deleteUser(world, step.user)
  else {
    const token = world.tokens[step.which % Math.max(1, world.tokens.length)]
    if (token !== undefined) await use(world, step.do, token)
  }
}

async function start(world: World, { user, kind, remember }: Step & { do: 'start' }): Promise<void> {
  const owner = world.users[user]
  if (owner === undefined || world.deleted.has(user)) return
  const now = secondsLater(world.clock)
  add(world, { text: await startSession(db, owner, { kind, remember, now }), user, kind, remember })
}

async function deleteUser(world: World, user: number): Promise<void> {
  world.deleted.add(user)
  const id = world.users[user]?.id ?? 0
  await db
    .updateTable('users')
    .set({ deleted_at: secondsLater(world.clock) })
    .where('id', '=', id)
    .execute()
}

async function use(world: World, act: string, token: World['tokens'][number]): Promise<void> {
  const isPending = lives(world, token) && token.kind === 'pending'
  if (act === 'accept') {
    const work = acceptConsent(ctxAt(world), { pending: token.text })
    if (!isPending) {
      await expect(work).rejects.toMatchObject({ code: 'INVALID' })
      return
    }
    token.ended = true
    add(world, { ...token, text: (await work).token, kind: 'web' })
  } else if (act === 'cancel') {
    await cancelConsent(ctxAt(world), { pending: token.text })
    if (isPending) token.ended = true
  } else {
    const actor = await actorOf(world, { cookie: token.text })
    if (actor === null) return
    if (act === 'logout') await logout(ctxAt(world, actor))
    else await endOtherSessions({ db }, actor.shop, actor.session.id)
    const others = world.tokens.filter((it) => it.user === token.user && it !== token)
    for (const it of act === 'logout' ? [token] : others) it.ended = true
  }
}

test(
  'each token opens exactly its own session after any sequence of session events',
  { timeout: 300_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 30 }), async (steps) => {
        const users = [await buildUser(db), await buildUser(db)]
        const world: World = { users, tokens: [], deleted: new Set(), clock: 0 }
        for (const step of steps) await run(world, step)
        for (const token of world.tokens) {
          const owner = lives(world, token) ? users[token.user]?.id : undefined
          const cookie = await actorOf(world, { cookie: token.text })
          const header = await actorOf(world, { header: token.text })
          expect(cookie?.user).toBe(token.kind === 'pending' ? undefined : owner)
          expect(header?.user).toBe(token.kind === 'legacy' ? owner : undefined)
        }
      }),
      { numRuns: 25 },
    )
  },
)
