import { get } from 'node:http'

import { configWarnings, isLoopback } from '#server/config-warnings.ts'
import type { Config } from '#server/config.ts'

import { failure, okFinding, type Finding, warning } from './finding.ts'

/** The answer at the panel's address: 'silent' if nothing listens there, 'other' if it is no panel. */
type Reply = 'ready' | 'not ready' | 'other' | 'silent'

/** The state of the panel's database: 'free' if its server runs without a panel, null with DATABASE_URL. */
export type Usage = 'used' | 'free' | 'stopped' | null

const RESPONSE_MS = 5_000
const ANY_ADDRESS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }
const SILENT = ['ECONNREFUSED', 'EADDRNOTAVAIL', 'ENETUNREACH', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN']

/** Returns 'http://127.0.0.1:3000', as this machine reaches the panel; undefined for PORT 0. */
export function localAddress({ host, port }: Pick<Config, 'host' | 'port'>): string | undefined {
  if (port === 0) return undefined
  const name = ANY_ADDRESS[host] ?? host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

export function askPanel(address: string): Promise<Reply> {
  const { promise, resolve } = Promise.withResolvers<Reply>()
  const request = get(`${address}/readyz`, { agent: false, timeout: RESPONSE_MS }, (response) => {
    let body = ''
    response.setEncoding('utf8').on('data', (data: string) => (body = `${body}${data}`.slice(0, 100)))
    response.once('end', () => resolve(replyOf(response.statusCode, body)))
    response.once('error', () => resolve('other'))
  })
  request.once('timeout', () => request.destroy(new Error('timeout')))
  request.once('error', (error) =>
    resolve('code' in error && SILENT.includes(String(error.code)) ? 'silent' : 'other'),
  )
  return promise
}

function replyOf(status: number | undefined, body: string): Reply {
  if (status === 200 && body === '{"status":"ready"}') return 'ready'
  return status === 503 && body === '{"status":"not ready"}' ? 'not ready' : 'other'
}

/** Checks whether the panel runs and responds; `address` and `reply` are undefined for PORT 0. */
export function checkPanel(usage: Usage, address: string | undefined, reply: Reply | undefined): Finding {
  const at = `${address} adresi`
  if (reply === 'other')
    return failure(
      `${at}ni başka bir program kullanıyor ya da panel takılmış: PORT’u değiştirin ya da yeniden başlatın.`,
    )
  if (reply === 'not ready')
    return failure(`Panel ${at}nde çalışıyor, ama hazır değil: veritabanına ulaşamıyor. Günlüğüne bakın.`)
  if (reply === 'ready')
    return usage === 'stopped' || usage === 'free'
      ? failure(`${at}nde çalışan panel bu veri klasörünü kullanmıyor: DATA_DIR ya da PORT yanlış.`)
      : okFinding(`Panel çalışıyor ve ${at}nde yanıt veriyor.`)
  return checkSilentPanel(usage, address)
}

function checkSilentPanel(usage: Usage, address: string | undefined): Finding {
  if (usage === 'free')
    return warning(
      'Veritabanı çalışıyor, panel çalışmıyor: önceki panel birden kapanmış. "npm start" sürdürür.',
    )
  if (usage === 'used')
    return address === undefined
      ? warning('Panel çalışıyor; PORT 0 olduğu için hangi adreste yanıt verdiği bilinmiyor.')
      : failure(
          `Veritabanını bir panel ya da komut kullanıyor, ama ${address} yanıt vermiyor: HOST ve PORT doğru mu?`,
        )
  const where = address === undefined ? '' : ` (${address})`
  const skipped = usage === 'stopped' ? ' Veritabanının içine bakılmadı.' : ''
  return warning(`Panel çalışmıyor${where}. "npm start" başlatır.${skipped}`)
}

/** Checks how browsers reach the panel, and whether others can read along on the way. */
export function checkNetwork(config: Config): Finding[] {
  const warnings = configWarnings(config).map((text) => warning(text.replace(/^Uyarı: /, '')))
  return [checkAccess(config), ...warnings]
}

function checkAccess({ host, publicOrigin }: Config): Finding {
  if (publicOrigin?.startsWith('https:') === true)
    return okFinding(`Tarayıcılar panele HTTPS ile ulaşır: ${publicOrigin}.`)
  if (isLoopback(host) && publicOrigin === undefined)
    return okFinding(`Panele yalnız bu bilgisayardan ulaşılır (HOST ${host}).`)
  return warning(
    'Panele ağdan HTTPS olmadan ulaşılıyor: parolalar ve oturumlar ağda açık gider. HTTPS için docs/kurulum.md.',
  )
}
