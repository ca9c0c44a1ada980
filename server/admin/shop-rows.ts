import type { UserCtx } from '#server/platform/core/context.ts'
import type { ShopRow } from '#shared/admin/shops.ts'

const COLUMNS = [
  'users.id',
  'username',
  'name_surname',
  'company_name',
  'auth',
  'license_type',
  'license_end_date',
  'version',
  'suspended_at',
  'deleted_at',
  'shop_id',
  'role',
] as const

/** Returns every shop with its use, also deleted ones, from accounts and daily counts (usage.ts): it reads no shop's own rows. */
export async function findShops({ db, now }: UserCtx): Promise<ShopRow[]> {
  const [users, sessions, places, usage] = await Promise.all([
    db
      .selectFrom('users')
      .innerJoin('shops', 'shops.id', 'users.shop_id')
      .where('erased_at', 'is', null)
      .select(COLUMNS)
      .execute(),
    db
      .selectFrom('sessions')
      .where('kind', 'in', ['web', 'legacy'])
      .where('expires_at', '>', now)
      .groupBy('user_id')
      .select(['user_id', ({ fn }) => fn.max('last_seen_at').as('at')])
      .select(({ fn }) => fn.countAll<number>().as('open'))
      .execute(),
    db
      .selectFrom('known_places')
      .groupBy('user_id')
      .select(['user_id', ({ fn }) => fn.max('last_login_at').as('at')])
      .execute(),
    db.selectFrom('shop_usage').select(['shop_id', 'kayit_sayisi', 'logo_bytes', 'belge_bytes']).execute(),
  ])
  const shopOf = new Map(users.map(({ id, shop_id }) => [id, shop_id]))
  const lastUse = new Map<number, number>()
  for (const { user_id, at } of [...sessions, ...places]) {
    const shop = shopOf.get(user_id)
    if (shop !== undefined) lastUse.set(shop, Math.max(lastUse.get(shop) ?? 0, at.getTime()))
  }
  const staff = tally(users.filter((user) => user.role !== 'owner' && user.deleted_at === null))
  const open = tally(sessions.map((row) => ({ shop_id: shopOf.get(row.user_id), count: row.open })))
  const counted = new Map(usage.map(({ shop_id, ...row }) => [shop_id, row]))
  return users
    .filter(({ role }) => role === 'owner')
    .map(({ shop_id: _shop, role: _role, suspended_at, deleted_at, ...row }) => {
      const last = lastUse.get(row.id)
      const stored = counted.get(row.id)
      return {
        ...row,
        suspended_at: suspended_at?.toISOString() ?? null,
        deleted_at: deleted_at?.toISOString() ?? null,
        staff: staff.get(row.id) ?? 0,
        sessions: open.get(row.id) ?? 0,
        last_used_at: last === undefined ? null : new Date(last).toISOString(),
        kayit_sayisi: stored?.kayit_sayisi ?? null,
        bytes: stored === undefined ? null : stored.logo_bytes + stored.belge_bytes,
      }
    })
}

/** How many for each shop. */
function tally(rows: readonly { shop_id: number | undefined; count?: number }[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { shop_id, count = 1 } of rows)
    if (shop_id !== undefined) counts.set(shop_id, (counts.get(shop_id) ?? 0) + count)
  return counts
}
