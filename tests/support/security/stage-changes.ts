import type { Caller } from '#tests/support/rows/changes.ts'

type Case = { run: () => Promise<unknown>; wrote: string }
type Hands = { shop: () => Caller; info: { musteri_adi_soyadi: string; plaka: string } }

/** Returns the changes of a record's stage, with the entry that each leaves. */
export const stageCases = ({ shop, info }: Hands): Record<string, () => Promise<Case>> => ({
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
})
