import type { Traces } from './traces.ts'

type Lists = Pick<Traces, 'sessions' | 'places' | 'newDevices'>

/** The traces of one shop. */
export type ShopTraces = Lists &
  Pick<Traces, 'changes' | 'openLinks'> & {
    /** All accounts by their ids, and what each one left anywhere: an administrator acts in any shop. */
    accounts: ReadonlyMap<number, Traces['users'][number]>
    leftBy: (user: number) => Lists
  }

/** What each shop has of the traces. They are sorted once, because a panel may have a thousand shops. */
export function byShop(traces: Traces): (shop: number) => ShopTraces {
  const accounts = new Map(traces.users.map((one) => [one.id, one]))
  const shopOf = ({ user_id }: { user_id: number }) => accounts.get(user_id)?.shop_id ?? user_id
  const ofShops = listsBy(traces, shopOf)
  const leftBy = listsBy(traces, ({ user_id }) => user_id)
  const changes = Map.groupBy(traces.changes, ({ shop_id }) => shop_id)
  const openLinks = Map.groupBy(traces.openLinks, shopOf)
  return (shop) => ({
    ...ofShops(shop),
    changes: changes.get(shop) ?? [],
    openLinks: openLinks.get(shop) ?? [],
    accounts,
    leftBy,
  })
}

function listsBy(traces: Lists, idOf: (row: { user_id: number }) => number): (id: number) => Lists {
  const sessions = Map.groupBy(traces.sessions, idOf)
  const places = Map.groupBy(traces.places, idOf)
  const newDevices = Map.groupBy(traces.newDevices, idOf)
  return (id) => ({
    sessions: sessions.get(id) ?? [],
    places: places.get(id) ?? [],
    newDevices: newDevices.get(id) ?? [],
  })
}
