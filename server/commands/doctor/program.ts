import { existsSync } from 'node:fs'
import { join } from 'node:path'

import type { Config } from '#server/config.ts'
import { isPostgresJsPatched } from '#server/platform/db/postgres-dialect.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'

import { failure, fine, type Finding } from './finding.ts'

const CLIENT = join(import.meta.dirname, '../../../dist/client')

/** Checks whether the installation of the packages was finished. */
export function checkPackages(): Finding {
  return isPostgresJsPatched()
    ? fine('Paketler kurulu.')
    : failure('Paketlerin kurulumu yarım kalmış: "node scripts/post-install.mjs" komutunu çalıştırın.')
}

/** Checks whether there is a page to serve. */
export function checkClient(folder = CLIENT): Finding {
  return existsSync(join(folder, 'index.html'))
    ? fine('Arayüz derlenmiş.')
    : failure('Arayüz derlenmemiş: panel sayfaları gösteremez. "npm start" derler.')
}

/** Returns the configuration, if it can be read, and the finding about it. */
export function checkConfig(load: () => Config): { config: Config | undefined; finding: Finding } {
  try {
    return { config: load(), finding: fine('Ayarlar geçerli.') }
  } catch (error) {
    const reason =
      error instanceof StartupError
        ? error.message
        : '.env dosyası okunamadı; onu okuyabilen kullanıcıyla denetleyin.'
    return { config: undefined, finding: failure(`${reason} Ayarlara bağlı denetimler yapılmadı.`) }
  }
}
