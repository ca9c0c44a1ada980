import { GeneralRow } from './general-row.tsx'
import { LicenseRow } from './license-row.tsx'
import { LogoRow } from './logo-row.tsx'
import { PasswordRow } from './password-row.tsx'
import { SettingsPanel, WithSettings } from './settings-parts.tsx'

/**
 * Shows everything that the specification names for the settings (specification §2), so also the password, which the
 * account's section repeats.
 */
export function CompanySection() {
  return (
    <SettingsPanel>
      <WithSettings loadingHeight="h-[60rem] md:h-[24.75rem]">
        {(settings) => (
          <>
            <GeneralRow settings={settings} />
            <LogoRow logoUrl={settings.logo_url} />
            <LicenseRow type={settings.license_type} end={settings.license_end} />
          </>
        )}
      </WithSettings>
      <PasswordRow buttonVariant="outline" />
    </SettingsPanel>
  )
}
