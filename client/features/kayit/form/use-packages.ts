import { addRows, type IslemRow, rowPrices } from '#client/features/kayit/items/items.ts'
import { changeField, type FormFields } from '#client/forms/use-field.ts'
import { trpc } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { QUIET } from '#client/lib/query-client.ts'
import { randomKey } from '#client/lib/random-key.ts'
import { toast } from '#client/lib/toast.ts'
import { isolated } from '#shared/bidi.ts'
import type { ItemPackage } from '#shared/item/schema.ts'
import { messages } from '#shared/messages.ts'
import { MAX_ITEMS } from '#shared/options.ts'

import type { KayitValues } from './values.ts'

const STALE_MS = 300_000
const NONE: readonly ItemPackage[] = []

/** Returns the shop's ready packages, and the action that adds all items of one at once; a message can undo it. */
export function usePackages({ store }: FormFields<KayitValues>) {
  const { data } = trpc.item.packages.useQuery(undefined, { staleTime: STALE_MS, retry: false, meta: QUIET })
  const add = ({ name, items }: ItemPackage) => {
    if (store.get().values.islemler.length + items.length > MAX_ITEMS)
      return toast.error(messages.tooManyItems)
    const added = items.map(({ fiyat_kurus, ...item }): IslemRow => ({
      ...item,
      key: randomKey(),
      id: 0,
      ...rowPrices(fiyat_kurus),
    }))
    const keys = new Set(added.map(({ key }) => key))
    changeField(store, 'islemler', (all) => addRows(all, added))
    toast.undo(`“${isolated(name)}” eklendi: ${formatCount(items.length)} işlem.`, () =>
      changeField(store, 'islemler', (all) => all.filter(({ key }) => !keys.has(key))),
    )
  }
  return { packages: data?.packages ?? NONE, addPackage: add }
}
