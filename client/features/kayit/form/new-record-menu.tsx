import { useRouter } from '@tanstack/react-router'
import { CalendarPlus, FilePen } from 'lucide-react'

import { appointmentOf } from '#client/components/directory/book-line.tsx'
import { MoreLine } from '#client/components/directory/more-menu.tsx'
import { MenuPanel } from '#client/components/menu-panel.tsx'

import type { Form } from '#client/forms/use-form.ts'

import type { KayitValues, StoredKayit } from './values.ts'

interface NewRecordMenuProps {
  form: Form<KayitValues, StoredKayit>
  /** Id of the open panel. */
  id: string
  /** Stores the record as a quote. */
  onQuote: () => void
  /** Closes the panel and returns the focus to its button. */
  leave: () => unknown
}

/** Shows the rarer actions of a new record to a user who may make quotes. */
export function NewRecordMenu({ id, form, open, leave, onQuote }: NewRecordMenuProps & { open: boolean }) {
  const router = useRouter()
  /** The appointment begins with the typed texts, so the draft has no use any more. */
  const beginAppointment = () => {
    const { values } = form.store.get()
    form.discard()
    void router.navigate({
      to: '/books/appointments',
      state: { appointmentOf: appointmentOf(values) },
      ignoreBlocker: true,
    })
  }
  return (
    <MenuPanel id={id} hidden={!open}>
      <MoreLine Icon={FilePen} leave={leave} onClick={onQuote}>
        Teklif olarak kaydet
      </MoreLine>
      <MoreLine Icon={CalendarPlus} leave={leave} onClick={beginAppointment}>
        Randevu ver
      </MoreLine>
    </MenuPanel>
  )
}
