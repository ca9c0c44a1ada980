import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'

import { lazyDialog } from '#client/components/lazy-dialog.tsx'
import type { HandoverProps, WaitingRecord } from '#client/features/kayit/intake/handover-dialog.tsx'
import { namesOf } from '#client/features/kayit/intake/seen.ts'
import type { KayitValues } from '#client/features/kayit/form/values.ts'
import { noteQueueChange, setDraftToOffer } from '#client/forms/stored-drafts.ts'
import { dropDraft, readDraft, writeDraft } from '#client/lib/drafts.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import { joinIsolated } from '#shared/bidi.ts'

import { FORM_PREFIX, type FormName, isBehindRecord, type QueuedForm } from './queued-form.ts'
import type { Outbox, QueuedKayit } from './queued-kayit.ts'

const DIALOGS = {
  intake: lazyDialog<HandoverProps>(() => import('#client/features/kayit/intake/intake-dialog.tsx')),
  delivery: lazyDialog<HandoverProps>(() => import('#client/features/kayit/intake/delivery-dialog.tsx')),
}
const FORMS = Object.keys(FORM_PREFIX) as FormName[]
const WORDS = { intake: 'Araç kabul', delivery: 'Teslim' } as const

export interface QueuedListProps {
  /** Whether anything waits. */
  open: boolean
  onOpenChange: (open: boolean) => void
  outbox: Outbox
  userId: number
  /** Whether the form of a new record is open. */
  isFormShown: boolean
}

type Opened = Pick<HandoverProps, 'id' | 'waiting' | 'about'> & { form: FormName }

/** Lists the records and forms that wait for the connection, and the forms that the server has refused. */
export default function QueuedList({ outbox: { records, forms }, userId, isFormShown }: QueuedListProps) {
  const id = useId()
  const [opened, setOpened] = useState<Opened | null>(null)
  const openForm = (draft: QueuedForm) => {
    const record = records.find(({ key }) => key === draft.kayitKey)
    const about = joinIsolated(' · ', namesOf(draft.values.seen))
    setOpened({ form: draft.form, id: draft.kayitId, about, waiting: record && waitingOf(record) })
  }
  const canOpen = (draft: QueuedForm) => draft.kayitId !== 0 || isBehindRecord(draft, userId)
  const refused = forms.filter(({ isQueued }) => isQueued === undefined)
  return (
    <>
      {records.length + forms.length > refused.length && (
        <section aria-labelledby={id}>
          <h2 id={id}>Gönderilmeyi bekleyenler:</h2>
          <ul className="flex flex-wrap items-center gap-x-6 gap-y-2">
            {records.map((draft) => (
              <Line key={draft.name} name={nameOf(draft)}>
                <RecordButtons {...{ draft, forms, isFormShown }} onOpen={setOpened} />
              </Line>
            ))}
            {forms.map(
              (draft) =>
                draft.isQueued !== undefined && (
                  <Line key={draft.name} name={formNameOf(draft)}>
                    {canOpen(draft) && (
                      <LineButton name={formNameOf(draft)} word="Düzenle" onClick={() => openForm(draft)} />
                    )}
                    <LineButton name={formNameOf(draft)} word="Sil" onClick={() => remove(draft)} />
                  </Line>
                ),
            )}
          </ul>
        </section>
      )}
      {refused.length > 0 && (
        <section aria-label="Kaydedilemeyen formlar">
          <ul>
            {refused.map((draft) => (
              <li key={draft.name} className="flex flex-wrap items-center gap-x-1">
                <span className="wrap-anywhere">
                  <strong className="font-semibold">{`${formNameOf(draft)} kaydedilemedi.`}</strong>{' '}
                  {draft.refused}
                </span>
                {canOpen(draft) && (
                  <LineButton name={formNameOf(draft)} word="Aç" onClick={() => openForm(draft)} />
                )}
                <LineButton name={formNameOf(draft)} word="Sil" onClick={() => remove(draft)} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {FORMS.map((form) => {
        const Dialog = DIALOGS[form]
        const { form: _, ...shown } = opened ?? { form, id: 0, about: '' }
        return (
          <Dialog
            key={form}
            {...shown}
            open={opened?.form === form}
            onOpenChange={() => setOpened(null)}
            onStored={() => {}}
          />
        )
      })}
    </>
  )
}

interface RecordButtonsProps {
  draft: QueuedKayit
  forms: readonly QueuedForm[]
  isFormShown: boolean
  onOpen: (opened: Opened) => void
}

/** The next steps with a record that waits: correct it, take its car in, give it back. */
function RecordButtons({ draft, forms, isFormShown, onOpen }: RecordButtonsProps) {
  const navigate = useNavigate()
  const edit = () => {
    setDraftToOffer(draft.name)
    void navigate({ to: '/book/$id', params: { id: '0' } })
  }
  const { stage } = draft.values as unknown as KayitValues
  const missing = FORMS.filter(
    (form) => stage === '' && !forms.some((other) => other.form === form && other.kayitKey === draft.key),
  )
  return (
    <>
      {/* A form that is open already would not notice the change. */}
      {!isFormShown && <LineButton name={nameOf(draft)} word="Düzenle" onClick={edit} />}
      {missing.map((form) => (
        <LineButton
          key={form}
          name={nameOf(draft)}
          word={form === 'intake' ? 'Araç kabul' : 'Teslim et'}
          onClick={() => onOpen({ form, id: 0, about: nameOf(draft), waiting: waitingOf(draft) })}
        />
      ))}
    </>
  )
}

function Line({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-2">
      <strong className="font-semibold wrap-anywhere max-md:w-full">{name}</strong>
      {children}
    </li>
  )
}

function LineButton({ name, word, onClick }: { name: string; word: string; onClick: () => void }) {
  return (
    <Button variant="outline" size="sm" aria-label={`${word}: ${name}`} onClick={onClick}>
      {word}
    </Button>
  )
}

/** Deletes a form that waits, for ten seconds with the way back. */
function remove({ name }: QueuedForm): void {
  const text = readDraft(name)
  if (text === undefined) return
  dropDraft(name)
  noteQueueChange()
  toast.undo('Form silindi.', () => {
    writeDraft(name, text)
    noteQueueChange()
  })
}

function waitingOf({ key, values }: QueuedKayit): WaitingRecord {
  const record = values as unknown as KayitValues
  const items = record.islemler.map(({ islem_adi, islem_adet, fiyat_kurus, isUnpriced, kind }) => ({
    islem_adi,
    islem_adet,
    ...(isUnpriced !== true && { fiyat_kurus }),
    ...(kind && { kind }),
  }))
  return { key, record, items }
}

const nameOf = ({ values: { plaka, sasi_no, musteri_adi_soyadi } }: QueuedKayit): string =>
  joinIsolated(', ', [plaka.trim() || sasi_no.trim(), musteri_adi_soyadi.trim()])

const formNameOf = ({ values, form }: QueuedForm): string =>
  joinIsolated(', ', [...namesOf(values.seen), WORDS[form]])
