import { Agent, get, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'

export type Load = {
  url: string
  headers: Record<string, string>
  seconds: number
  connections: number
  /** The mean pause of a client between two requests, in ms; by default none. */
  pause?: number
  /** The body of a POST; each `#` in it becomes a number that is unique per request. */
  body?: string
}

/** Responses with 200 a second, their latencies in ms, and the number of requests that were refused with 503. */
export type Figures = {
  perSecond: number
  p50: number
  p95: number
  p99: number
  requests: number
  refused: number
}

/** Sends requests over a fixed number of connections, each waiting for its response, for a fixed time. */
async function drive(load: Load): Promise<Figures> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections })
  const times: number[] = []
  let refused = 0
  const started = performance.now()
  const until = started + load.seconds * 1_000
  let sent = 0
  const worker = async () => {
    while (performance.now() < until) {
      if (load.pause !== undefined) await setTimeout(2 * load.pause * Math.random())
      const at = performance.now()
      if (await ask(load, agent, sent++)) times.push(performance.now() - at)
      else refused += 1
    }
  }
  await Promise.all(Array.from({ length: load.connections }, worker))
  const elapsed = (performance.now() - started) / 1_000
  agent.destroy()
  return { perSecond: times.length / elapsed, ...quantiles(times), requests: times.length, refused }
}

export function quantiles(times: number[]): { p50: number; p95: number; p99: number } {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

/** Returns whether the response is 200, or false for 503; throws for any other. `number` replaces `#` in the body. */
export function ask(
  { url, headers, body }: Pick<Load, 'url' | 'headers' | 'body'>,
  agent: Agent,
  number: number,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const call =
      body === undefined
        ? get(url, { agent, headers })
        : request(url, { agent, method: 'POST', headers: { ...headers, 'content-type': 'application/json' } })
    call.on('error', reject)
    call.on('response', (answer) => {
      let text = ''
      answer.on('data', (chunk) => (text += String(chunk)))
      answer.on('end', () => {
        if (answer.statusCode === 200 || answer.statusCode === 503) resolve(answer.statusCode === 200)
        else reject(new Error(`${answer.statusCode}: ${text.slice(0, 300)}`))
      })
    })
    if (body !== undefined) call.end(body.replaceAll('#', String(number)))
  })
}

/** The process of its own (`fork`) keeps requests and responses on separate threads. */
if (process.send !== undefined && process.argv[2] === '--child')
  process.once('message', (load: Load) => {
    drive(load).then(
      (figures) => process.send?.({ figures }, () => process.exit(0)),
      (error: unknown) => process.send?.({ error: String(error) }, () => process.exit(1)),
    )
  })
