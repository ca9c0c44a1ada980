import { TRPCError } from '@trpc/server'
import { describe, expect, test } from 'vitest'

import { appRouter } from '#server/rpc/app-router.ts'
import { callerFor, buildUser } from '#tests/support/factories.ts'
import { testDatabase } from '#tests/support/database.ts'

const db = await testDatabase()

/** Procedures that a stranger may call; every other one needs a session. */
const OPEN = ['auth.acceptConsent', 'auth.cancelConsent', 'auth.login', 'auth.logout', 'auth.session']

const procedures = Object.keys(appRouter._def.procedures).sort((a, b) => (a < b ? -1 : 1))
const closed = procedures.filter((path) => !OPEN.includes(path))

/** Calls a procedure by its path, without an input: who may not come in is told before the input is read. */
async function call(caller: unknown, path: string): Promise<string> {
  const procedure = path.split('.').reduce<unknown>((node, name) => Reflect.get(node as object, name), caller)
  try {
    await (procedure as (input?: unknown) => Promise<unknown>)()
    return 'OK'
  } catch (error) {
    return error instanceof TRPCError ? error.code : String(error)
  }
}

describe('the walls of the page’s door', () => {
  test('every procedure is known here', () => {
    expect(procedures).toMatchInlineSnapshot()
    expect(OPEN.every((path) => procedures.includes(path))).toBe(true)
  })

  test.each(closed)('%s is closed to strangers', async (path) => {
    expect(await call(callerFor(db, null), path)).toBe('UNAUTHORIZED')
  })

  test('what begins with admin. is closed to staff', async () => {
    const staff = callerFor(db, await buildUser(db))
    const answers = await Promise.all(
      procedures.filter((path) => path.startsWith('admin.')).map((path) => call(staff, path)),
    )
    expect(answers.filter((code) => code !== 'FORBIDDEN')).toEqual([])
  })
})
