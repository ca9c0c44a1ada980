import { Link2, MessageCircle, Printer } from 'lucide-react'
import { useRef, useState } from 'react'

import { CallError } from '#client/components/call-error.tsx'
import { isLoopbackHost } from '#client/lib/loopback-host.ts'
import { pdfAddress } from '#client/features/kayit/form/pdf-address.ts'
import { trpc } from '#client/lib/api.ts'
import { copyText } from '#client/lib/copy-text.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { markFirstStepDone } from '#client/lib/first-steps.ts'
import { useSessionUser } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import { formatPhone } from '#shared/phone.ts'
import { SHARE_DAYS, sharePath, shareText, whatsAppAddress } from '#shared/share/rules.ts'

import { OpenLinks } from './open-links.tsx'
import { useLink } from './use-link.ts'

const FAILED = 'Bağlantı oluşturulamadı.'
const LINE =
  'flex min-h-13 w-full items-center gap-3 px-4 py-2 text-left font-medium hover:bg-sunken aria-disabled:opacity-55 [&>svg]:size-5 [&>svg]:shrink-0'
const REMARK = 'ml-auto text-sm font-normal text-muted-foreground'

/** Shows the ways to give the document away, and the links that are open. */
export function SharePanel({ id, isDirty }: { id: number; isDirty: boolean }) {
  const [withVat, setWithVat] = useState(true)
  const link = useLink(id, withVat)
  // A link that was only prepared is not listed.
  const [used, setUsed] = useState<readonly number[]>([])
  const record = trpc.kayit.get.useQuery({ kayit_id: id }).data?.kayit
  const { company_name: company } = useSessionUser()
  const { mutate: recordOpening } = trpc.share.whatsApp.useMutation()
  const made = link.data
  const address = made && window.location.origin + sharePath(made.token)
  const { musteri_tel: phone = '', plaka: plate = '' } = record ?? {}
  const markUsed = () => made !== undefined && setUsed([...used, made.id])
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
      <Papers withVat={withVat} onChange={setWithVat} />
      {isDirty && (
        <p className="text-sm text-warning-ink">
          Kaydedilmemiş değişiklikler var: son kaydedilen hâli gider.
        </p>
      )}
      {isLoopbackHost(window.location.hostname) && (
        <p className="text-sm text-warning-ink">
          Panel yalnızca bu bilgisayarın açtığı bir adreste: bağlantı başka bir cihazda açılmaz.
        </p>
      )}
      {link.isError && (
        <>
          <CallError message={errorMessage(link.error, FAILED, FAILED)} error={link.error} />
          <Button variant="outline" isPending={link.isFetching} onClick={() => void link.refetch()}>
            Yeniden dene
          </Button>
        </>
      )}
      <div className="-mx-4 divide-y divide-border border-y border-border">
        {/* The link takes the focus before it has its address, so that the focus stays. */}
        <a
          data-first
          tabIndex={0}
          aria-disabled={address === undefined}
          href={address && whatsAppAddress(phone, shareText({ company, plate, address }))}
          target="_blank"
          rel="noopener noreferrer"
          className={LINE}
          onClick={() => {
            if (made === undefined) return
            markUsed()
            recordOpening({ id: made.id })
          }}
        >
          <MessageCircle aria-hidden />
          WhatsApp
          <span className={REMARK}>{formatPhone(phone)}</span>
        </a>
        {/* The line between two rows is the row's, not the button's edge. */}
        <div>
          <CopyLine address={address} onCopied={markUsed} />
        </div>
        <a
          href={pdfAddress(withVat ? 'kdvli' : 'kdvsiz', id)}
          target="_blank"
          rel="noreferrer"
          className={LINE}
          onClick={() => markFirstStepDone('pdf')}
        >
          <Printer aria-hidden />
          PDF aç, yazdır
        </a>
      </div>
      <OpenLinks kayitId={id} hidden={made !== undefined && !used.includes(made.id) ? made.id : null} />
    </div>
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

function CopyLine({ address, onCopied }: { address: string | undefined; onCopied: () => void }) {
  const shown = useRef<HTMLSpanElement>(null)
  const copy = async () => {
    if (address === undefined) return
    if (!(await copyText(address, shown.current)))
      return toast.error('Kopyalanamadı. Bağlantıyı seçip kendiniz kopyalayın.')
    onCopied()
    toast.success('Bağlantı kopyalandı.')
  }
  return (
    <button type="button" aria-disabled={address === undefined} className={LINE} onClick={() => void copy()}>
      <Link2 aria-hidden />
      <span className="min-w-0">
        Bağlantıyı kopyala
        <span ref={shown} className="block truncate text-sm font-normal text-muted-foreground">
          {address ?? 'Hazırlanıyor...'}
        </span>
      </span>
      <span className={`${REMARK} whitespace-nowrap`}>{`${SHARE_DAYS} gün açık`}</span>
    </button>
  )
}
