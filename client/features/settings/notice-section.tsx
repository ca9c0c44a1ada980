import { useState } from 'react'

import { lazyDialog } from '#client/components/lazy-dialog.tsx'
import { LoadError } from '#client/components/page-states.tsx'
import { trpc } from '#client/lib/api.ts'
import { formatInstant } from '#shared/date.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'

import type { ConsentTextDialogProps } from './consent-text-dialog.tsx'
import { SettingsPanel, SettingsRow } from './settings-parts.tsx'

const ConsentTextDialog = lazyDialog<ConsentTextDialogProps>(() => import('./consent-text-dialog.tsx'))

/** Lists the notices that this account has accepted, with the date; each opens in its wording of that day. */
export default function NoticeSection() {
  const given = trpc.settings.consents.useQuery()
  const [read, setRead] = useState(0)
  const [open, setOpen] = useState(false)
  return (
    <SettingsPanel>
      <SettingsRow title="Aydınlatma metni" about="Onayladığınız metinler.">
        {given.isPending && <Skeleton className="h-12" />}
        {given.isError && (
          <LoadError
            message="Onaylar alınamadı."
            isPending={given.isFetching}
            onRetry={() => void given.refetch()}
          />
        )}
        {given.data?.length === 0 && (
          <p className="text-muted-foreground">Bu hesap için kayıtlı bir onay yok.</p>
        )}
        <ul>
          {given.data?.map((consent) => (
            <li
              key={consent.id}
              className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-t border-border py-2.5 first:border-t-0 first:pt-0 last:pb-0"
            >
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
                  {`Sürüm ${consent.version}`}
                  {consent.is_current && <Badge variant="success">Geçerli metin</Badge>}
                </p>
                <p className="text-sm text-muted-foreground">{formatInstant(consent.accepted_at)}</p>
              </div>
              <Button
                variant="outline"
                size="sm"
                aria-label={`Metni oku: sürüm ${consent.version}`}
                onClick={() => {
                  setRead(consent.id)
                  setOpen(true)
                }}
              >
                Metni oku
              </Button>
            </li>
          ))}
        </ul>
        <ConsentTextDialog open={open} onOpenChange={setOpen} id={read} />
      </SettingsRow>
    </SettingsPanel>
  )
}
