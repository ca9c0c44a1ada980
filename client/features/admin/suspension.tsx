import { CirclePause, CirclePlay } from 'lucide-react'
import { useState } from 'react'

import { CallError } from '#client/components/call-error.tsx'
import { Field } from '#client/components/field.tsx'
import { trpc, trpcClient } from '#client/lib/api.ts'
import { useConfirmedMutation } from '#client/lib/confirmation.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { formatInstant } from '#shared/date.ts'
import { toast } from '#client/lib/toast.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Textarea } from '#client/ui/textarea.tsx'
import type { ShopDetail } from '#shared/admin/shops.ts'
import { MAX_SUSPENSION_REASON, shopMessages } from '#shared/admin/shop-messages.ts'
import { isolated } from '#shared/bidi.ts'

/** Suspends the shop with a reason that its staff read, or opens it again. */
export function Suspension({ shop: { id, suspended_at, suspended_reason } }: { shop: ShopDetail }) {
  const { admin } = trpc.useUtils()
  const [reason, setReason] = useState(suspended_reason)
  const told = (message: string) => ({
    onSuccess: () => toast.success(message),
    onSettled: () => void admin.invalidate(),
  })
  const suspend = useConfirmedMutation(trpcClient.admin.suspendShop.mutate, told(shopMessages.suspended))
  const open = useConfirmedMutation(trpcClient.admin.openShop.mutate, told(shopMessages.opened))
  const failure = suspend.error ?? open.error
  const failed = suspend.error === null ? shopMessages.openFailed : shopMessages.suspendFailed
  return (
    <section aria-label="Firmayı durdurma" className="grid gap-3 border-t border-border pt-4">
      {failure !== null && <CallError message={errorMessage(failure, failed, failed)} error={failure} />}
      {suspended_at === null ? (
        <>
          <Field
            label="Durdurma gerekçesi"
            hint="Firma sahibi ve çalışanları girişte bunu görür: “Hesabınız geçici olarak durduruldu. …”"
          >
            {(control) => (
              <Textarea
                {...control}
                rows={2}
                maxLength={MAX_SUSPENSION_REASON}
                value={reason}
                onChange={({ target }) => setReason(target.value)}
              />
            )}
          </Field>
          <Button
            variant="outline"
            className="justify-self-start"
            isPending={suspend.isPending}
            onClick={() => suspend.mutate({ id, reason })}
          >
            <CirclePause aria-hidden />
            Firmayı durdur
          </Button>
          <p className="text-sm text-muted-foreground">
            Kimse giriş yapamaz, açık oturumlar ve entegrasyonlar çalışmaz. Hiçbir veri silinmez; firma
            açılınca her şey kaldığı yerden sürer.
          </p>
        </>
      ) : (
        <>
          <Alert variant="warning">
            {`${formatInstant(suspended_at)} tarihinde durduruldu. ${isolated(suspended_reason)}`.trim()}
          </Alert>
          <Button
            className="justify-self-start"
            isPending={open.isPending}
            onClick={() => open.mutate({ id })}
          >
            <CirclePlay aria-hidden />
            Firmayı aç
          </Button>
        </>
      )}
    </section>
  )
}
