import { type Kysely, sql } from 'kysely'

/** Adds the role of mechanic, to which the owner cannot allow figures. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').dropConstraint('users_staff_ck').execute()
  await db.schema
    .alterTable('users')
    .addCheckConstraint(
      'users_staff_ck',
      sql`(shop_id is null and role is null)
        or (shop_id is not null and auth = 0
          and (role = 'desk' or (role = 'mechanic' and not sees_figures)))`,
    )
    .execute()
}
