import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import { CallError } from '#client/components/call-error.tsx'
import { errorMessage } from '#client/lib/error-message.ts'
import { formatInstant } from '#shared/date.ts'
import { useEndReportedAccounts } from '#client/lib/new-login-answers.ts'
import { CHANGE_PASSWORD_HASH } from '#client/lib/settings-hash.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import type { LoginReport, ReportedAccount } from '#shared/auth/new-logins.ts'
import { isolated } from '#shared/bidi.ts'

const FAILED = 'Erişimler sonlandırılamadı.'

/** Focuses the report, because the pressed button is gone. */
const focus = (heading: HTMLHeadingElement | null) => heading?.focus()

/** The accesses that 'Ben değildim' has ended, and the accounts made or changed since the login. */
export function LoginReportPanel({ report, onDone }: { report: LoginReport; onDone: () => void }) {
  const { since, is_passkey_kept, accounts } = report
  const [left, setLeft] = useState<readonly ReportedAccount[]>(accounts)
  const [chosen, setChosen] = useState(() => new Set(accounts.map(({ id }) => id)))
  const [done, setDone] = useState('')
  const end = useEndReportedAccounts(({ closed, ended }) => {
    setLeft(left.filter(({ id }) => !chosen.has(id)))
    setDone(doneWords(closed, ended))
  })
  const toggle = (id: number, isChosen: boolean) =>
    setChosen(new Set(isChosen ? [...chosen, id] : [...chosen].filter((one) => one !== id)))
  const ids = left.map(({ id }) => id).filter((id) => chosen.has(id))
  return (
    <Alert variant="warning" className="mb-4">
      <h2 ref={focus} tabIndex={-1} className="font-semibold">
        Hesabınız korumaya alındı
      </h2>
      <p>{endedWords(report)}</p>
      {is_passkey_kept && (
        <p>
          Tek geçiş anahtarınız bu girişten sonra eklenmiş ve duruyor, çünkü hesabınız ikinci bir doğrulama
          ister. Ayarlar’da başka bir yol kurun, sonra bu anahtarı kaldırın.
        </p>
      )}
      {since !== null && left.length > 0 && (
        <fieldset className="mt-3">
          <legend className="font-medium">
            {`${formatInstant(since)} tarihinden beri hesabınızla veya onun açtığı hesaplarla açılan ya da değiştirilen hesaplar:`}
          </legend>
          <ul className="my-1 grid gap-1">
            {left.map((account) => (
              <li key={account.id} className="wrap-anywhere">
                <Checkbox
                  label={accountWords(account)}
                  checked={chosen.has(account.id)}
                  onChange={(event) => toggle(account.id, event.target.checked)}
                />
              </li>
            ))}
          </ul>
          <p>
            Seçilen yeni hesaplar kapatılır. Değiştirilenlerin oturumları ve geçiş anahtarları sona erer,
            parolaları geçersiz olur, aldıkları yetkiler geri alınır; yeni parola bağlantısıyla yeniden
            girerler.
          </p>
          <Button
            variant="destructive"
            className="mt-2"
            isPending={end.isPending}
            disabled={ids.length === 0}
            onClick={() => end.mutate({ since, ids })}
          >
            Seçilenlerin erişimini sonlandır
          </Button>
        </fieldset>
      )}
      <output className="block">{done}</output>
      {end.error !== null && (
        <CallError message={errorMessage(end.error, FAILED, FAILED)} error={end.error} />
      )}
      <p className="mt-3">Şimdi parolanızı değiştirin: giriş yapan kişi eskisini biliyor.</p>
      <Button asChild className="mt-2">
        <Link to="/settings" search={{ tab: 'account' }} hash={CHANGE_PASSWORD_HASH} onClick={onDone}>
          Parolamı değiştir
        </Link>
      </Button>
    </Alert>
  )
}

function endedWords({ ended: { sessions, links, passkeys, recovery_codes: codes } }: LoginReport): string {
  const counted = [
    [sessions, 'oturum'],
    [links, 'parola bağlantısı'],
    [passkeys, 'geçiş anahtarı'],
    [codes, 'yedek kod'],
  ] as const
  const words = counted.filter(([count]) => count > 0).map(([count, noun]) => `${count} ${noun}`)
  const renew = codes > 0 ? ' Ayarlar’da yeni yedek kodlar oluşturun.' : ''
  return words.length === 0
    ? 'Bu cihaz dışında açık bir erişim yoktu.'
    : `Sona erdirilen: ${words.join(', ')}.${renew}`
}

function accountWords({ username, name_surname, is_new, is_admin }: ReportedAccount): string {
  const own = isolated(username)
  const name = name_surname === '' ? own : `${isolated(name_surname)} (${own})`
  const kind = is_admin ? 'yönetici' : 'kullanıcı'
  return `${name}: ${is_new ? `yeni ${kind}` : `erişimi değiştirilen ${kind}`}`
}

function doneWords(closed: number, ended: number): string {
  const words = [
    closed > 0 ? `${closed} hesap kapatıldı` : '',
    ended > 0 ? `${ended} hesabın erişimi sonlandırıldı` : '',
  ].filter((word) => word !== '')
  return words.length === 0 ? 'Sonlandırılacak erişim kalmamış.' : `${words.join(', ')}.`
}
