import { CallError } from '#client/components/call-error.tsx'
import { PageLoading } from '#client/components/page-states.tsx'
import { trpc, trpcClient } from '#client/lib/api.ts'
import { EndSessions } from '#client/components/end-sessions.tsx'
import { errorMessage } from '#client/lib/error-message.ts'
import { formatCount } from '#client/lib/format.ts'
import { useSessionUser } from '#client/lib/session.ts'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '#client/ui/dialog.tsx'
import type { ShopDetail } from '#shared/admin/shops.ts'
import { shopMessages } from '#shared/admin/shop-messages.ts'
import { joinIsolated } from '#shared/bidi.ts'
import { formatBytes } from '#shared/bytes.ts'
import { formatDay, formatInstant } from '#shared/date.ts'

import { ClosedStaff } from './closed-staff.tsx'
import { EraseShop } from './erase-shop.tsx'
import { nameOf } from './shop-columns.tsx'
import { Suspension } from './suspension.tsx'

export interface ShopDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Id of the shop; 0 before the first one is opened. */
  id: number
}

/** Shows the use of one shop, and what an administrator can do with the whole shop. */
export default function ShopDialog({ open, onOpenChange, id }: ShopDialogProps) {
  const shop = trpc.admin.shop.useQuery({ id }, { enabled: open && id !== 0 })
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent className="md:max-w-xl">
        <DialogHeader>
          <DialogTitle>{shop.data === undefined ? 'Firma' : nameOf(shop.data)}</DialogTitle>
          <DialogDescription>{shop.data === undefined ? '' : aboutOf(shop.data)}</DialogDescription>
        </DialogHeader>
        {shop.isPending && <PageLoading />}
        {shop.isError && (
          <CallError
            message={errorMessage(shop.error, shopMessages.oneLoadFailed, shopMessages.oneLoadFailed)}
            error={shop.error}
          />
        )}
        {shop.data !== undefined && (
          <div className="grid gap-5">
            <Facts shop={shop.data} />
            <ShopActions key={id} shop={shop.data} onErased={() => onOpenChange(false)} />
          </div>
        )}
      </DialogContent>
    </Dialog>
  )
}

const aboutOf = ({ username, name_surname }: ShopDetail) => joinIsolated(' · ', [username, name_surname])

function Facts({ shop }: { shop: ShopDetail }) {
  const { staff, sessions, last_used_at, license_end_date, kayit_sayisi, logo_bytes, belge_bytes } = shop
  const facts = [
    ['Çalışan', formatCount(staff)],
    ['Açık oturum', formatCount(sessions)],
    ['Son kullanım', last_used_at === null ? 'Son 90 günde yok' : formatInstant(last_used_at)],
    ['Lisans bitişi', formatDay(license_end_date)],
    ['Kayıt', formatCount(kayit_sayisi ?? 0)],
    ['Logo', formatBytes(logo_bytes)],
    ['Belgeler', formatBytes(belge_bytes)],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-2 md:grid-cols-3">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-sm text-muted-foreground">{name}</dt>
          <dd className="tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function ShopActions({ shop, onErased }: { shop: ShopDetail; onErased: () => void }) {
  const { admin, settings } = trpc.useUtils()
  const isOwn = useSessionUser().id === shop.id
  if (shop.deleted_at !== null)
    return (
      <>
        <ClosedStaff shop={shop} />
        <EraseShop shop={shop} onErased={onErased} />
      </>
    )
  return (
    <>
      <EndSessions
        id={shop.id}
        label="Firmanın bütün oturumlarını kapat"
        end={trpcClient.admin.endShopSessions.mutate}
        onEnded={() => {
          void admin.invalidate()
          void settings.sessions.invalidate()
        }}
      />
      {!isOwn && <Suspension shop={shop} />}
      <ClosedStaff shop={shop} />
    </>
  )
}
