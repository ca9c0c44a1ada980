import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'

import { api, trpc } from '#client/lib/api.ts'
import { errorData, errorMessage } from '#client/lib/error-message.ts'
import { logError } from '#client/lib/log.ts'
import { changeSessionUser } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { messages } from '#shared/messages.ts'
import type { VersionedSettings } from '#shared/settings/schema.ts'

import { type GeneralDraft, updateInput } from './general-values.ts'

export interface GeneralSaveSettings {
  onStored: (stored: VersionedSettings) => void
  /** The settings have changed elsewhere meanwhile. */
  onConflict: (current: VersionedSettings) => void
}

/** Saves the card, one attempt at a time; the header's company name follows at once. */
export function useSaveGeneral({ onStored, onConflict }: GeneralSaveSettings) {
  const router = useRouter()
  const { mutateAsync, isPending } = trpc.settings.update.useMutation()
  const [refusal, setRefusal] = useState<string>()
  const busy = useRef(false)
  const interrupted = useRef<GeneralDraft>(undefined)

  const failed = async (error: unknown, draft: GeneralDraft) => {
    const code = errorData(error)?.code
    const current = code === 'CONFLICT' ? await readAgain() : null
    if (current !== null) onConflict(current)
    // The login over the form asks for the password and resumes.
    else if (code === 'UNAUTHORIZED') interrupted.current = draft
    else setRefusal(errorMessage(error, messages.settingsSaveFailed, messages.settingsSaveFailed))
  }
  const store = async (draft: GeneralDraft) => {
    try {
      const stored = await mutateAsync(updateInput(draft))
      api.settings.get.setData(undefined, stored)
      onStored(stored)
      changeSessionUser({ company_name: stored.company_name })
      toast.success(messages.settingsSaved)
      void router.invalidate()
    } catch (error) {
      await failed(error, draft)
    }
    busy.current = false
  }
  const save = (draft: GeneralDraft) => {
    if (busy.current) return
    busy.current = true
    interrupted.current = undefined
    setRefusal(undefined)
    void store(draft)
  }
  return {
    isPending,
    refusal,
    save,
    resume: () => {
      if (interrupted.current !== undefined) save(interrupted.current)
    },
  }
}

/** The settings as they are now; `null` where they cannot be read. */
async function readAgain(): Promise<VersionedSettings | null> {
  try {
    return await api.settings.get.fetch(undefined, { staleTime: 0 })
  } catch (error) {
    logError('Ayarlar yeniden okunamadı.', error)
    return null
  }
}
