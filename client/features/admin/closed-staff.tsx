import { useState } from 'react'

import { ConfirmDialog } from '#client/components/confirm-dialog.tsx'
import { CallError } from '#client/components/call-error.tsx'
import { trpc, trpcClient } from '#client/lib/api.ts'
import { useConfirmedMutation } from '#client/lib/confirmation.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { formatInstant } from '#shared/date.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import type { ShopDetail } from '#shared/admin/shops.ts'
import { shopMessages } from '#shared/admin/shop-messages.ts'
import { isolated } from '#shared/bidi.ts'

type Closed = ShopDetail['closed_staff'][number]

/** Lists staff who have left and whose name and password can be erased; renders nothing without any. */
export function ClosedStaff({ shop: { closed_staff } }: { shop: ShopDetail }) {
  const { admin } = trpc.useUtils()
  const [target, setTarget] = useState<Closed>()
  const [open, setOpen] = useState(false)
  const erase = useConfirmedMutation(trpcClient.admin.eraseMember.mutate, {
    onSuccess: () => toast.success(shopMessages.memberErased),
    onSettled: () => {
      setOpen(false)
      void admin.shop.invalidate()
    },
  })
  if (closed_staff.length === 0) return null
  const failed = shopMessages.memberEraseFailed
  return (
    <section aria-label="Hesabı kapatılmış çalışanlar" className="grid gap-3 border-t border-border pt-4">
      <h3 className="font-semibold">Hesabı kapatılmış çalışanlar</h3>
      {erase.isError && <CallError message={errorMessage(erase.error, failed, failed)} error={erase.error} />}
      <ul className="grid gap-2">
        {closed_staff.map((member) => (
          <li key={member.id} className="flex flex-wrap items-center justify-between gap-2">
            <span className="wrap-anywhere">
              {isolated(member.username)}
              <span className="text-sm text-muted-foreground">{` · ${formatInstant(member.closed_at)}`}</span>
            </span>
            <Button
              variant="outline"
              size="sm"
              aria-label={`Bilgilerini sil: ${isolated(member.username)}`}
              onClick={() => {
                setTarget(member)
                setOpen(true)
              }}
            >
              Bilgilerini sil
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        question="Çalışanın bilgileri kalıcı olarak silinsin mi?"
        isPending={erase.isPending}
        onConfirm={() => {
          if (target !== undefined) erase.mutate({ id: target.id, reason: 'Kapatılan hesap' })
        }}
      >
        {`${isolated(target?.username ?? '')}: adı ve parolası silinir, geri alınamaz. Yaptıkları geçmişte “Silinmiş kullanıcı” adıyla kalır.`}
      </ConfirmDialog>
    </section>
  )
}
