import type { inferRouterOutputs } from '@trpc/server'
import { describe, expect, test } from 'vitest'

import type { UserCtx } from '#server/platform/core/context.ts'
import { type AppRouter, appRouter } from '#server/transports/rpc/app-router.ts'
import { PROCEDURE_META } from '#server/transports/rpc/calls.ts'
import { READS, type RpcCtx, type RpcMeta } from '#server/transports/rpc/trpc.ts'
import { AUTH_ADMIN } from '#shared/options.ts'
import { requests, testApp, TRPC } from '#tests/support/panel/app.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { proceduresLeadingTo } from '#tests/support/security/call-graph.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { PUBLIC_PROCEDURES } from '#tests/support/security/public-procedures.ts'
import { PROCEDURES } from '#tests/support/security/rights-tables.ts'
import { buildShop } from '#tests/support/rows/shop-rows.ts'
import { buildMember } from '#tests/support/rows/staff.ts'

const db = await testDatabase()
const { get, post } = requests(testApp(db))

const kinds = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>
const declaring = (property: keyof RpcMeta): string[] =>
  [...PROCEDURE_META].filter(([, meta]) => meta[property]).map(([name]) => name)

/** Names of fields of a response that hold a secret. */
type Secret = 'token' | 'secret' | 'qr' | 'codes' | 'pending' | 'challenge' | 'link'
type Holds<T> = T extends readonly (infer Item)[]
  ? Holds<Item>
  : T extends object
    ? Extract<keyof T, Secret> extends never
      ? { [Key in keyof T]: Holds<T[Key]> }[keyof T]
      : true
    : never
type Outputs = inferRouterOutputs<AppRouter>
type Holders<Namespace extends keyof Outputs> = {
  [Name in keyof Outputs[Namespace] & string]: true extends Holds<Outputs[Namespace][Name]>
    ? `${Namespace}.${Name}`
    : never
}[keyof Outputs[Namespace] & string]
type SecretHolders = { [Namespace in keyof Outputs]: Holders<Namespace> }[keyof Outputs]

/** The compiler compares this list with the procedures' results: a missing or superfluous name is an error. */
const SECRET_HOLDERS: Record<SecretHolders, true> = {
  'admin.makeResetLink': true,
  'appointment.makeCalendar': true,
  'auth.beginPasskey': true,
  'auth.beginPasskeyStep': true,
  'auth.completeSetUp': true,
  'auth.enterCode': true,
  'auth.enterPasskey': true,
  'auth.login': true,
  'auth.passkey': true,
  'auth.setUp': true,
  'settings.activateFactor': true,
  'settings.beginFactor': true,
  'settings.beginPasskey': true,
  'settings.renewCodes': true,
  'staff.makeResetLink': true,
}

describe('a procedure', () => {
  test('has a complete declaration', () => {
    for (const [name, meta] of PROCEDURE_META)
      expect({ name, declared: Object.keys(meta).sort() }).toEqual({
        name,
        declared: Object.keys(READS).sort(),
      })
  })

  test('declares that it writes if and only if it is a change', () => {
    const changes = Object.keys(kinds).filter((name) => kinds[name]?._def.type === 'mutation')
    expect(declaring('writes')).toEqual(changes)
  })

  test('declares that it is public if it needs no session', () => {
    expect(declaring('isPublic').sort()).toEqual(PUBLIC_PROCEDURES)
  })

  test('writes nothing and returns no secret if it reads from a replica', () => {
    const [replicated, others] = [
      declaring('isReplicated'),
      [...declaring('writes'), ...declaring('returnsToken')],
    ]
    expect(replicated.length).toBeGreaterThan(5)
    expect(replicated.filter((name) => others.includes(name))).toEqual([])
  })

  test('declares a secret in its answer, also when it begins a session', () => {
    expect(declaring('returnsToken').sort()).toEqual(
      [...Object.keys(SECRET_HOLDERS), 'auth.acceptConsent'].sort(),
    )
  })

  test('declares that it hashes a password if and only if it does', () => {
    const hash = 'server/auth/password-hash.ts'
    const found = proceduresLeadingTo([
      { file: hash, name: 'hashPassword' },
      { file: hash, name: 'verifyPassword' },
    ])
    expect(found.length).toBeGreaterThan(3)
    expect(found.sort()).toEqual(declaring('hashesPassword').sort())
  })
})

/** Returns the same context, with a database on which every change fails. */
const withoutChanges = (ctx: UserCtx): UserCtx => ({
  ...ctx,
  db: ctx.db.withPlugin({
    transformQuery({ node }) {
      if (/^(Insert|Update|Delete)/.test(node.kind)) throw new Error(`a reading sends ${node.kind}`)
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }),
})

test('a procedure that declares no change sends no change', async () => {
  const { user, ids } = await buildShop(db, { auth: AUTH_ADMIN, word: 'Kanarya' })
  const all = { ...ids, member: (await buildMember(db, user)).id }
  const cookies = {} as RpcCtx['cookies']
  const caller = appRouter.createCaller({ ...withoutChanges(userCtx(db, user)), requestId: 'test', cookies })
  const readings = [...PROCEDURE_META].filter(([, { writes }]) => !writes)
  const failed: unknown[] = []
  for (const [name] of readings) {
    const procedure = name
      .split('.')
      .reduce<unknown>((node, part) => Reflect.get(node as object, part), caller)
    const input = PROCEDURES[name]?.[1](all)
    await (procedure as (sent: unknown) => Promise<unknown>)(input).catch((error: unknown) =>
      failed.push(error),
    )
  }
  expect(readings.length).toBeGreaterThan(30)
  // The notice never had this text.
  expect(failed).toMatchObject([{ code: 'NOT_FOUND' }])
})

test('a call that needs no session concerns the user of the cookie, whichever user loaded the page', async () => {
  const [mine, theirs] = [await buildUser(db), await buildUser(db)]
  const headers = {
    cookie: `session_id=${await startSession(db, theirs)}`,
    'sec-fetch-site': 'same-origin',
    'x-page-user': String(mine.id),
  }
  const session = () => get(`${TRPC}/auth.session`, headers)
  // The second call is prepared for the hinted actor.
  for (let call = 0; call < 2; call++) expect((await session()).text).toContain(theirs.username)
  expect((await post(`${TRPC}/auth.logout`, {}, headers)).status).toBe(200)
  expect((await session()).body).toMatchObject({ result: { data: { json: { user: null } } } })
})
