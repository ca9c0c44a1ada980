import { eraseAccount, type Erasing, forgetActor, forgetTries, OF_PERSONS, removeShop } from './erase.ts'

/** Erases a shop that a backup from before its erasure brought back. The register has it already. */
export async function eraseShopAgain(trx: Erasing, id: number): Promise<void> {
  await removeShop(trx, id)
}

/** The same for a member of staff, whose account the backup may still have open. */
export async function eraseMemberAgain(trx: Erasing, id: number): Promise<void> {
  const { db, now } = trx
  await db
    .updateTable('users')
    .set({ deleted_at: now })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()
  const { username_key } = await eraseAccount(trx, id)
  await forgetTries(trx, username_key)
  for (const table of [...OF_PERSONS, 'reset_links', 'second_factors', 'recovery_codes'] as const)
    await db.deleteFrom(table).where('user_id', '=', id).execute()
  await forgetActor(db, id)
}
