import { type Dispatch, type FormEvent, type SetStateAction, useId, useRef, useState } from 'react'

import { LoadError, PageLoading } from '#client/components/page-states.tsx'
import { trpc } from '#client/lib/api.ts'
import { useSessionUser } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { useToday } from '#client/lib/use-today.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '#client/ui/dialog.tsx'
import { Input } from '#client/ui/input.tsx'
import { Label } from '#client/ui/label.tsx'
import { Select } from '#client/ui/select.tsx'
import { Textarea } from '#client/ui/textarea.tsx'
import { appointmentWords } from '#shared/appointment/words.ts'
import { addDays, formatDay } from '#shared/date.ts'
import type { MessageTexts } from '#shared/message/schema.ts'
import {
  MAX_MESSAGE_LENGTH,
  MESSAGE_KINDS,
  type MessageKind,
  messageParts,
  messageProblem,
  type MessageValues,
  MESSAGE_WORDS,
  USUAL_TEXTS,
  WORDS_OF,
} from '#shared/message/texts.ts'
import { formatTL } from '#shared/money.ts'
import { messages } from '#shared/messages.ts'
import { reminderWords } from '#shared/reminder/text.ts'
import { sharePath } from '#shared/share/rules.ts'

import { SaveFailure } from './settings-parts.tsx'

const LABELS: Readonly<Record<MessageKind, string>> = {
  record: 'Servis fişi',
  quote: 'Teklif',
  statement: 'Hesap ekstresi',
  vehicle: 'Araç geçmişi',
  reminder: 'Borç hatırlatması',
  appointment: 'Randevu onayı',
  day_before: 'Randevu hatırlatması',
  car_reminder: 'Araç hatırlatması',
}

interface MessageTextsDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Edits the texts of the messages that the shop sends. Unsaved texts stay when the dialog is closed. */
export default function MessageTextsDialog({ open, onOpenChange }: MessageTextsDialogProps) {
  const stored = trpc.settings.messageTexts.useQuery(undefined, { enabled: open })
  const [typed, setTyped] = useState<Partial<MessageTexts>>({})
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent className="md:max-w-2xl">
        <DialogHeader>
          <DialogTitle>Mesaj metinleri</DialogTitle>
          <DialogDescription>WhatsApp’ta açılan ve e-postayla giden metinler.</DialogDescription>
        </DialogHeader>
        {stored.data !== undefined && (
          <TextsForm
            stored={stored.data}
            canMail={stored.data.can_mail}
            typed={typed}
            setTyped={setTyped}
            onSaved={() => onOpenChange(false)}
          />
        )}
        {stored.isPending && <PageLoading />}
        {stored.isError && stored.data === undefined && (
          <LoadError
            message={messages.settingsLoadFailed}
            isPending={stored.isFetching}
            onRetry={() => void stored.refetch()}
          />
        )}
      </DialogContent>
    </Dialog>
  )
}

interface TextsFormProps {
  stored: MessageTexts
  /** Whether e-mail is set up, so that customers can answer one. */
  canMail: boolean
  typed: Partial<MessageTexts>
  setTyped: Dispatch<SetStateAction<Partial<MessageTexts>>>
  onSaved: () => void
}

function TextsForm({ stored, canMail, typed, setTyped, onSaved }: TextsFormProps) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [kind, setKind] = useState<MessageKind>('record')
  const utils = trpc.useUtils()
  const save = trpc.settings.saveMessageTexts.useMutation({
    onSuccess: (saved) => {
      utils.settings.messageTexts.setData(undefined, (before) => before && { ...before, ...saved })
      void utils.share.invalidate()
      void utils.payment.debts.invalidate()
      void utils.appointment.invalidate()
      void utils.reminder.invalidate()
      void utils.change.invalidate()
      setTyped({})
      toast.success('Mesaj metinleri kaydedildi.')
      onSaved()
    },
  })
  const textOf = (one: MessageKind) => typed[one] ?? (stored[one] || USUAL_TEXTS[one])
  const sentOf = (one: MessageKind) => {
    const text = textOf(one).trim()
    return text === USUAL_TEXTS[one] ? '' : text
  }
  const changed = MESSAGE_KINDS.filter((one) => sentOf(one) !== stored[one])
  const replyTo = typed.reply_to ?? stored.reply_to
  const isReplyChanged = replyTo.trim() !== stored.reply_to
  const text = textOf(kind)
  const change = (next: string) => setTyped((before) => ({ ...before, [kind]: next }))
  const problem = messageProblem(kind, text)
  const insert = (word: string) => {
    const { selectionStart = text.length, selectionEnd = text.length } = area.current ?? {}
    change(text.slice(0, selectionStart) + word + text.slice(selectionEnd))
    area.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const refused = changed.find((one) => messageProblem(one, textOf(one)) !== null)
    if (refused !== undefined) {
      setKind(refused)
      area.current?.focus()
    } else if (changed.length === 0 && !isReplyChanged) onSaved()
    else if (!save.isPending)
      save.mutate({
        ...Object.fromEntries(changed.map((one) => [one, sentOf(one)])),
        ...(isReplyChanged && { reply_to: replyTo }),
      })
  }
  return (
    <form noValidate className="grid min-w-0 gap-4" onSubmit={submit}>
      <div className="grid gap-1.5">
        <Label htmlFor={`${id}-kind`}>Mesaj</Label>
        <Select
          id={`${id}-kind`}
          value={kind}
          onChange={({ target }) => setKind(target.value as MessageKind)}
        >
          {MESSAGE_KINDS.map((one) => (
            <option key={one} value={one}>
              {changed.includes(one) && one !== kind ? `${LABELS[one]} (kaydedilmedi)` : LABELS[one]}
            </option>
          ))}
        </Select>
      </div>
      <div className="grid gap-1.5">
        <Label htmlFor={`${id}-text`}>Metin</Label>
        <Textarea
          id={`${id}-text`}
          ref={area}
          rows={4}
          maxLength={MAX_MESSAGE_LENGTH}
          value={text}
          aria-invalid={problem !== null || undefined}
          aria-describedby={`${id}-problem`}
          onChange={({ target }) => change(target.value)}
        />
        <output id={`${id}-problem`} className="text-sm text-destructive empty:hidden">
          {problem}
        </output>
        <fieldset aria-label="Metne ekle" className="flex min-w-0 flex-wrap items-center gap-2">
          {WORDS_OF[kind].map((word) => (
            <Button key={word} variant="outline" size="sm" onClick={() => insert(`{${word}}`)}>
              {`{${word}}`}
              <span className="font-normal text-muted-foreground">{MESSAGE_WORDS[word]}</span>
            </Button>
          ))}
        </fieldset>
      </div>
      <Preview kind={kind} text={text} />
      {canMail && (
        <div className="grid gap-1.5">
          <Label htmlFor={`${id}-reply`}>E-postaların yanıt adresi</Label>
          <Input
            id={`${id}-reply`}
            type="email"
            autoComplete="email"
            maxLength={254}
            value={replyTo}
            aria-describedby={`${id}-reply-hint`}
            onChange={({ target: { value } }) => setTyped((before) => ({ ...before, reply_to: value }))}
          />
          <p id={`${id}-reply-hint`} className="text-sm text-muted-foreground">
            Müşterilerinizin yanıtları bu adrese gelir ve adresi görürler. Boşsa e-postada “yanıtlamayın”
            yazar.
          </p>
        </div>
      )}
      {save.isError && <SaveFailure error={save.error} />}
      <div className="flex flex-wrap justify-between gap-2">
        {text.trim() === USUAL_TEXTS[kind] ? (
          <span />
        ) : (
          <Button variant="ghost" onClick={() => change(USUAL_TEXTS[kind])}>
            Hazır metne dön
          </Button>
        )}
        <Button type="submit" isPending={save.isPending}>
          Kaydet
        </Button>
      </div>
    </form>
  )
}

const INSPECTION = { cause: 'inspection', title: '', due_km: null, isByKm: false } as const

/** Shows the message as an example customer gets it. */
function Preview({ kind, text }: { kind: MessageKind; text: string }) {
  const { company_name } = useSessionUser()
  const today = useToday()
  const values = {
    ad: 'Ayşe Işık',
    plaka: '34 ABC 123',
    tarih: formatDay(today),
    tutar: formatTL(125_000),
    zaman: appointmentWords({ day: addDays(today, 1), start: 600 }),
    konu: reminderWords({ ...INSPECTION, day: addDays(today, 7), today }),
    firma: company_name,
  } satisfies Required<MessageValues>
  const parts = messageParts(kind, text, values)
  return (
    <section aria-label="Örnek mesaj" className="rounded-md bg-sunken p-3">
      <h3 className="mb-1 text-sm text-muted-foreground">Müşteriniz şöyle görür</h3>
      <p className="wrap-anywhere whitespace-pre-line">
        {parts.map((part, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the parts have no other identity
          <span key={index}>
            {part}
            {index < parts.length - 1 && (
              <span className="text-primary">{window.location.origin + sharePath('x7Kq…')}</span>
            )}
          </span>
        ))}
      </p>
    </section>
  )
}
