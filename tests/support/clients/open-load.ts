import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export type Sending = { path: string; headers: Record<string, string>; body?: string }
export type Response = { status: number | string; ms: number; number: number }

type Load = {
  origin: string
  /** Returns the request with this number. */
  make: (number: number) => Sending
  seconds: number
}

/** Loopback addresses, all of which work on Linux; the panel limits the silent connections of a single address. */
const ADDRESSES = Array.from({ length: 8 }, (_, index) => `127.0.0.${10 + index}`)
const SOCKETS_OF_EACH = 180
const TICK_MS = 10
/** Duration, in s, for which the rate grows, because the connections have to be opened first. */
const GROWTH = 5

const agentsOf = (maxSockets: number) =>
  ADDRESSES.map((localAddress) => new Agent({ keepAlive: true, maxSockets, localAddress }))

function send(load: Load, agent: Agent, number: number): Promise<Response> {
  const { path, headers, body } = load.make(number)
  const began = performance.now()
  return new Promise((resolve) => {
    const done = (status: number | string) => resolve({ status, number, ms: performance.now() - began })
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const method = body === undefined ? 'GET' : 'POST'
    const call = request(new URL(path, load.origin), { agent, method, headers: { ...headers, ...length } })
    call.on('error', (error: NodeJS.ErrnoException) => {
      // The panel closed an idle connection just then; browsers repeat the request.
      if (error.code === 'ECONNRESET' && call.reusedSocket) resolve(send(load, agent, number))
      else done(error.code ?? error.message)
    })
    call.on('response', (response) => {
      response.resume()
      response.on('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message))
      response.on('end', () => done(response.statusCode ?? 0))
    })
    call.end(body)
  })
}

/** Returns the responses to `clients` clients that each wait for their response before they send the next request. */
export async function closedLoad(load: Load, clients: number): Promise<Response[]> {
  const [agent = new Agent()] = agentsOf(clients)
  const until = performance.now() + load.seconds * 1_000
  const responses: Response[] = []
  let number = 0
  const client = async () => {
    while (performance.now() < until) responses.push(await send(load, agent, number++))
  }
  await Promise.all(Array.from({ length: clients }, client))
  agent.destroy()
  return responses
}

/**
 * Sends `perSecond` requests a second, whether earlier ones have been answered or not. Requests that find all
 * connections in use are not sent, but counted.
 */
export async function openLoad(
  load: Load,
  perSecond: number,
): Promise<{ responses: Response[]; unsent: number }> {
  const agents = agentsOf(SOCKETS_OF_EACH)
  const most = ADDRESSES.length * SOCKETS_OF_EACH
  const sent: Promise<Response>[] = []
  let inFlight = 0
  let unsent = 0
  let number = 0
  const began = performance.now()
  const one = async () => {
    inFlight += 1
    const agent = agents[number % agents.length] ?? new Agent()
    return send(load, agent, number++).finally(() => (inFlight -= 1))
  }
  // The integral of a rate that grows to `perSecond`, and then stays.
  const dueAt = (elapsed: number) =>
    Math.floor(perSecond * (elapsed < GROWTH ? elapsed ** 2 / (2 * GROWTH) : elapsed - GROWTH / 2))
  for (let elapsed = 0; elapsed < load.seconds; elapsed = (performance.now() - began) / 1_000) {
    for (let due = dueAt(elapsed) - sent.length - unsent; due > 0; due--) {
      if (inFlight < most) sent.push(one())
      else unsent += 1
    }
    await sleep(TICK_MS)
  }
  const responses = await Promise.all(sent)
  for (const agent of agents) agent.destroy()
  return { responses, unsent }
}
