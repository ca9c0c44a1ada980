import { Link } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'

import { CallError } from '#client/components/call-error.tsx'
import { Field } from '#client/components/field.tsx'
import { trpc, trpcClient } from '#client/lib/api.ts'
import { useConfirmedMutation } from '#client/lib/confirmation.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { toast } from '#client/lib/toast.ts'
import { PLAIN_INPUT } from '#client/lib/input-props.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Input } from '#client/ui/input.tsx'
import type { ShopDetail } from '#shared/admin/shops.ts'
import { MAX_SUSPENSION_REASON, shopMessages } from '#shared/admin/shop-messages.ts'
import { isolated } from '#shared/bidi.ts'

/** Erases a deleted shop for good, once the administrator has typed its user name. */
export function EraseShop({ shop, onErased }: { shop: ShopDetail; onErased: () => void }) {
  const { admin } = trpc.useUtils()
  const [username, setUsername] = useState('')
  const [reason, setReason] = useState('')
  const backups = trpc.admin.backups.useQuery()
  const erase = useConfirmedMutation(trpcClient.admin.eraseShop.mutate, {
    onSuccess: () => {
      toast.success(shopMessages.erased)
      onErased()
      void admin.invalidate()
    },
  })
  const failed = shopMessages.eraseFailed
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!erase.isPending) erase.mutate({ id: shop.id, username, reason })
  }
  return (
    <section aria-label="Firmanın verilerini silme" className="grid gap-3 border-t border-border pt-4">
      <Alert variant="warning">
        Firmanın bütün kayıtları, müşterileri, giderleri, logosu, çalışanları ve geçmişi kalıcı olarak
        silinir. Geri alınamaz; eski yedeklerde, onların saklama süresi dolana kadar kalır.
      </Alert>
      {backups.data !== undefined && backups.data.items.length > 0 && (
        <p>
          Gerekirse önce{' '}
          <Link to="/admin" search={{ tab: 'backups' }} className="text-primary underline">
            bir yedek indirin
          </Link>
          .
        </p>
      )}
      <form noValidate className="grid gap-3" onSubmit={submit}>
        {erase.isError && (
          <CallError message={errorMessage(erase.error, failed, failed)} error={erase.error} />
        )}
        <Field label="Gerekçe" required hint="Silme kaydında üç yıl durur; kişisel bilgi yazmayın.">
          {(control) => (
            <Input
              {...control}
              maxLength={MAX_SUSPENSION_REASON}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </Field>
        <Field
          label="Firmanın kullanıcı adı"
          required
          hint={`Onaylamak için yazın: ${isolated(shop.username)}`}
        >
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              {...PLAIN_INPUT}
              value={username}
              onChange={({ target }) => setUsername(target.value)}
            />
          )}
        </Field>
        <Button
          type="submit"
          variant="destructive"
          className="justify-self-start"
          disabled={username.trim() === '' || reason.trim() === ''}
          isPending={erase.isPending}
        >
          <Trash2 aria-hidden />
          Firmanın verilerini sil
        </Button>
      </form>
    </section>
  )
}
