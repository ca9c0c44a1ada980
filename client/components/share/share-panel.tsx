import { Link2, MessageCircle } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'

import { CallError } from '#client/components/call-error.tsx'
import { copyText } from '#client/lib/copy-text.ts'
import { errorData, errorMessage } from '#client/lib/error-message.ts'
import { isLoopbackHost } from '#client/lib/loopback-host.ts'
import { toast } from '#client/lib/toast.ts'
import { type ShareTarget, useShares } from '#client/lib/use-shares.ts'
import { Button } from '#client/ui/button.tsx'
import { formatPhone } from '#shared/phone.ts'
import { shareMessages } from '#shared/share/messages.ts'
import { MAX_OPEN_SHARES, SHARE_DAYS, sharePath, whatsAppAddress } from '#shared/share/rules.ts'
import type { ShareWay } from '#shared/share/schema.ts'

import { MailLine } from './mail-line.tsx'
import { OpenLinks } from './open-links.tsx'
import { SHARE_LINE } from './share-line.ts'

const FAILED = 'Bağlantı kaydedilemedi: aldığınız bağlantı henüz açılmaz.'
const LIST_FAILED = 'Bağlantılar alınamadı.'
const REMARK = 'ml-auto text-sm font-normal text-muted-foreground'

export interface SharePanelProps {
  target: ShareTarget
  phone: string
  /** A warning above the ways. */
  notice?: ReactNode
  /** Why nothing can be sent now. A press would open WhatsApp with a link that the server then refuses. */
  refusal?: string | undefined
  /** Renders the line of the PDF with or without VAT. */
  renderPdf: (withVat: boolean) => ReactNode
}

/** Shows the ways to give a document away, and the links that are open. */
export function SharePanel({ target, phone, notice, refusal, renderPdf }: SharePanelProps) {
  const [withVat, setWithVat] = useState(true)
  const shares = useShares(target)
  const { list, create } = shares
  const hasPapers = target.kind === 'record'
  const isFull = (list.data?.links.length ?? 0) >= MAX_OPEN_SHARES
  const refused = refusal ?? (isFull ? shareMessages.tooMany : undefined)
  const token = refused === undefined ? shares.tokenOf(withVat) : undefined
  const address = token && window.location.origin + sharePath(token)
  const take = async (way: ShareWay) => {
    if (token !== undefined) await shares.take({ with_vat: withVat, token, way })
  }
  const retry = () => create.variables && create.mutate(create.variables)
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
      {hasPapers && <Papers withVat={withVat} onChange={setWithVat} />}
      {notice}
      {isLoopbackHost(window.location.hostname) && (
        <p className="text-sm text-warning-ink">
          Panel şu an yalnızca bu bilgisayarda açılan bir adreste: bağlantı müşterinizde açılmaz.
        </p>
      )}
      {refused !== undefined && <p className="text-sm text-warning-ink">{refused}</p>}
      {create.isError && (
        <Failure
          call={create}
          message={errorMessage(create.error, FAILED, FAILED)}
          onRetry={errorData(create.error)?.code === 'CONFLICT' ? undefined : retry}
        />
      )}
      {list.isError && (
        <Failure
          call={list}
          message={errorMessage(list.error, LIST_FAILED, LIST_FAILED)}
          onRetry={() => void list.refetch()}
        />
      )}
      <div className="-mx-4 divide-y divide-border border-y border-border">
        {/* The link takes the focus before it has its address, so that the focus stays. */}
        <a
          data-first
          tabIndex={0}
          aria-disabled={address === undefined}
          href={address && whatsAppAddress(phone, list.data?.message.join(address) ?? address)}
          target="_blank"
          rel="noopener noreferrer"
          className={SHARE_LINE}
          onClick={() => void take('whatsapp').catch(() => undefined)}
        >
          <MessageCircle aria-hidden />
          WhatsApp
          <span className={REMARK}>{formatPhone(phone)}</span>
        </a>
        {/* The line between two rows is the row's, not the button's edge. */}
        <div>
          <CopyLine address={address} isRefused={refused !== undefined} take={take} />
        </div>
        {list.data?.can_mail === true && refused === undefined && (
          <MailLine
            mail={shares.mail}
            sent={token === undefined ? undefined : { ...target, with_vat: withVat, token }}
          />
        )}
        {renderPdf(withVat)}
      </div>
      <OpenLinks
        links={list.data?.links ?? []}
        hasPapers={hasPapers}
        revoke={shares.revoke}
        revoking={shares.revoking}
      />
    </div>
  )
}

interface FailureProps {
  call: { error: unknown; isFetching?: boolean; isPending: boolean }
  message: string
  onRetry: (() => void) | undefined
}

function Failure({ call, message, onRetry }: FailureProps) {
  return (
    <>
      <CallError message={message} error={call.error} />
      {onRetry !== undefined && (
        <Button variant="outline" isPending={call.isFetching ?? call.isPending} onClick={onRetry}>
          Yeniden dene
        </Button>
      )}
    </>
  )
}

function Papers({ withVat, onChange }: { withVat: boolean; onChange: (withVat: boolean) => void }) {
  return (
    <fieldset className="grid grid-cols-2 rounded-md border border-input">
      <legend className="sr-only">Belge</legend>
      {[true, false].map((value) => (
        <label key={String(value)} className="relative font-medium">
          <input
            type="radio"
            name="paper"
            className="peer absolute inset-0 cursor-pointer appearance-none rounded-md"
            checked={withVat === value}
            onChange={() => onChange(value)}
          />
          <span className="flex min-h-11 items-center justify-center rounded-md peer-checked:bg-foreground peer-checked:text-background md:min-h-10">
            {value ? 'KDV’li' : 'KDV’siz'}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

interface CopyLineProps {
  address: string | undefined
  isRefused: boolean
  take: (way: ShareWay) => Promise<void>
}

function CopyLine({ address, isRefused, take }: CopyLineProps) {
  const shown = useRef<HTMLSpanElement>(null)
  const copy = async () => {
    if (address === undefined) return
    const isCopied = await copyText(address, shown.current)
    try {
      await take(isCopied ? 'copy' : 'link')
    } catch {
      // The panel shows the failure with a button that tries again.
      return
    }
    if (isCopied) toast.success('Bağlantı kopyalandı.')
    else toast.error('Kopyalanamadı. Bağlantıyı seçip kendiniz kopyalayın.')
  }
  return (
    <button
      type="button"
      aria-disabled={address === undefined}
      className={SHARE_LINE}
      onClick={() => void copy()}
    >
      <Link2 aria-hidden />
      <span className="min-w-0">
        Bağlantıyı kopyala
        <span ref={shown} className="block truncate text-sm font-normal text-muted-foreground">
          {address ?? (isRefused ? '' : 'Hazırlanıyor...')}
        </span>
      </span>
      <span className={`${REMARK} whitespace-nowrap`}>{`${SHARE_DAYS} gün açık`}</span>
    </button>
  )
}
