import { Printer } from 'lucide-react'

import { ExportLink } from '#client/components/export-link.tsx'
import { SHARE_LINE } from '#client/components/share/share-line.ts'
import { SharePanel } from '#client/components/share/share-panel.tsx'
import type { ShareTarget } from '#client/lib/use-shares.ts'
import { useToday } from '#client/lib/use-today.ts'
import { formatDay } from '#shared/date.ts'

import { ShareDialog } from './share-dialog.tsx'

export interface SubjectShareProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  target: ShareTarget & { kind: 'vehicle' | 'statement' }
  phone: string
}

/** Gives a car's history or a customer's statement away. */
export default function SubjectShareDialog({ open, onOpenChange, ...props }: SubjectShareProps) {
  return (
    <ShareDialog open={open} onOpenChange={onOpenChange}>
      <SubjectPanel {...props} onLeave={() => onOpenChange(false)} />
    </ShareDialog>
  )
}

const FILES = {
  vehicle: { path: 'vehicle-history', title: 'Araç geçmişi' },
  statement: { path: 'statement', title: 'Cari ekstre' },
} as const

type PanelProps = Pick<SubjectShareProps, 'target' | 'phone'> & { onLeave: () => void }

function SubjectPanel({ target, phone, onLeave }: PanelProps) {
  const { kind, id, ...period } = target
  const day = formatDay(useToday())
  const choice = { ...FILES[kind], unit: 'satır', params: { id, ...period } }
  return (
    <SharePanel
      target={target}
      phone={phone}
      notice={
        <p className="text-sm text-muted-foreground">
          {kind === 'vehicle'
            ? 'Yalnızca bu müşterinin gelişleri: bağlantı her zaman güncel hâlini gösterir.'
            : `Hesap ekstresi: bağlantı ${day} tarihli hâlini gösterir, sonraki hareketleri göstermez.`}
        </p>
      }
      renderPdf={() => (
        <ExportLink choice={choice} format="PDF" className={SHARE_LINE} onStart={onLeave}>
          <Printer aria-hidden />
          PDF indir
        </ExportLink>
      )}
    />
  )
}
