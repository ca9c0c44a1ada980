import { expect, test } from 'vitest'

import { saveMember } from '#server/staff/operations.ts'
import type { Member } from '#shared/staff/schema.ts'
import { startSession, whoSends } from '#tests/support/rows/auth.ts'
import { changesIn } from '#tests/support/rows/changes.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { recordingLog } from '#tests/support/panel/log.ts'
import { buildMember } from '#tests/support/rows/staff.ts'

const db = await testDatabase()

/** Stores a member of a shop's desk with figures; returns a function with which the owner changes the member. */
async function seat() {
  const owner = await buildUser(db)
  const { id } = await buildMember(db, owner, { sees_figures: true })
  const { log, lines } = recordingLog()
  const change = (fields: Partial<Pick<Member, 'role' | 'sees_figures'>>) =>
    saveMember(userCtx(db, owner, { log }), { id, new_password: '', ...fields })
  return { owner, id, lines, change }
}

test('a desk that becomes a mechanic leaves the page and the old paths at once, and keeps no figures', async () => {
  const { id, change } = await seat()
  const [web, legacy] = [await startSession(db, { id }), await startSession(db, { id }, { kind: 'legacy' })]
  expect(await change({ role: 'mechanic' })).toMatchObject({ role: 'mechanic', sees_figures: false })
  expect(await whoSends(db, { cookie: web })).toBeNull()
  expect(await whoSends(db, { header: legacy })).toBeNull()
  expect(await change({ sees_figures: true })).toMatchObject({ sees_figures: false })
  expect(await change({ role: 'desk' })).toMatchObject({ role: 'desk', sees_figures: false })
})

test('the change is in the security log and in the change log', async () => {
  const { owner, id, lines, change } = await seat()
  await change({ role: 'mechanic' })
  expect(lines.filter(({ event }) => event === 'user changed')).toMatchObject([
    { targetId: id, passwordChanged: false, seesFigures: false, staffRole: 'mechanic' },
  ])
  const [changed] = await changesIn(db, owner.id)
  expect(JSON.parse(changed?.detail ?? '{}')).toEqual({
    fields: [
      { name: 'role', before: 'desk', after: 'mechanic' },
      { name: 'sees_figures', before: true, after: false },
    ],
  })
})

test('the database knows no other role, no mechanic with figures, and none who owns the shop', async () => {
  const owner = await buildUser(db)
  const wrong = { code: '23514' }
  await expect(buildMember(db, owner, { role: 'mechanic', sees_figures: true })).rejects.toMatchObject(wrong)
  await expect(buildMember(db, owner, { role: 'kalfa' as 'desk' })).rejects.toMatchObject(wrong)
  const asMechanic = db.updateTable('users').set({ role: 'mechanic' }).where('id', '=', owner.id)
  await expect(asMechanic.execute()).rejects.toMatchObject(wrong)
  expect(await buildMember(db, owner, { role: 'mechanic' })).toMatchObject({ role: 'mechanic' })
})
