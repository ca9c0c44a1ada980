import { useLocation } from '@tanstack/react-router'
import { ImageOff } from 'lucide-react'
import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react'

import { CallError } from '#client/components/call-error.tsx'
import { Field } from '#client/components/field.tsx'
import { toast } from '#client/lib/toast.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card, CardHeader, CardTitle } from '#client/ui/card.tsx'
import { FileInput } from '#client/ui/file-input.tsx'
import { messages } from '#shared/messages.ts'
import { LOGO_TYPES } from '#shared/options.ts'
import { logoProblem } from '#shared/settings/rules.ts'

import { useUploadLogo } from './logo-upload.ts'

/** Holds a file with its object URL, which is revoked when another file is chosen. */
function useLogoFile() {
  const [chosen, setChosen] = useState<{ file: File; url: string } | null>(null)
  const url = chosen?.url
  useEffect(() => () => (url === undefined ? undefined : URL.revokeObjectURL(url)), [url])
  const choose = (file: File | null) => setChosen(file && { file, url: URL.createObjectURL(file) })
  return { file: chosen?.file ?? null, url, choose }
}

/** Hash that scrolls to this card, which is far below the first one on a phone. */
const HASH = 'logo'

/** Shows the company's logo: the stored one, the chosen one, and the upload (specification §2, §5). */
export function LogoCard({ logoUrl }: { logoUrl: string }) {
  const id = useId()
  const card = useRef<HTMLElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const isWanted = useLocation({ select: ({ hash }) => hash === HASH })
  // The router looks for the card before the settings are loaded.
  useEffect(() => {
    if (isWanted) card.current?.scrollIntoView()
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
    <Card ref={card} id={HASH} aria-labelledby={id}>
      <CardHeader>
        <CardTitle id={id}>Firma kimliği</CardTitle>
      </CardHeader>
      <form ref={form} noValidate className="grid gap-4" onSubmit={submit}>
        {upload.isError &&
          // The server's refusal of a file tells the user what to do.
          (upload.error.message === messages.logoSaveFailed ? (
            <CallError message={messages.logoSaveFailed} error={upload.error} />
          ) : (
            <Alert>{upload.error.message}</Alert>
          ))}
        <Preview stored={logoUrl} chosen={problem === null ? url : undefined} />
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
        <Field label="Logo dosyası" hint="PNG, JPG, WebP veya SVG; en fazla 1MB." error={shown ?? undefined}>
          {(control) => (
            <FileInput
              {...control}
              accept={LOGO_TYPES.join(',')}
              fileName={file?.name}
              onChange={(event) => {
                upload.reset()
                setPale(null)
                choose(event.target.files?.[0] ?? null)
              }}
            />
          )}
        </Field>
        <div className="flex flex-col md:flex-row md:justify-end">
          <Button type="submit" isPending={upload.isPending}>
            Logo yükle
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** Shows the logo on white, as it is printed. */
function Preview({ stored, chosen }: { stored: string; chosen: string | undefined }) {
  const shown = chosen ?? stored
  return (
    <figure className="grid gap-2">
      <div className="flex h-36 items-center justify-center rounded-md border border-border bg-[#ffffff] p-3">
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
      <figcaption className="text-sm text-muted-foreground">{previewCaption(stored, chosen)}</figcaption>
    </figure>
  )
}

function previewCaption(stored: string, chosen: string | undefined): string {
  if (chosen !== undefined) return 'Önizleme: henüz yüklenmedi.'
  return stored === '' ? 'Henüz logo yüklenmedi.' : 'Belgelerde bu logo kullanılır.'
}
