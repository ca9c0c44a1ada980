import { type UserCtx, inTransaction, requireRight } from '#server/platform/core/context.ts'
import { recordChange } from '#server/platform/core/changes.ts'
import { fieldChanges } from '#shared/change/rules.ts'
import { logoUrl } from '#server/platform/core/logo-url.ts'
import type { ShopCtx } from '#server/platform/core/own-rows.ts'
import { idempotentUpdate } from '#server/platform/core/idempotency.ts'
import { logEvent } from '#server/platform/core/security-log.ts'
import { requireVersion } from '#server/platform/core/version.ts'
import { SHOWN_LICENSE } from '#shared/options.ts'
import {
  type Preferences,
  type PreferencesInput,
  readPreferences,
  withPreferences,
} from '#shared/settings/preferences.ts'
import type { Settings, SettingsInput } from '#shared/settings/schema.ts'

const SETTINGS = [
  'company_name',
  'output_format',
  'company_tel',
  'company_adress',
  'prices_with_vat',
  'idle_minutes',
] as const

/** Returns the shop's company, its logo's address and its licence (decisions: licence card). Throws FORBIDDEN. */
export async function getSettings(ctx: UserCtx): Promise<Settings> {
  requireRight(ctx, 'settings')
  const { logo_at, license_type, license_end_date, ...row } = await ctx.db
    .selectFrom('shops')
    .innerJoin('users', 'users.id', 'shops.id')
    .leftJoin('logo', 'logo.shop_id', 'shops.id')
    .where('shops.id', '=', ctx.actor.shop)
    .select([...SETTINGS, 'license_type', 'license_end_date', 'version', 'logo.created_at as logo_at'])
    .executeTakeFirstOrThrow()
  return {
    ...row,
    logo_url: logoUrl({ shop_id: ctx.actor.shop, logo_at }),
    ...shownLicense(license_type, license_end_date),
  }
}

/** A licence with a type but no end shows no end date; an account without both shows the fixed licence. */
function shownLicense(type: string, end: string | null) {
  const withoutEnd = type === '' ? SHOWN_LICENSE.endDate : null
  return { license_type: type === '' ? SHOWN_LICENSE.type : type, license_end: end ?? withoutEnd }
}

/** Stores the sent settings and returns all. Throws FORBIDDEN, and CONFLICT when the account has changed since `version`. */
export async function updateSettings(ctx: UserCtx, input: SettingsInput): Promise<Settings> {
  requireRight(ctx, 'settings')
  const [before, after] = await inTransaction(ctx, async (trx) => {
    const stored = input.idle_minutes === undefined ? null : await getSettings(trx)
    const call = { operation: 'settings', key: input.key, input }
    const change = () => changeSettings(trx, input)
    await idempotentUpdate(trx, call, { change, repeat: async (left) => left })
    return [stored, await getSettings(trx)]
  })
  const { idle_minutes: idleMinutes } = after
  if (before !== null && idleMinutes !== before.idle_minutes)
    logEvent(ctx, 'idle limit changed', { idleMinutes })
  return after
}

async function changeSettings(ctx: UserCtx, input: SettingsInput) {
  const { db, actor } = ctx
  const { version: expected, key: _, ...sent } = input
  const { version, ...before } = await db
    .selectFrom('users')
    .innerJoin('shops', 'shops.id', 'users.id')
    .where('users.id', '=', actor.shop)
    .select([...SETTINGS, 'version'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  requireVersion(version, expected)
  // An old path may send none of the settings; an UPDATE without columns is no SQL.
  if (Object.values(sent).some((value) => value !== undefined))
    await db.updateTable('shops').set(sent).where('id', '=', actor.shop).execute()
  await db
    .updateTable('users')
    .set({ version: version + 1 })
    .where('id', '=', actor.shop)
    .execute()
  const fields = fieldChanges(SETTINGS, before, sent)
  if (fields.length > 0)
    await recordChange(ctx, { noun: 'settings', id: null, verb: 'update', detail: { fields } })
  return { id: actor.shop, version: version + 1 }
}

/** Returns the shop's name, address and logo (if any), for the head of a document. */
export function findCompany(ctx: ShopCtx) {
  return ctx.db
    .selectFrom('shops')
    .leftJoin('logo', 'logo.shop_id', 'shops.id')
    .where('shops.id', '=', ctx.actor.shop)
    .select(['company_name as name', 'company_tel as tel', 'company_adress as address', 'png as logo'])
    .executeTakeFirstOrThrow()
}

/** Replaces the sent parts of the caller's own preferences; returns all of them. The account's version stays. */
export function savePreferences(ctx: UserCtx, input: PreferencesInput): Promise<Preferences> {
  return inTransaction(ctx, async ({ db, actor }) => {
    // Locked, so that two tabs that save different parts at once keep both.
    const { preferences: stored } = await db
      .selectFrom('users')
      .where('id', '=', actor.user)
      .select('preferences')
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const preferences = withPreferences(stored, input)
    await db.updateTable('users').set({ preferences }).where('id', '=', actor.user).execute()
    return readPreferences(preferences)
  })
}
