import { useNavigate } from '@tanstack/react-router'

import { FailedCall } from '#client/components/failed-call.tsx'
import { loginLine } from '#client/components/login-line.ts'
import { trpc } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { formatInstant } from '#client/lib/format.ts'
import { CHANGE_PASSWORD_HASH } from '#client/lib/settings-place.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import type { NewLogin } from '#shared/auth/new-logins.ts'

const FAILED = 'Yanıtınız kaydedilemedi.'

/** 'Bendim' ends the question for good; 'Ben değildim' ends all other sessions and leads to the password. */
export default function NewLoginsNotice({ logins }: { logins: NewLogin[] }) {
  const utils = trpc.useUtils()
  const navigate = useNavigate()
  const onSettled = () => utils.settings.newLogins.invalidate()
  const dismiss = trpc.settings.dismissLogins.useMutation({ onSettled })
  const report = trpc.settings.reportLogins.useMutation({
    onSuccess: () => navigate({ to: '/settings', hash: CHANGE_PASSWORD_HASH }),
    onSettled,
  })
  const [newest, ...others] = logins
  if (newest === undefined) return null
  const error = dismiss.error ?? report.error
  const answer = { id: Math.max(...logins.map(({ id }) => id)) }
  const place = newest.device === '' ? '' : ` (${newest.device})`
  return (
    <Alert variant="warning" className="mb-4">
      {others.length === 0 ? (
        <p>{`Hesabınıza ${formatInstant(newest.at)} tarihinde yeni bir cihazdan${place} giriş yapıldı.`}</p>
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
        Siz değilseniz “Ben değildim”i seçin: diğer oturumlar kapatılır, bu girişten beri eklenen geçiş
        anahtarları kaldırılır ve parolanızı değiştirirsiniz.
      </p>
      {error !== null && <FailedCall message={errorMessage(error, FAILED, FAILED)} error={error} />}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="outline" pending={dismiss.isPending} onClick={() => dismiss.mutate(answer)}>
          Bendim
        </Button>
        <Button variant="outline" pending={report.isPending} onClick={() => report.mutate(answer)}>
          Ben değildim
        </Button>
      </div>
    </Alert>
  )
}
