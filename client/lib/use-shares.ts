import { useState } from 'react'

import { trpc } from '#client/lib/api.ts'
import { errorData, errorMessage, isNetworkError } from '#client/lib/error-message.ts'
import { toast } from '#client/lib/toast.ts'
import type { ShareInput, ShareList } from '#shared/share/schema.ts'
import { SECRET_BYTES, shareToken } from '#shared/share/token.ts'

/** The thing that a link shows, and the period of a statement. */
export type ShareTarget = Pick<ShareInput, 'kind' | 'id'> & { from?: string; to?: string }

/** Times that a lost connection is tried again: WhatsApp may have the link by then. */
const RETRIES = 3

/**
 * Returns the open links of a thing, the functions that store and end one, and the token of the next one. The token is
 * made here and stored when the user takes the link, because a browser opens WhatsApp only in the press itself.
 */
export function useShares(target: ShareTarget) {
  const { share, change } = trpc.useUtils()
  const [secrets, setSecrets] = useState(randomSecrets)
  const renew = () => setSecrets(randomSecrets())
  const refresh = () => Promise.all([share.invalidate(), change.invalidate()])
  const { kind, id } = target
  const list = trpc.share.list.useQuery(
    { kind, id },
    { staleTime: 0, refetchInterval: ({ state }) => (isMailQueued(state.data) ? MAIL_MS : false) },
  )
  const revoke = trpc.share.revoke.useMutation({
    onSuccess: () => {
      toast.success('Bağlantı iptal edildi.')
      renew()
      return refresh()
    },
    onError: (error) =>
      toast.error(errorMessage(error, 'Bağlantı iptal edilemedi.', 'Bağlantı iptal edilemedi.')),
  })
  const sending = {
    retry: (failures: number, error: unknown) => failures < RETRIES && isNetworkError(error),
    // The link has ended or shows an older quote, so the next attempt takes another one.
    onError: (error: unknown) => {
      if (errorData(error)?.code === 'CONFLICT') renew()
    },
  }
  const create = trpc.share.create.useMutation({ ...sending, onSuccess: refresh })
  const mail = trpc.share.mail.useMutation({
    ...sending,
    onSuccess: () => {
      toast.success('E-posta sıraya alındı.')
      // The next e-mail gets a link of its own.
      renew()
      return refresh()
    },
  })
  const shop = list.data?.shop_id
  return {
    list,
    create,
    mail,
    target,
    take: (taken: Pick<ShareInput, 'with_vat' | 'token' | 'way'>) =>
      create.mutateAsync({ ...target, ...taken }),
    revoke: (id: number) => revoke.mutate({ id }),
    revoking: revoke.isPending ? Number(revoke.variables.id) : null,
    /** Returns the token of a paper's next link, once the shop is known. */
    tokenOf: (withVat: boolean) =>
      shop === undefined ? undefined : shareToken(shop, secrets[withVat ? 'vat' : 'plain']),
  }
}

/** The pause between two looks at a queued e-mail. */
const MAIL_MS = 4_000

const isMailQueued = (list: ShareList | undefined): boolean =>
  list?.links.some(({ mails }) => mails.some(({ state }) => state === 'queued')) ?? false

const randomSecret = () => crypto.getRandomValues(new Uint8Array(SECRET_BYTES))
const randomSecrets = () => ({ vat: randomSecret(), plain: randomSecret() })
