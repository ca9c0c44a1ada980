import { lastUses } from '#server/auth/last-uses.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import type { ShopRow } from '#shared/admin/shops.ts'

/** Returns every shop with its use, also deleted ones, from accounts and daily counts (usage.ts): it reads no shop's own rows. */
export async function findShops({ db, now }: UserCtx): Promise<ShopRow[]> {
  const [users, uses, usage] = await Promise.all([
    db
      .selectFrom('users')
      .innerJoin('shops', 'shops.id', 'users.shop_id')
      .where('erased_at', 'is', null)
      .select([
        'users.id',
        'shop_id',
        'role',
        'username',
        'name_surname',
        'company_name',
        'auth',
        'deleted_at',
      ])
      .select(['license_type', 'license_end_date', 'version', 'suspended_at'])
      .execute(),
    lastUses({ db, now }),
    db.selectFrom('shop_usage').select(['shop_id', 'kayit_sayisi', 'logo_bytes', 'belge_bytes']).execute(),
  ])
  const people = Map.groupBy(users, ({ shop_id }) => shop_id)
  const counted = new Map(usage.map(({ shop_id, ...row }) => [shop_id, row]))
  return users
    .filter(({ role }) => role === 'owner')
    .map(({ shop_id, role: _role, suspended_at, deleted_at, ...row }) => {
      const own = people.get(shop_id) ?? []
      const used = own.flatMap(({ id }) => uses.get(id) ?? [])
      const stored = counted.get(row.id)
      return {
        ...row,
        suspended_at: suspended_at?.toISOString() ?? null,
        deleted_at: deleted_at?.toISOString() ?? null,
        staff: own.filter((user) => user.role !== 'owner' && user.deleted_at === null).length,
        sessions: used.reduce((sum, { open }) => sum + open, 0),
        last_used_at:
          used.length === 0 ? null : new Date(Math.max(...used.map(({ at }) => at))).toISOString(),
        kayit_sayisi: stored?.kayit_sayisi ?? null,
        bytes: stored === undefined ? null : stored.logo_bytes + stored.belge_bytes,
      }
    })
}
