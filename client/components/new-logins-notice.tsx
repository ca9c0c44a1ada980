import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'

import { CallError } from '#client/components/call-error.tsx'
import { loginLine } from '#client/components/login-line.ts'
import { CHANGE_PASSWORD_HASH } from '#client/lib/settings-hash.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { formatInstant } from '#shared/date.ts'
import { useLoginAnswers } from '#client/lib/new-login-answers.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import type { LoginReport, NewLogin } from '#shared/auth/new-logins.ts'

import { LoginReportPanel } from './login-report.tsx'

const FAILED = 'Yanıtınız kaydedilemedi.'

/** Returns whether a report requires more than a new password. */
const hasMore = ({ accounts, ended, is_passkey_kept }: LoginReport) =>
  accounts.length > 0 || ended.recovery_codes > 0 || is_passkey_kept

/**
 * Asks about new logins. 'Bendim' ends the question; 'Ben değildim', after the password, ends every other access and
 * shows the report, and the question returns only after that was read. The screen has the `<PasswordAgain />`.
 */
export default function NewLoginsNotice({ logins }: { logins: NewLogin[] }) {
  const navigate = useNavigate()
  const [made, setMade] = useState<LoginReport>()
  const { askAnew, dismiss, report } = useLoginAnswers({
    onReported: (done) => (hasMore(done) ? setMade(done) : changePassword()),
  })
  const changePassword = async () => {
    await navigate({ to: '/settings', search: { tab: 'account' }, hash: CHANGE_PASSWORD_HASH })
    await askAnew()
  }
  const [newest, ...others] = logins
  if (made !== undefined) return <LoginReportPanel report={made} onDone={() => void askAnew()} />
  if (newest === undefined) return null
  const error = dismiss.error ?? report.error
  const answer = { id: Math.max(...logins.map(({ id }) => id)) }
  const deviceText = newest.device === '' ? '' : ` (${newest.device})`
  return (
    <Alert variant="warning" className="mb-4">
      {others.length === 0 ? (
        <p>{`Hesabınıza ${formatInstant(newest.at)} tarihinde yeni bir cihazdan${deviceText} giriş yapıldı.`}</p>
      ) : (
        <>
          <p>Hesabınıza yeni cihazlardan giriş yapıldı:</p>
          <ul className="my-1 list-disc pl-5">
            {logins.map((login) => (
              <li key={login.id} className="wrap-anywhere">
                {loginLine(login)}
              </li>
            ))}
          </ul>
        </>
      )}
      <p>
        Siz değilseniz “Ben değildim”i seçin: hesabınıza giren diğer yollar kapatılır, bu girişten beri
        hesabınızla yapılanlar gösterilir ve parolanızı değiştirirsiniz.
      </p>
      {error !== null && <CallError message={errorMessage(error, FAILED, FAILED)} error={error} />}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="outline" isPending={dismiss.isPending} onClick={() => dismiss.mutate(answer)}>
          Bendim
        </Button>
        <Button variant="outline" isPending={report.isPending} onClick={() => report.mutate(answer)}>
          Ben değildim
        </Button>
      </div>
    </Alert>
  )
}
