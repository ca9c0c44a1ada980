import type { Kysely } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'
import { approveShared } from '#tests/support/rows/extra-work.ts'
import { copiedShare } from '#tests/support/rows/share.ts'
import type { Caller } from '#tests/support/rows/changes.ts'

type Case = { run: () => Promise<unknown>; wrote: string }
type Hands = { db: Kysely<DB>; shop: () => Caller; info: { musteri_adi_soyadi: string; plaka: string } }

/** Returns the changes of a record's stage, with the entry that each leaves. */
export const stageCases = ({ db, shop, info }: Hands): Record<string, () => Promise<Case>> => ({
  'kayit.becomeVisit': async () => {
    const { kayit, version } = await shop().kayit.save({ info, stage: 'quote' })
    return {
      run: () => shop().kayit.becomeVisit({ id: kayit.id, version, info: {} }),
      wrote: 'kayit arrive',
    }
  },
  'kayit.becomeQuote': async () => {
    const { kayit, version } = await shop().kayit.save({ info })
    return { run: () => shop().kayit.becomeQuote({ kayit_id: kayit.id, version }), wrote: 'kayit quote' }
  },
  'kayit.askExtra': async () => {
    const { kayit } = await shop().kayit.save({ info })
    return { run: () => shop().kayit.askExtra({ kayit_id: kayit.id }), wrote: 'kayit create' }
  },
  'kayit.addExtra': async () => {
    const { kayit } = await shop().kayit.save({ info })
    const { kayit_id } = await shop().kayit.askExtra({ kayit_id: kayit.id })
    const islemler = [{ islem_adi: 'Rot', islem_adet: 1, fiyat_kurus: 100 }]
    const { version } = await shop().kayit.get({ kayit_id })
    await shop().kayit.save({ id: kayit_id, version, info: {}, islemler })
    await shop().share.create(copiedShare(kayit_id, kayit.user_id))
    await approveShared(db, kayit_id)
    return { run: () => shop().kayit.addExtra({ kayit_id }), wrote: 'kayit add, kayit update' }
  },
})
