import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

import { api, pageUserHeader } from '#client/lib/api.ts'
import { logError } from '#client/lib/log.ts'
import { changeSessionUser } from '#client/lib/session.ts'
import { BASE_PATH } from '#shared/base.ts'
import { messages } from '#shared/messages.ts'

const UNAUTHORIZED = 401
const SERVER_ERROR = 500

type LogoUpload = { file: File; isDark?: boolean }

/** Response of the server to an upload; a proxy in between may answer in another shape. */
type Answer = { success?: boolean; message?: string; url?: string; pale?: true }

/**
 * Uploads a logo over the legacy API, which accepts a file in a form. Returns the address of the stored logo, and the
 * file again if it cannot be seen on paper. Throws an Error with the message to show.
 */
async function uploadLogo({ file, isDark }: LogoUpload): Promise<{ url: string; pale: File | null }> {
  const body = new FormData()
  body.set('file', file)
  const { status, answer } = await post(body, isDark ? '?ground=dark' : '')
  if (answer.success === true && answer.url !== undefined)
    return { url: answer.url, pale: answer.pale === true ? file : null }
  // The session has ended: the next read reports it to the subscribers.
  if (status === UNAUTHORIZED) void api.settings.get.invalidate()
  const refusal = status < SERVER_ERROR ? answer.message : undefined
  throw new Error(refusal ?? messages.logoSaveFailed)
}

async function post(body: FormData, query: string): Promise<{ status: number; answer: Answer }> {
  try {
    const init = { method: 'POST', body, headers: pageUserHeader() }
    const response = await fetch(`${BASE_PATH}/api/uploadLogo.php${query}`, init)
    return { status: response.status, answer: (await response.json()) as Answer }
  } catch (error) {
    logError('Logo gönderilemedi.', error)
    throw new Error(messages.logoSaveFailed, { cause: error })
  }
}

/** Uploads a logo and updates it in the settings and in the header. */
export function useUploadLogo(onStored: (pale: File | null) => void) {
  const router = useRouter()
  return useMutation({
    mutationFn: uploadLogo,
    onSuccess: ({ url: logo_url, pale }) => {
      api.settings.get.setData(undefined, (settings) => settings && { ...settings, logo_url })
      changeSessionUser({ logo_url })
      void api.admin.users.invalidate()
      void router.invalidate()
      onStored(pale)
    },
  })
}
