import { Link } from '@tanstack/react-router'
import { Download, FilePlus2, ShieldX } from 'lucide-react'
import { useId, useState } from 'react'

import { LoadError } from '#client/components/page-states.tsx'
import { exportAddress, startExport } from '#client/lib/export-jobs.ts'
import { formatCount } from '#client/lib/format.ts'
import { formatInstant } from '#shared/date.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '#client/ui/dialog.tsx'
import { Label } from '#client/ui/label.tsx'
import { Select } from '#client/ui/select.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { personalDataMessages } from '#shared/personal-data/messages.ts'
import type { EraseInput, StoredData } from '#shared/personal-data/schema.ts'

export interface PersonalDataDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  id: number
  /** Counts of the stored data; `undefined` while they are not known. */
  stored: StoredData | undefined
  isError: boolean
  isPending: boolean
  onRetry: () => void
  onErase: (reason: EraseInput['reason']) => void
}

/** Shows how much of a customer's data is stored, offers it as a file to hand over, and leads to its erasure. */
export default function PersonalDataDialog(props: PersonalDataDialogProps) {
  const { open, onOpenChange, stored, isError, isPending, onRetry } = props
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent className="md:max-w-xl">
        <DialogHeader>
          <DialogTitle>Kişisel veriler</DialogTitle>
          <DialogDescription>
            Müşteri, hakkında ne saklandığını sorabilir ve silinmesini isteyebilir (6698 sayılı Kanun).
          </DialogDescription>
        </DialogHeader>
        {isError && (
          <LoadError message={personalDataMessages.loadFailed} isPending={isPending} onRetry={onRetry} />
        )}
        {stored === undefined ? (
          !isError && <Skeleton className="h-48" />
        ) : (
          <Content {...props} stored={stored} />
        )}
      </DialogContent>
    </Dialog>
  )
}

type ContentProps = PersonalDataDialogProps & { stored: StoredData }

function Content({ id, stored, onOpenChange, onErase }: ContentProps) {
  const { erased_on: erasedOn } = stored
  const download = (format: 'PDF' | 'JSON') => {
    startExport({
      title: `Kişisel veri dökümü (${format})`,
      address: exportAddress({ path: 'personal-data', params: { id } }, format),
      unit: 'satır',
    })
    onOpenChange(false)
  }
  return (
    <div className="grid gap-5">
      {erasedOn !== null && (
        <Alert variant="info">{`Bu müşterinin kişisel verileri silindi: ${formatInstant(erasedOn)}`}</Alert>
      )}
      <section className="grid gap-2" aria-label="Döküm">
        <h3 className="font-semibold">Verilerin dökümü</h3>
        <p className="text-sm text-muted-foreground">{`${summaryOf(stored)}. Müşteriye vermek için PDF, başka bir programa aktarmak için JSON alın; ikisinde de yalnızca bu müşterinin bilgileri vardır. Almanız “Geçmiş”e yazılır.`}</p>
        <div className="flex flex-wrap gap-2">
          {(['PDF', 'JSON'] as const).map((format) => (
            <Button key={format} variant="outline" onClick={() => download(format)}>
              <Download aria-hidden />
              {`${format} indir`}
            </Button>
          ))}
          <Button asChild variant="outline">
            <Link to="/personal-data" search={{ customer: id }}>
              <FilePlus2 aria-hidden />
              Başvuru ekle
            </Link>
          </Button>
        </div>
      </section>
      <Erasing onErase={onErase} />
    </div>
  )
}

const summaryOf = (stored: StoredData): string => {
  const { records, deleted, vehicles, shared_vehicles, documents, requests } = stored
  return [
    `${formatCount(records + deleted)} kayıt`,
    `${formatCount(vehicles + shared_vehicles)} araç`,
    documents > 0 ? `${formatCount(documents)} belge` : '',
    requests > 0 ? `${formatCount(requests)} başvuru` : '',
  ]
    .filter(Boolean)
    .join(', ')
}

function Erasing({ onErase }: Pick<PersonalDataDialogProps, 'onErase'>) {
  const id = useId()
  const [reason, setReason] = useState<EraseInput['reason']>('request')
  return (
    <section className="grid gap-2 border-t border-border pt-4" aria-label="Silme">
      <h3 className="font-semibold">Silme</h3>
      <p className="text-sm text-muted-foreground">
        Ad, numaralar, plakalar ve notlar silinir; tutarlar ve günler kalır. Silmeden önce neyin gideceği bir
        kez daha gösterilir.
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <div className="grid min-w-0 grow gap-1">
          <Label htmlFor={id}>Neden siliniyor?</Label>
          <Select
            id={id}
            value={reason}
            onChange={({ target }) => setReason(target.value as EraseInput['reason'])}
          >
            <option value="request">Müşteri istedi</option>
            <option value="ended">Saklamak için bir neden kalmadı</option>
          </Select>
        </div>
        <Button variant="destructive" onClick={() => onErase(reason)}>
          <ShieldX aria-hidden />
          Kişisel verileri sil
        </Button>
      </div>
    </section>
  )
}
