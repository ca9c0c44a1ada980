import { useId } from 'react'

import { QrImage } from '#client/components/qr-image.tsx'
import { CodeForm, type CodeFormProps } from '#client/components/second-factor/code-form.tsx'
import type { FactorSetUp } from '#shared/auth/schema.ts'
import { showKey } from '#shared/auth/second-factor.ts'

type SetUpProps = Pick<CodeFormProps, 'isPending' | 'error' | 'onCode' | 'onCancel'> & { setUp: FactorSetUp }

/** The key as a picture and as text. The first code of an app with this key switches the factor on. */
export function SetUp({ setUp: { key, qr }, ...form }: SetUpProps) {
  const keyLabel = useId()
  return (
    <div className="grid gap-4">
      <ol className="grid list-decimal gap-1.5 pl-5">
        <li>
          Telefonunuza bir doğrulama uygulaması kurun: Google Authenticator, Microsoft Authenticator, Aegis ya
          da benzeri.
        </li>
        <li>Uygulamada hesap ekleyip aşağıdaki kareyi taratın ya da anahtarı elle yazın.</li>
        <li>Uygulamanın gösterdiği altı rakamı yazın.</li>
      </ol>
      <div className="flex flex-wrap items-center gap-4">
        <QrImage picture={qr} label="Uygulamayla okutulacak kare kod" />
        <div className="grid min-w-40 flex-1 gap-1">
          <p id={keyLabel} className="text-sm text-muted-foreground">
            Anahtar (kareyi okutamıyorsanız)
          </p>
          <p aria-labelledby={keyLabel} className="font-mono text-sm wrap-anywhere select-all">
            {showKey(key)}
          </p>
        </div>
      </div>
      <CodeForm {...form} submitLabel="Doğrula ve aç" />
    </div>
  )
}
