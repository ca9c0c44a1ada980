import { type IncomingHttpHeaders, type IncomingMessage, request as requestPlain } from 'node:http'
import { Agent, request } from 'node:https'

import { BASE_PATH } from '#shared/base.ts'

import { databaseUrl } from '#tests/support/database/database-url.ts'
import type { PoolTarget } from '#server/platform/db/pool.ts'
import { launchMain, type MainProcess } from './main-process.ts'
import { freePort } from './free-port.ts'
import { type ProxyKind, startWebProxy, type WebProxy } from './proxies.ts'

export type Reply = { status: number | string; headers: IncomingHttpHeaders; text: string }
export type Sending = {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  /** The JSON of a POST; absent for a GET. */
  body?: unknown
  /** The source address, one of 127.0.0.0/8. */
  from?: string
}

export type Instance = {
  /** Returns its current process. */
  panel: () => MainProcess
  /** Sends a request to this instance alone, as the proxy would. */
  ask: (path: string, sending?: Sending) => Promise<Reply>
  /** Starts it again at the same port; resolves when it serves. */
  again: () => Promise<void>
}

export type TwoPanels = {
  one: Instance
  other: Instance
  proxy: WebProxy
  /** Sends a request to the proxy, over a connection of its own. */
  ask: (path: string, sending?: Sending) => Promise<Reply>
  close: () => Promise<void>
}

/** Starts two whole panels on one database, of one process each, behind a proxy as deploy/ configures it. */
export async function startTwoPanels(target: PoolTarget, kind: ProxyKind): Promise<TwoPanels> {
  const [https, ...panels] = [await freePort(), await freePort(), await freePort()]
  const origin = `https://127.0.0.1:${https}`
  const env = {
    DATABASE_URL: databaseUrl(target),
    PUBLIC_URL: origin,
    TRUST_PROXY: '127.0.0.1',
    WORKERS: '1',
    LOG_LEVEL: 'info',
  }
  const [one, other] = await Promise.all(panels.map((port) => startInstance({ ...env, PORT: String(port) })))
  if (one === undefined || other === undefined) throw new Error('The panels did not start.')
  const proxy = await startWebProxy(kind, { https, panels })
  return {
    one,
    other,
    proxy,
    ask: (path, sending = {}) => ask(new URL(path, origin), sending, proxy.certificate),
    close: async () => {
      for (const { panel } of [one, other]) panel().child.kill('SIGKILL')
      await Promise.all([one, other].map(({ panel }) => panel().ended))
      await proxy.close()
    },
  }
}

async function startInstance(env: Record<string, string> & { PORT: string }): Promise<Instance> {
  const start = async () => {
    const launched = launchMain(env)
    await launched.ready()
    return launched
  }
  let panel = await start()
  return {
    panel: () => panel,
    ask: (path, sending = {}) => {
      const { host } = new URL(env['PUBLIC_URL'] ?? '')
      const headers = { ...sending.headers, host, 'x-forwarded-proto': 'https' }
      return ask(new URL(path, `http://127.0.0.1:${env.PORT}`), { ...sending, headers })
    },
    again: async () => void (panel = await start()),
  }
}

/** Returns the response, or the code of the error that broke the connection. */
function ask(url: URL, { headers, body, from, method }: Sending, ca?: string): Promise<Reply> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const options = {
    method: method ?? (text === undefined ? 'GET' : 'POST'),
    headers: {
      ...headers,
      connection: 'close',
      ...(text !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      }),
    },
    ...(from !== undefined && { localAddress: from }),
  }
  return new Promise((resolve) => {
    const failed = ({ code, message }: NodeJS.ErrnoException) =>
      resolve({ status: code ?? message, headers: {}, text: '' })
    const answered = (answer: IncomingMessage) => {
      let all = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => (all += chunk))
      answer.on('error', failed)
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: all }))
    }
    const sent =
      url.protocol === 'https:'
        ? request(url, { ...options, agent: new Agent({ ca }) }, answered)
        : requestPlain(url, options, answered)
    sent.on('error', failed)
    sent.end(text)
  })
}

/** Returns a call of the page with its session. */
export const called = (token: string, input?: object): Sending => ({
  headers: { cookie: `__Host-session_id=${token}`, 'sec-fetch-site': 'same-origin' },
  ...(input !== undefined && { body: { json: input } }),
})

export const procedure = (name: string, input?: object): string =>
  `${BASE_PATH}/api/trpc/${name}${input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify({ json: input }))}`}`
