import { useId, useRef } from 'react'

import { useFocusOnMount } from '#client/lib/use-focus-on-mount.ts'
import { copyText } from '#client/lib/copy-text.ts'
import { toast } from '#client/lib/toast.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { showRecoveryCode } from '#shared/auth/second-factor.ts'

interface RecoveryCodesProps {
  codes: string[]
  /** The user's name, printed with the codes to tell what they belong to. */
  username: string
  doneLabel: string
  /** The heading's level, one below the heading above it. */
  Heading: 'h2' | 'h4'
  onDone: () => void
}

const TITLE = 'Oto Servis Yönetim Paneli – yedek kodlar'

/** The recovery codes, shown once: they can be replaced but not read again. */
export function RecoveryCodes({ codes, username, doneLabel, Heading, onDone }: RecoveryCodesProps) {
  const [title, list] = [useId(), useRef<HTMLOListElement>(null)]
  const section = useRef<HTMLElement>(null)
  useFocusOnMount(section)
  const shown = codes.map(showRecoveryCode)
  const copy = async () => {
    if (await copyText(shown.join('\n'), list.current)) toast.success('Kodlar kopyalandı.')
    else toast.error('Kopyalanamadı. Kodları seçip kendiniz kopyalayın.')
  }
  const lines = [TITLE, `Kullanıcı: ${username}`, 'Her kod bir kez kullanılır.', '', ...shown, '']
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby={title}
      data-alone-on-paper
      className="grid gap-4 outline-none"
    >
      <Alert variant="success" className="print:hidden">
        İki adımlı doğrulama açık.
      </Alert>
      <div className="grid gap-1">
        <Heading id={title} className="font-medium">
          Yedek kodlarınız
        </Heading>
        <p className="hidden print:block">{`${TITLE}, kullanıcı: ${username}`}</p>
        <p className="text-sm text-muted-foreground">
          Telefonunuz yanınızda olmadığında bunlarla giriş yaparsınız; her kod bir kez kullanılır. Yalnızca
          şimdi gösterilir: yazdırıp ya da dosyayı indirip telefonunuzdan ayrı, güvenli bir yerde saklayın.
        </p>
      </div>
      <ol ref={list} className="grid gap-x-6 gap-y-1.5 font-mono text-sm sm:grid-cols-2">
        {shown.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button type="button" variant="outline" onClick={() => void copy()}>
          Kopyala
        </Button>
        <Button type="button" variant="outline" onClick={() => window.print()}>
          Yazdır
        </Button>
        <Button asChild variant="outline">
          <a
            download="yedek-kodlar.txt"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(lines.join('\r\n'))}`}
          >
            Dosya olarak indir
          </a>
        </Button>
        <Button type="button" onClick={onDone}>
          {doneLabel}
        </Button>
      </div>
    </section>
  )
}
