import { configWarnings, isLoopback } from '#server/config-warnings.ts'
import type { Config } from '#server/config.ts'

import { fine, type Finding, warning } from './finding.ts'

/** How browsers reach the panel, and whether on the way others can read along. */
export function checkNetwork(config: Config): Finding[] {
  const { host, publicOrigin } = config
  const reached = (() => {
    if (publicOrigin?.startsWith('https:') === true)
      return fine(`Tarayıcılar panele HTTPS ile ulaşır: ${publicOrigin}.`)
    if (isLoopback(host) && publicOrigin === undefined)
      return fine(`Panele yalnız bu bilgisayardan ulaşılır (HOST ${host}).`)
    return warning(
      'Panele ağdan HTTPS olmadan ulaşılıyor: parolalar ve oturumlar ağda açık gider. HTTPS için docs/kurulum.md.',
    )
  })()
  return [reached, ...configWarnings(config).map((text) => warning(text.replace(/^Uyarı: /, '')))]
}
