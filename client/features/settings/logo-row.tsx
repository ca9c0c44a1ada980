import { useLocation } from '@tanstack/react-router'
import { ImageOff } from 'lucide-react'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'

import { CallError } from '#client/components/call-error.tsx'
import { Field } from '#client/components/field.tsx'
import { toast } from '#client/lib/toast.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { FileInput } from '#client/ui/file-input.tsx'
import { messages } from '#shared/messages.ts'
import { LOGO_TYPES } from '#shared/options.ts'
import { logoProblem } from '#shared/settings/rules.ts'

import { useUploadLogo } from './logo-upload.ts'
import { SettingsRow } from './settings-parts.tsx'

/** Holds a file with its object URL, which is revoked when another file is chosen. */
function useLogoFile() {
  const [chosen, setChosen] = useState<{ file: File; url: string } | null>(null)
  const url = chosen?.url
  useEffect(() => () => (url === undefined ? undefined : URL.revokeObjectURL(url)), [url])
  const choose = (file: File | null) => setChosen(file && { file, url: URL.createObjectURL(file) })
  return { file: chosen?.file ?? null, url, choose }
}

/** Hash that scrolls to this row, which is far below the first one on a phone. */
const HASH = 'logo'

/** Shows the company's logo: the stored one, the chosen one, and the upload (specification §2, §5). */
export function LogoRow({ logoUrl }: { logoUrl: string }) {
  const row = useRef<HTMLElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const isWanted = useLocation({ select: ({ hash }) => hash === HASH })
  // The router looks for the row before the settings are loaded.
  useEffect(() => {
    if (isWanted) row.current?.scrollIntoView()
  }, [isWanted])
  const { file, url, choose } = useLogoFile()
  const [isTried, setIsTried] = useState(false)
  const [pale, setPale] = useState<File | null>(null)
  const upload = useUploadLogo((unseen) => {
    toast.success(messages.logoSaved)
    setPale(unseen)
    form.current?.reset()
    choose(null)
    setIsTried(false)
  })
  const problem = logoProblem(file)
  // A missing file is a problem only on submit, an invalid one at once.
  const shown = file === null && !isTried ? null : problem

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (file === null || problem !== null) form.current?.querySelector('input')?.focus()
    else if (!upload.isPending) upload.mutate({ file })
  }
  return (
    <SettingsRow ref={row} id={HASH} title="Firma kimliği" about="Panelin başlığında ve belgelerde görünür.">
      <form ref={form} noValidate className="grid gap-3" onSubmit={submit}>
        {upload.isError &&
          // The server's refusal of a file tells the user what to do.
          (upload.error.message === messages.logoSaveFailed ? (
            <CallError message={messages.logoSaveFailed} error={upload.error} />
          ) : (
            <Alert>{upload.error.message}</Alert>
          ))}
        {pale !== null && (
          <Alert variant="warning">
            <p className="mb-2">{messages.logoPale}</p>
            <Button
              variant="outline"
              size="sm"
              isPending={upload.isPending}
              onClick={() => upload.mutate({ file: pale, isDark: true })}
            >
              Koyu zemin kullan
            </Button>
          </Alert>
        )}
        <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
          <Preview stored={logoUrl} chosen={problem === null ? url : undefined} />
          <Field
            className="min-w-0 grow basis-72"
            label="Logo dosyası"
            hint="PNG, JPG, WebP veya SVG; en fazla 1 MB."
            error={shown ?? undefined}
          >
            {(control) => (
              <div className="flex min-w-0 flex-wrap gap-2">
                <FileInput
                  {...control}
                  className="w-auto max-w-full grow basis-56"
                  accept={LOGO_TYPES.join(',')}
                  fileName={file?.name}
                  onChange={(event) => {
                    upload.reset()
                    setPale(null)
                    choose(event.target.files?.[0] ?? null)
                  }}
                />
                <Button type="submit" variant="outline" isPending={upload.isPending} className="max-md:grow">
                  Logo yükle
                </Button>
              </div>
            )}
          </Field>
        </div>
      </form>
    </SettingsRow>
  )
}

/** Shows the logo on white, as it is printed. */
function Preview({ stored, chosen }: { stored: string; chosen: string | undefined }) {
  const shown = chosen ?? stored
  return (
    <figure className="grid gap-1 max-md:w-full md:w-48">
      <div className="flex h-16 items-center justify-center rounded-md border border-border bg-[#ffffff] p-2">
        {shown === '' ? (
          <ImageOff aria-hidden className="size-8 text-[#55606d]" />
        ) : (
          <img
            src={shown}
            alt={chosen === undefined ? 'Firma logosu' : 'Seçilen logo'}
            className="max-h-full max-w-full object-contain"
          />
        )}
      </div>
      <figcaption className="text-xs text-muted-foreground">{previewCaption(stored, chosen)}</figcaption>
    </figure>
  )
}

function previewCaption(stored: string, chosen: string | undefined): string {
  if (chosen !== undefined) return 'Önizleme: henüz yüklenmedi.'
  return stored === '' ? 'Henüz logo yüklenmedi.' : 'Belgelerde bu logo kullanılır.'
}
