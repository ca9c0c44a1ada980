import { useState } from 'react'

import { lazyDialog } from '#client/components/lazy-dialog.tsx'
import type { Attempt } from '#client/forms/use-form.ts'
import type { AskUnpriced } from '#client/features/kayit/items/unpriced.tsx'
import { markFirstStepDone } from '#client/lib/first-steps.ts'
import type { ToastLink } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'

import { pdfAddress, type PdfKind } from './pdf-address.ts'
import type { DocumentProps, PdfDialogsProps } from './pdf-dialogs.tsx'
import type { StoredKayit } from './values.ts'

const PdfDialogs = lazyDialog<PdfDialogsProps>(() => import('./pdf-dialogs.tsx'))

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

interface PdfButtonsProps extends DocumentProps {
  onAskUnpriced: AskUnpriced
}

/**
 * Opens the two documents, each in a new tab, and the dialog that sends them. They show the stored record, so unsaved
 * changes lead to a question first; unpriced items are named in the same question or in one of their own.
 */
export function PdfButtons(props: PdfButtonsProps) {
  const { id, isDirty, unpriced, onAskUnpriced } = props
  const [asked, setAsked] = useState<PdfDialogsProps['asked']>(null)
  const close = () => setAsked(null)
  const onOpen = (kind: PdfKind) => {
    close()
    window.open(pdfAddress(kind, id), '_blank')
    markFirstStepDone('pdf')
  }
  const openAsked = (kind: PdfKind) => onAskUnpriced(unpriced().stored, 'Yine de aç', () => onOpen(kind))
  const button = (text: string, onClick: () => void, title?: string) => (
    <Button variant="ghost" className="px-2.5" {...{ title, onClick }}>
      {text}
    </Button>
  )
  const press = (kind: PdfKind) => () => (isDirty ? setAsked : openAsked)(kind)
  return (
    <div className="flex">
      {button('KDV’li PDF', press('kdvli'))}
      {button('PDF', press('kdvsiz'), 'KDV’siz PDF')}
      {button('Gönder', () => setAsked('share'))}
      <PdfDialogs {...props} open={asked !== null} onOpenChange={close} {...{ asked, onOpen, openAsked }} />
    </div>
  )
}
