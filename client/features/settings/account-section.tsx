import { useRight } from '#client/lib/session.ts'

import { FactorLine } from './factor-line.tsx'
import { IdleLine } from './idle-line.tsx'
import { PasskeysLine } from './passkeys-line.tsx'
import { PasswordRow } from './password-row.tsx'
import { SessionsRow } from './sessions-row.tsx'
import { SettingsPanel, SettingsRow, WithSettings } from './settings-parts.tsx'

/** Shows the user's own account: password, second factor, passkeys and open sessions; to the owner the idle limit. */
export default function AccountSection() {
  const isOwner = useRight('settings')
  return (
    <SettingsPanel>
      <PasswordRow />
      <SettingsRow title="Giriş">
        <FactorLine />
        <PasskeysLine />
        {isOwner && <WithSettings>{(settings) => <IdleLine settings={settings} />}</WithSettings>}
      </SettingsRow>
      <SessionsRow />
    </SettingsPanel>
  )
}
