import { lazyDialog } from '#client/components/lazy-dialog.tsx'
import type { RecordShareProps } from '#client/features/kayit/share/share-dialog.tsx'
import type { UnpricedItems } from '#shared/kayit/ids.ts'

import type { PdfKind } from './pdf-address.ts'
import PdfQuestion from './pdf-question.tsx'

const ShareDialog = lazyDialog<RecordShareProps>(
  () => import('#client/features/kayit/share/share-dialog.tsx'),
)

/** A stored record whose documents are opened or sent. */
export interface DocumentProps {
  id: number
  isDirty: boolean
  /** Returns the items without a price: as a save would store them, and as stored. */
  unpriced: () => Record<'typed' | 'stored', UnpricedItems>
  /** Saves and then opens the document. */
  onSave: (kind: PdfKind) => void
}

export interface PdfDialogsProps extends DocumentProps {
  open: boolean
  onOpenChange: () => void
  /** The document that lacks the unsaved changes, or the dialog that sends it. */
  asked: PdfKind | 'share' | null
  /** Opens a document; `openAsked` asks about unpriced items first. */
  onOpen: (kind: PdfKind) => void
  openAsked: (kind: PdfKind) => void
}

/** Shows the question before a document opens, and the dialog that sends it. */
export default function PdfDialogs(props: PdfDialogsProps) {
  const { id, isDirty, unpriced, asked, onOpenChange, onOpen, openAsked, onSave } = props
  const kind = asked === 'share' ? null : asked
  const openStored = () => {
    if (kind === null) return
    onOpenChange()
    const { typed, stored } = unpriced()
    if (stored.names.every((name) => typed.names.includes(name))) onOpen(kind)
    else openAsked(kind)
  }
  const save = () => {
    if (kind === null) return
    onOpenChange()
    onSave(kind)
  }
  return (
    <>
      <PdfQuestion
        open={kind !== null}
        unpriced={unpriced().typed}
        onOpenChange={onOpenChange}
        onOpen={openStored}
        onSave={save}
      />
      <ShareDialog open={asked === 'share'} {...{ onOpenChange, id, isDirty }} />
    </>
  )
}
