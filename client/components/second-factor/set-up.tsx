import { useId } from 'react'

import { CodeForm, type CodeFormProps } from '#client/components/second-factor/code-form.tsx'
import type { FactorSetUp, QrPicture } from '#shared/auth/schema.ts'
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
        {/* Cameras need black on white, whatever the colours of the page are. */}
        <img
          alt="Uygulamayla okutulacak kare kod"
          src={pictureOf(qr)}
          className="size-48 max-w-full shrink-0 rounded-md border border-border bg-[#ffffff]"
        />
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

const pictureOf = ({ size, path }: QrPicture) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path d="${path}"/></svg>`,
  )}`
