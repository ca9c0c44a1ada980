import { type UserCtx, inTransaction } from '#server/platform/core/context.ts'
import {
  type Preferences,
  type PreferencesInput,
  readPreferences,
  withPreferences,
} from '#shared/settings/preferences.ts'

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
