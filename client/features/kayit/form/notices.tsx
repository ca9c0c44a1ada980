import { formatInstant } from '#client/lib/format.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'

import type { KayitDraft } from './draft.ts'

export interface DraftNoticeProps {
  draft: KayitDraft
  onRestore: () => void
  onDrop: () => void
}

/** What was typed and never saved is offered back. */
export function DraftNotice({ draft, onRestore, onDrop }: DraftNoticeProps) {
  const { plaka, musteri_adi_soyadi } = draft.values.info
  const about = [plaka, musteri_adi_soyadi].filter((text) => text.trim() !== '').join(', ')
  return (
    <Alert variant="info">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          <strong className="font-semibold">Taslak var</strong> ({formatInstant(draft.savedAt)})
          {about !== '' && `: ${about}`}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" size="sm" onClick={onRestore}>
            Taslağı geri yükle
          </Button>
          <Button variant="ghost" size="sm" onClick={onDrop}>
            Taslağı sil
          </Button>
        </div>
      </div>
    </Alert>
  )
}
