import type { Caller } from '#tests/support/rows/changes.ts'
import type { TestUser } from '#tests/support/rows/factories.ts'

type Case = { run: () => Promise<unknown>; wrote: string; in: () => number }
type Hands = { administration: () => Caller; user: () => Promise<TestUser>; admin: () => number }

/** Returns the administrators' changes of whole shops, with the entry that each leaves and the log that holds it. */
export const shopCases = ({ administration, user, admin }: Hands): Record<string, () => Promise<Case>> => ({
  'admin.suspendShop': async () => {
    const { id } = await user()
    return { run: () => administration().admin.suspendShop({ id }), wrote: 'user suspend', in: () => id }
  },
  'admin.openShop': async () => {
    const { id } = await user()
    await administration().admin.suspendShop({ id })
    return { run: () => administration().admin.openShop({ id }), wrote: 'user reopen', in: () => id }
  },
  'admin.changeLicenses': async () => {
    const { id } = await user()
    const sent = { shops: [{ id, version: 1 }], step: { to: '2027-01-31' } }
    return { run: () => administration().admin.changeLicenses(sent), wrote: 'user update', in: () => id }
  },
  'admin.eraseShop': async () => {
    const { id, username } = await user()
    await administration().admin.deleteUser({ id })
    const sent = { id, username, reason: 'İstek' }
    return { run: () => administration().admin.eraseShop(sent), wrote: 'user erase', in: admin }
  },
})
