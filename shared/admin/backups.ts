import * as z from 'zod/mini'

import { textField } from '#shared/fields.ts'
import { messages } from '#shared/messages.ts'
import { count, resultSchema } from '#shared/values.ts'

export const backupNameInput = z.object({ name: textField('Yedek') }, messages.invalidInput)

/** The backups beside the data, the newest first. */
export const backups = /* @__PURE__ */ resultSchema(() => ({
  /** Whether the panel backs up by itself each day; not with DATABASE_URL. */
  automatic: z.boolean(),
  /** Whether the newest backup is older than two days. */
  late: z.boolean(),
  running: z.boolean(),
  /** Whether a backup may be restored: only while no shop has records. */
  restorable: z.boolean(),
  /** Whether new backups are encrypted (BACKUP_PASSPHRASE). */
  passphrase: z.boolean(),
  items: z.array(
    z.strictObject({
      name: z.string(),
      kind: z.enum(['otomatik', 'elle', 'guncelleme']),
      created_at: z.iso.datetime(),
      bytes: count,
      encrypted: z.boolean(),
    }),
  ),
}))
export type Backups = z.output<typeof backups>
