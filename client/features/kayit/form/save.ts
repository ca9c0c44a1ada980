import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'

import { api, trpc } from '#client/lib/api.ts'
import { errorData, errorMessage } from '#client/lib/error-message.ts'
import { logError } from '#client/lib/log.ts'
import { toast } from '#client/lib/toast.ts'
import { BASE_PATH } from '#shared/base.ts'
import type { KayitDetail } from '#shared/kayit/schema.ts'
import { messages } from '#shared/messages.ts'
import { MAX_ITEMS } from '#shared/options.ts'

import { rowProblems } from '#client/features/kayit/items/items.ts'
import type { KayitModel } from './model.ts'
import { searchShowing } from '#client/features/kayit/list/search-showing.ts'
import { type KayitValues, infoProblems, pdfAddress, saveInput } from './values.ts'
import { noteSaved } from '#client/features/kayit/list/row-props.ts'

/** Why the server did not save; `field` names the input below the record ('info.plaka'). */
export interface Refusal {
  message: string
  field?: string | undefined
}

export interface SaveSettings {
  id: number
  /** The form's key, by which a retry is known (decisions: two people on one record). */
  key: string
  kdvDahil: boolean
  /** Stored: the draft is not needed any more. */
  onStored: (options: { isNew: boolean }) => void
  /** Somebody else has changed the record meanwhile. */
  onConflict: (current: KayitDetail) => void
}

export interface Saving {
  /** Running, or done and on the way to the list. */
  isPending: boolean
  refusal: Refusal | null
  /** Counts refused attempts, so that each of them leads the eye to the summary. */
  attempts: number
  /** The last refusal came while somebody was typing on, who keeps the focus. */
  isQuiet: boolean
  /** To be called with every key that changes the form. */
  noteTyping: () => void
  /** Saves; `withPdf` opens the document with VAT in a new tab. Call it straight from the key or the click. */
  submit: (options?: { withPdf?: 'kdvli' | 'kdvsiz' | undefined }) => void
  /** The save that the end of the session interrupted, if any. */
  resume: () => void
}

const hasProblem = ({ info, rows }: KayitValues) =>
  Object.keys(infoProblems(info)).length > 0 || rows.some((row) => Object.keys(rowProblems(row)).length > 0)

/** Checks and saves the record, one attempt at a time. Nothing typed is lost when it does not work. */
export function useSaveKayit(model: KayitModel, settings: SaveSettings): Saving {
  const { id, key, kdvDahil, onStored, onConflict } = settings
  const router = useRouter()
  const utils = trpc.useUtils()
  const save = trpc.kayit.save.useMutation({
    onSuccess: () => Promise.all([utils.kayit.list.invalidate(), utils.stats.invalidate()]),
  })
  const [phase, setPhase] = useState<'idle' | 'saving' | 'done'>('idle')
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [attempts, setAttempts] = useState(0)
  const busy = useRef(false)
  const interrupted = useRef(false)
  const typed = useRef(false)
  const [isQuiet, setIsQuiet] = useState(false)

  const refuse = (why: Refusal | null) => {
    setRefusal(why)
    setAttempts((count) => count + 1)
  }
  const failed = async (error: unknown) => {
    const data = errorData(error)
    const current = data?.code === 'CONFLICT' ? await readAgain(id) : null
    setIsQuiet(typed.current)
    if (current !== null) onConflict(current)
    // The login over the form asks for the password and resumes.
    else if (data?.code === 'UNAUTHORIZED') interrupted.current = true
    else {
      const message = errorMessage(error, messages.kayitSaveFailed)
      refuse({ message, field: data?.field })
      // The summary may be out of sight.
      if (typed.current) toast.error(message)
    }
  }
  const store = async (sent: KayitValues, tab: PdfTab) => {
    try {
      const { version } = model.base
      const { kayit: stored, version: newVersion } = await save.mutateAsync(
        saveInput(sent, { id, version, key }),
      )
      tab.show(stored.id)
      onStored({ isNew: id === 0 })
      noteSaved(stored.id)
      if (id === 0) {
        setPhase('done')
        const pdf = { label: 'KDV’li PDF', href: pdfAddress(BASE_PATH, 'kdvli', stored.id) }
        toast.success(messages.kayitCreated, pdf)
        const search = await searchShowing(stored.id, sent.info)
        // The row brings itself into view.
        window.scrollTo(0, 0)
        void router.navigate({ to: '/books', search, ignoreBlocker: true, resetScroll: false })
        return
      }
      toast.success(messages.kayitUpdated)
      model.takeOver({ sent, version: newVersion, fresh: await readAgain(id) })
    } catch (error) {
      tab.close()
      await failed(error)
    }
    busy.current = false
    setPhase('idle')
  }

  const submit: Saving['submit'] = ({ withPdf } = {}) => {
    if (busy.current) return
    const sent = model.takeLine({ kdvDahil })
    setRefusal(null)
    setIsQuiet(false)
    if (sent.rows.length > MAX_ITEMS) return refuse({ message: messages.tooManyItems })
    if (hasProblem(sent)) {
      void model.form.handleSubmit(() => {})()
      return refuse(null)
    }
    busy.current = true
    interrupted.current = false
    typed.current = false
    setPhase('saving')
    void store(sent, openTab(withPdf))
  }
  return {
    isPending: phase !== 'idle',
    refusal,
    attempts,
    isQuiet,
    noteTyping: () => {
      typed.current = true
    },
    submit,
    resume: () => {
      if (interrupted.current) submit()
    },
  }
}

/** The record as it is now; `null` where it cannot be read. */
async function readAgain(id: number): Promise<KayitDetail | null> {
  try {
    return await api.kayit.get.fetch({ kayit_id: id }, { staleTime: 0 })
  } catch (error) {
    logError('Kayıt yeniden okunamadı.', error)
    return null
  }
}

interface PdfTab {
  show: (id: number) => void
  close: () => void
}

/** A tab opened later than the key press would be blocked as a popup: it opens empty and is filled afterwards. */
function openTab(kind: 'kdvli' | 'kdvsiz' | undefined): PdfTab {
  const tab = kind === undefined ? null : window.open('', '_blank')
  return {
    show: (id) => {
      if (tab !== null && kind !== undefined) tab.location.replace(pdfAddress(BASE_PATH, kind, id))
    },
    close: () => tab?.close(),
  }
}
