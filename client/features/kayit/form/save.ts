import { useRouter } from '@tanstack/react-router'

import { noteSaved } from '#client/features/kayit/list/row-props.ts'
import { searchShowing } from '#client/features/kayit/list/search-showing.ts'
import type { FormSettings } from '#client/forms/use-form.ts'
import { trpc } from '#client/lib/api.ts'
import { toast } from '#client/lib/toast.ts'
import { messages } from '#shared/messages.ts'

import { pdfAddress } from './pdf-buttons.tsx'
import { type KayitValues, saveInput, type StoredKayit } from './values.ts'

/** How a record is saved, and what follows: a new one leads to its row in the list, a stored one stays. */
export function useSaveKayit(id: number): Pick<FormSettings<KayitValues, StoredKayit>, 'save' | 'onStored'> {
  const router = useRouter()
  const utils = trpc.useUtils()
  const { mutateAsync } = trpc.kayit.save.useMutation()
  const showInList = async ({ kayit }: StoredKayit) => {
    const search = await searchShowing(kayit)
    // The row brings itself into view.
    window.scrollTo(0, 0)
    void router.navigate({ to: '/books', search, ignoreBlocker: true, resetScroll: false })
  }
  return {
    save: (values, claim) => mutateAsync(saveInput(values, { ...claim, id })),
    onStored: (stored) => {
      const kayit_id = stored.kayit.id
      utils.kayit.get.setData({ kayit_id }, stored)
      void utils.kayit.list.invalidate()
      void utils.stats.invalidate()
      noteSaved(kayit_id)
      if (id !== 0) return toast.success(messages.kayitUpdated)
      toast.success(messages.kayitCreated, { label: 'KDV’li PDF', href: pdfAddress('kdvli', kayit_id) })
      void showInList(stored)
    },
  }
}
