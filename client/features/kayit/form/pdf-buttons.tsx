import { useState } from 'react'

import { lazyDialog } from '#client/components/lazy-dialog.tsx'
import type { Attempt } from '#client/forms/use-form.ts'
import type { AskUnpriced } from '#client/features/kayit/items/unpriced.tsx'
import { markFirstStepDone } from '#client/lib/first-steps.ts'
import type { ToastLink } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import type { UnpricedItems } from '#shared/kayit/schema.ts'

import { pdfAddress, type PdfKind } from './pdf-address.ts'
import type { StoredKayit } from './values.ts'

const PdfQuestion = lazyDialog(() => import('./pdf-question.tsx'))

/** Returns the link to the document in the message about a new record. */
export const pdfLink = (id: number): ToastLink => ({
  label: 'KDV’li PDF',
  href: pdfAddress('kdvli', id),
  onOpen: () => markFirstStepDone('pdf'),
})

/**
 * Returns a save attempt that opens the document. Browsers block a tab that opens after the key press as a popup, so it
 * opens empty and is filled afterwards.
 */
export const withPdf =
  (kind: PdfKind): Attempt<StoredKayit> =>
  () => {
    const tab = window.open('', '_blank')
    return {
      onStored: ({ kayit }) => {
        tab?.location.replace(pdfAddress(kind, kayit.id))
        markFirstStepDone('pdf')
      },
      onRefused: () => tab?.close(),
    }
  }

interface PdfButtonsProps {
  id: number
  isDirty: boolean
  /** Returns the items without a price: as a save would store them, and as stored. */
  unpriced: () => Record<'typed' | 'stored', UnpricedItems>
  onAskUnpriced: AskUnpriced
  /** Saves and then opens the document. */
  onSave: (kind: PdfKind) => void
}

/**
 * Opens the two documents, each in a new tab. They show the stored record, so unsaved changes lead to a question first;
 * unpriced items are named in the same question or in one of their own.
 */
export function PdfButtons({ id, isDirty, unpriced, onAskUnpriced, onSave }: PdfButtonsProps) {
  const [asked, setAsked] = useState<PdfKind | null>(null)
  const open = (kind: PdfKind) => {
    setAsked(null)
    window.open(pdfAddress(kind, id), '_blank')
    markFirstStepDone('pdf')
  }
  const openAsked = (kind: PdfKind) => onAskUnpriced(unpriced().stored, 'Yine de aç', () => open(kind))
  const openStored = (kind: PdfKind) => {
    setAsked(null)
    const { typed, stored } = unpriced()
    if (stored.names.every((name) => typed.names.includes(name))) open(kind)
    else openAsked(kind)
  }
  const press = (kind: PdfKind) => (isDirty ? setAsked(kind) : openAsked(kind))
  const save = (kind: PdfKind) => {
    setAsked(null)
    onSave(kind)
  }
  return (
    <>
      <Button variant="ghost" className="px-2.5" onClick={() => press('kdvli')}>
        KDV’li PDF
      </Button>
      <Button variant="ghost" className="px-2.5" title="KDV’siz PDF" onClick={() => press('kdvsiz')}>
        PDF
      </Button>
      <PdfQuestion
        open={asked !== null}
        unpriced={unpriced().typed}
        onOpenChange={() => setAsked(null)}
        onOpen={() => asked !== null && openStored(asked)}
        onSave={() => asked !== null && save(asked)}
      />
    </>
  )
}
