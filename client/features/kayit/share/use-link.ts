import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'

import { queryClient, trpc, trpcClient } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { randomKey } from '#client/lib/random-key.ts'
import { toast } from '#client/lib/toast.ts'
import type { CreatedShare } from '#shared/share/schema.ts'

const LINK = 'share-link'

/**
 * Makes the link of a record's document when the dialog opens, because a browser opens WhatsApp only in the press itself.
 * The same link serves again if the dialog is closed and opened within some minutes, unless it was ended meanwhile.
 */
export function useLink(kayit_id: number, with_vat: boolean) {
  const keys = useRef({ vat: randomKey(), plain: randomKey() })
  const { share } = trpc.useUtils()
  const queryKey = [LINK, kayit_id, with_vat]
  return useQuery({
    queryKey,
    queryFn: async () => {
      const before = queryClient.getQueryData<CreatedShare>(queryKey)
      if (before !== undefined) {
        const open = await share.list.fetch({ kayit_id }, { staleTime: 0 })
        if (open.some(({ id }) => id === before.id)) return before
      }
      const kind = with_vat ? 'vat' : 'plain'
      const made = await trpcClient.share.create.mutate({ kayit_id, with_vat, key: keys.current[kind] })
      keys.current[kind] = randomKey()
      void share.list.invalidate()
      return made
    },
    staleTime: 0,
  })
}

/** Returns the record's open links, and the function that ends one. */
export function useLinks(kayit_id: number) {
  const { share, change } = trpc.useUtils()
  const links = trpc.share.list.useQuery({ kayit_id }, { staleTime: 0 })
  const { mutate, isPending, variables } = trpc.share.revoke.useMutation({
    onSuccess: (_, { id }) => {
      toast.success('Bağlantı iptal edildi.')
      const isEnded = ({ state }: { state: { data: unknown } }) =>
        (state.data as CreatedShare | undefined)?.id === Number(id)
      // An open dialog makes another link at once; a closed one when it is opened again.
      void queryClient.resetQueries({ queryKey: [LINK], predicate: isEnded })
      return Promise.all([share.list.invalidate(), change.invalidate()])
    },
    onError: (error) =>
      toast.error(errorMessage(error, 'Bağlantı iptal edilemedi.', 'Bağlantı iptal edilemedi.')),
  })
  return { links, revoke: (id: number) => mutate({ id }), revoking: isPending ? Number(variables.id) : null }
}
