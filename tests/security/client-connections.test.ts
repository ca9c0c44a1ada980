import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, BlockList, connect, type Socket } from 'node:net'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { ClientConnections, MAX_WAITING, MAX_OF_ADDRESS } from '#server/platform/http/client-connections.ts'
import { closeServer, limitConnections, serverOptions } from '#server/platform/http/server.ts'
import { createLogger } from '#server/platform/lib/logger.ts'

/** Addresses of the loopback network, which all work on Linux. */
const CROWD = '127.0.0.2'
const OTHER = '127.0.0.3'
const PROXY = '127.0.0.4'

/** A length in bytes that exceeds the system's buffer for a connection. */
const LARGE = 20_000_000

const trusted = new BlockList()
trusted.addAddress(PROXY)
let clients: ClientConnections
let http: Server
let asked: string[]
/** Ends the responses of '/slow' and '/half'. */
let finish: () => void
const sockets = new Set<Socket>()
/** Returns the number of bytes that the server has read. */
let received: () => number
/** Returns the number of open connections of the server. */
let accepted: () => number

beforeEach(async () => {
  asked = []
  const { promise, resolve } = Promise.withResolvers<void>()
  finish = resolve
  const listener = async ({ url = '' }: IncomingMessage, response: ServerResponse) => {
    asked.push(url)
    if (url.startsWith('/half')) response.writeHead(200).write('half')
    if (/slow|half/.test(url)) await promise
    response.end(url === '/large' ? Buffer.alloc(LARGE) : `answer to ${url}`)
  }
  clients = new ClientConnections(trusted)
  http = createServer(
    serverOptions,
    clients.wrapListener((request, response) => void listener(request, response)),
  )
  const all: Socket[] = []
  http.on('connection', (socket: Socket) => all.push(socket))
  accepted = () => all.filter(({ destroyed }) => !destroyed).length
  received = () => all.reduce((sum, { bytesRead }) => sum + bytesRead, 0)
  clients.watch(http)
  limitConnections(http)
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
})
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  http.close()
})

type Client = { socket: Socket; read: () => string; isOpen: () => boolean; ended: Promise<unknown> }

async function open(localAddress = OTHER): Promise<Client> {
  const { port } = http.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  sockets.add(socket)
  let text = ''
  socket.on('error', () => {}).on('data', (data) => (text += String(data)))
  const ended = once(socket, 'close')
  await once(socket, 'connect')
  return { socket, read: () => text, isOpen: () => !socket.destroyed && !socket.readableEnded, ended }
}

const ask = ({ socket }: Client, ...paths: string[]) =>
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: panel\r\n\r\n`).join(''))
const openMany = (count: number, address: string) =>
  Promise.all(Array.from({ length: count }, () => open(address)))
const stillOpen = (crowd: Client[]) => crowd.filter((client) => client.isOpen()).length
const stop = () => closeServer({ http, clients }, createLogger('silent'))

describe('silent connections', () => {
  test('too many silent connections of an address are closed for its newer ones, not for those of others', async () => {
    const crowd = [...(await openMany(MAX_OF_ADDRESS, CROWD)), ...(await openMany(20, CROWD))]
    await expect.poll(() => stillOpen(crowd)).toBe(MAX_OF_ADDRESS)
    expect(crowd.slice(-20).every((client) => client.isOpen())).toBe(true)
    for (const address of [CROWD, OTHER]) {
      const client = await open(address)
      ask(client, '/')
      await expect.poll(client.read).toContain('answer to /')
    }
  })

  test('a connection whose request is being answered is not dropped', async () => {
    const busy = await open(CROWD)
    ask(busy, '/slow')
    await expect.poll(() => asked).toEqual(['/slow'])
    const begun = await open(CROWD)
    begun.socket.write('GET / HTTP/1.1\r\nHost')
    await openMany(MAX_OF_ADDRESS, CROWD)
    await begun.ended
    expect(busy.isOpen()).toBe(true)
    finish()
    await expect.poll(busy.read).toContain('answer to /slow')
  })

  test('a trusted proxy may have any number of connections', async () => {
    const crowd = await openMany(MAX_OF_ADDRESS + 20, PROXY)
    const client = await open(PROXY)
    ask(client, '/')
    await expect.poll(client.read).toContain('answer to /')
    expect(stillOpen(crowd)).toBe(MAX_OF_ADDRESS + 20)
  })
})

describe('connections of many addresses', () => {
  test('too many silent connections are closed for newer ones of any address', async () => {
    const crowd: Client[] = []
    for (let address = 1; crowd.length < MAX_WAITING; address++)
      crowd.push(...(await openMany(MAX_OF_ADDRESS, `127.0.1.${address}`)))
    const newer = await openMany(MAX_OF_ADDRESS, CROWD)
    await expect.poll(() => stillOpen([...crowd, ...newer])).toBe(MAX_WAITING)
    expect(stillOpen(newer)).toBe(MAX_OF_ADDRESS)
    const client = await open(OTHER)
    ask(client, '/')
    await expect.poll(client.read).toContain('answer to /')
  })
})

describe('clients that do not read their response', () => {
  async function deaf(address = CROWD): Promise<Client> {
    const client = await open(address)
    client.socket.pause()
    ask(client, '/large')
    return client
  }

  test('clients that do not read count among the silent connections of their address', async () => {
    const first = await deaf()
    await expect.poll(() => asked).toHaveLength(1)
    const others = await openMany(MAX_OF_ADDRESS, CROWD)
    await expect.poll(accepted).toBe(MAX_OF_ADDRESS)
    first.socket.resume()
    await first.ended
    expect(first.read().length).toBeLessThan(LARGE)
    expect(stillOpen(others)).toBe(MAX_OF_ADDRESS)
  })

  test('a response that is not read for long ends with its connection', async () => {
    expect(http.timeout).toBeGreaterThan(0)
    http.timeout = 300
    const client = await deaf()
    await expect.poll(() => asked).toHaveLength(1)
    await expect.poll(accepted).toBe(0)
    client.socket.resume()
    await client.ended
    expect(client.read().length).toBeLessThan(LARGE)
  })
})

test('a call may take longer than a client may pause its reading', async () => {
  http.timeout = 50
  const client = await open()
  const late = once(http, 'timeout')
  ask(client, '/slow')
  await late
  finish()
  await expect.poll(client.read).toContain('answer to /slow')
})

describe('a stopping server', () => {
  test('idle connections end at once', async () => {
    const silent = await open()
    const kept = await open()
    ask(kept, '/')
    await expect.poll(kept.read).toContain('answer to /')
    expect(kept.read()).toContain('Connection: keep-alive')
    await stop()
    await Promise.all([silent.ended, kept.ended])
    expect(asked).toEqual(['/'])
  })

  test("a trusted proxy's idle connection takes one more request, and ends with it", async () => {
    const kept = await open(PROXY)
    ask(kept, '/')
    await expect.poll(kept.read).toContain('answer to /')
    const stopped = stop()
    await expect.poll(() => http.listening).toBe(false)
    ask(kept, '/late')
    await Promise.all([kept.ended, stopped])
    expect(kept.read()).toContain('answer to /late')
    expect(kept.read()).toContain('Connection: close')
  })

  test('connections of a proxy that wait to be accepted are served', async () => {
    const crowd = await openMany(100, PROXY)
    for (const client of crowd) ask(client, '/waited')
    await stop()
    await Promise.all(crowd.map(({ ended }) => ended))
    expect(crowd.filter((client) => client.read().includes('answer to /waited'))).toHaveLength(100)
  })

  test('a running request is answered with Connection: close', async () => {
    const client = await open()
    ask(client, '/slow')
    await expect.poll(() => asked).toHaveLength(1)
    const stopped = stop()
    finish()
    await client.ended
    expect(client.read()).toContain('Connection: close')
    expect(client.read()).toContain('answer to /slow')
    await stopped
  })

  test('a response that has begun is completed before its connection ends', async () => {
    const client = await open()
    ask(client, '/half')
    await expect.poll(client.read).toContain('half')
    const stopped = stop()
    finish()
    await client.ended
    expect(client.read()).toContain('answer to /half')
    await stopped
  })

  test('all running pipelined requests are answered, and no further one begins', async () => {
    const client = await open()
    ask(client, '/slow/1', '/slow/2')
    await expect.poll(() => asked).toHaveLength(2)
    const stopped = stop()
    const before = received()
    ask(client, '/slow/3')
    await expect.poll(received, { timeout: 30_000 }).toBeGreaterThan(before)
    finish()
    await client.ended
    expect(client.read().match(/answer to .{7}/g)).toEqual(['answer to /slow/1', 'answer to /slow/2'])
    expect(asked).toEqual(['/slow/1', '/slow/2'])
    await stopped
  })

  test('a request whose first bytes had arrived is answered if the rest of its head comes soon', async () => {
    const [soon, never] = await Promise.all([open(), open()])
    for (const { socket } of [soon, never]) socket.write('GET /late HTTP/1.1\r\nHost: pa')
    await expect.poll(received, { timeout: 30_000 }).toBe(2 * 'GET /late HTTP/1.1\r\nHost: pa'.length)
    const stopped = stop()
    soon.socket.write('nel\r\n\r\n')
    await Promise.all([soon.ended, never.ended, stopped])
    expect(soon.read()).toContain('Connection: close')
    expect(soon.read()).toContain('answer to /late')
    expect(never.read()).toBe('')
    expect(asked).toEqual(['/late'])
  })
})
